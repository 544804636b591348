import type { Issue, Result } from "@slipway/errors";
import { msg, refuse, succeed } from "@slipway/errors";
import { runtimeIssue } from "../runtime-error.js";
import type { NodePty, RawTerminal } from "./load-node-pty.js";
import { plugDescriptors } from "./plug-descriptors.js";

/** Starts a program in a new terminal, holding nothing of this process's: see `plugDescriptors` for how. */
export function spawnAlone(
  library: NodePty,
  vector: readonly string[],
  options: Parameters<NodePty["spawn"]>[2],
): Result<RawTerminal> {
  const [program, ...args] = vector as [string, ...string[]];
  const plugs = plugDescriptors();
  if (!plugs.ok) return plugs;
  let terminal: RawTerminal;
  try {
    terminal = library.spawn(program, args, options);
  } catch (error) {
    return refuse(
      runtimeIssue({
        code: "RUNTIME_PTY_UNAVAILABLE",
        message: msg`no terminal could be opened: ${error as Error}`,
        hint: msg`check that /dev/ptmx and /dev/pts are there, or run without a terminal`,
      }),
    );
  } finally {
    plugs.value.release();
  }
  if (process.platform !== "linux" || terminal.fd > plugs.value.above) return succeed(terminal);
  // Another thread of this process closed a descriptor in between: what is above the new terminal got out.
  terminal.kill("SIGKILL");
  return refuse(gotOut(terminal.fd, plugs.value.above));
}

function gotOut(terminal: number, above: number): Issue {
  return runtimeIssue({
    code: "RUNTIME_PTY_LEAKS",
    message: msg`the new terminal has descriptor ${terminal}, below descriptor ${above}, which its program then held; it was ended at once`,
    hint: msg`try again`,
  });
}
