import { spawnSync } from "node:child_process";
import { isMainThread } from "node:worker_threads";
import { isRootsAlone } from "@slipway/binary";
import type { Result } from "@slipway/errors";
import { msg, refuse, succeed } from "@slipway/errors";
import { runtimeIssue } from "../runtime-error.js";

/** Milliseconds for the self-check, which takes about 10. */
const CHECK_TIMEOUT_MS = 5_000;

const SETPRIV = "/usr/bin/setpriv";
const UNSHARE = "/usr/bin/unshare";

/**
 * What stands in front of a program so that nothing of it outlives it, nor its host: it is process 1 of a process namespace
 * of its own, whose end ends every process in it, daemons with an empty environment included; and its start is told to
 * die with the thread that started it.
 *
 * As process 1 it is not ended by a signal that it has no handler for, its own included; SIGKILL from outside and faults
 * (a bad memory access) end it as ever.
 */
const STRICT_WRAP: readonly string[] = Object.freeze([
  SETPRIV,
  "--pdeathsig",
  "KILL",
  UNSHARE,
  "--map-current-user",
  "--pid",
  "--fork",
  "--kill-child",
  "--mount-proc",
  "--",
]);

let checked: Result<readonly string[]> | undefined;

/**
 * The arguments in front of the vector for `contain: "strict"`, after they were tried once in this process. Refused with
 * `RUNTIME_CONTAINMENT_UNAVAILABLE` where the tools are missing or could be another user's, where the host allows no
 * namespaces, and in a worker thread: a child would be killed when the thread ends.
 */
export function prepareStrictContainment(): Result<readonly string[]> {
  checked ??= checkStrictContainment();
  return checked;
}

/** {@link prepareStrictContainment}, asked anew. */
export function checkStrictContainment(mainThread = isMainThread): Result<readonly string[]> {
  if (process.platform !== "linux") return refuseStrict("only Linux has process namespaces");
  if (!mainThread) return refuseStrict("this is a worker thread, and its end would end the agent");
  for (const tool of [SETPRIV, UNSHARE]) {
    if (!isRootsAlone(tool)) return refuseStrict(`${tool} of util-linux is missing, or others could have written it`);
  }
  const tried = spawnSync(SETPRIV, [...STRICT_WRAP.slice(1), "/bin/true"], {
    cwd: "/",
    env: {},
    stdio: ["ignore", "ignore", "pipe"],
    timeout: CHECK_TIMEOUT_MS,
  });
  if (tried.status === 0) return succeed(STRICT_WRAP);
  const said = String(tried.stderr ?? "").split("\n")[0];
  return refuseStrict(said === "" || said === undefined ? "process namespaces cannot be made here" : said);
}

function refuseStrict(why: string): Result<never> {
  return refuse(
    runtimeIssue({
      code: "RUNTIME_CONTAINMENT_UNAVAILABLE",
      message: msg`strict containment cannot be had here: ${why}`,
      hint: msg`launch without it: processes are then found by their session and by our marker`,
    }),
  );
}
