import { fileURLToPath } from "node:url";

/**
 * The fake agents of this package. Each is one executable JavaScript file without imports but Node built-ins, which may be
 * copied under any name into any folder and started there.
 *
 * - `parrot`: behaves like a coding agent (own or minted id, resume, print, model, approvals, transcript).
 * - `echo-argv`: prints its argv, cwd and pid as one JSON line; `--echo-env`, `--echo-stdin` add the rest.
 * - `flood`: `BYTES [END]` writes exactly so many bytes and exits at once.
 * - `leave-daemon`: leaves a double-forked daemon in a session of its own.
 * - `ignore-term`: can be ended by SIGKILL only.
 * - `cut-id`: prints its id with colours and cuts where they hurt.
 * - `exit-while-writing`: ends in the middle of its output and says how much of it the system took.
 * - `split-utf8`: writes characters of several bytes one byte at a time.
 * - `arm-paste`: a prompt line that takes bracketed pastes.
 * - `read-stdin`: reads its input to the end before it says anything.
 * - `fork-grandchild`: leaves a child and a grandchild in its own session.
 * - `crash`: ends itself by a signal.
 * - `two-versions`: has other options from one version to the next.
 */
export type FakeAgentName = (typeof FAKE_AGENT_NAMES)[number];

/** The names {@link fakeAgentPath} takes. */
export const FAKE_AGENT_NAMES = Object.freeze([
  "parrot",
  "echo-argv",
  "flood",
  "leave-daemon",
  "ignore-term",
  "cut-id",
  "exit-while-writing",
  "split-utf8",
  "arm-paste",
  "read-stdin",
  "fork-grandchild",
  "crash",
  "two-versions",
] as const);

/**
 * The absolute path of a fake agent's executable file.
 *
 * @throws RangeError for a name that is not in {@link FAKE_AGENT_NAMES}.
 */
export function fakeAgentPath(name: FakeAgentName): string {
  if (!FAKE_AGENT_NAMES.includes(name)) throw new RangeError("no fake agent has this name");
  // `src` and `dist` both lie beside `bin`.
  return fileURLToPath(new URL(`../bin/${name}.js`, import.meta.url));
}

/** The absolute path of `parrot`. */
export function parrotPath(): string {
  return fakeAgentPath("parrot");
}
