import { spawn } from "node:child_process";
import { basename } from "node:path";
import type { Result } from "@slipway/errors";
import { joinPrintable, msg, refuse, succeed, verbatim } from "@slipway/errors";
import { binaryIssue } from "./binary-code.js";
import { requireAbsolute } from "./check-path-text.js";
import { judgeAs } from "./judge-file.js";
import type { BinaryPorts } from "./system-ports.js";
import { defaultPolicy, systemPorts } from "./system-ports.js";

/** Milliseconds a login shell has: its start files may load version managers, and somebody asked for the answer. */
export const LOGIN_SHELL_TIMEOUT_MS = 10_000;
/** Bytes it may print, banners included. */
export const LOGIN_SHELL_MAX_BYTES = 1_048_576;
/** Bytes of the PATH it makes. */
export const LOGIN_PATH_MAX_BYTES = 65_536;

/** Shells whose options are known: login, interactive (many set PATH in their `rc` file only), one command. */
const OPTIONS = new Map<string, string[]>([
  ["bash", ["-l", "-i", "-c"]],
  ["zsh", ["-l", "-i", "-c"]],
  ["fish", ["-l", "-i", "-c"]],
  ["ksh", ["-l", "-c"]],
  ["dash", ["-l", "-c"]],
  ["sh", ["-l", "-c"]],
]);

/** How the login shell is asked. */
export type LoginPathOptions = {
  /** A private folder, absolute: the shell runs there, never in the user's working directory. */
  stateDir: string;
  timeoutMs?: number;
  signal?: AbortSignal;
  ports?: Partial<BinaryPorts>;
};

/**
 * The PATH that the user's login shell makes, for programs started by a desktop, whose own PATH is short. Runs the user's
 * shell and its start files: only when somebody asked. The answer is a source of candidates like PATH, for `discover`
 * (`loginPath`); it decides nothing at a launch.
 *
 * The shell is that of the user database, absolute and judged. It gets a fixed command with two random marks around what it
 * prints, an environment of HOME, USER, LOGNAME, SHELL and TERM=dumb, no input and no terminal, a session of its own that
 * is ended as a whole, and limits on time and output: a banner, an `exec tmux` or a `sleep` in a start file changes
 * nothing but the answer. Refused with `BINARY_LOGIN_SHELL`.
 */
export async function readLoginPath(options: LoginPathOptions): Promise<Result<string>> {
  requireAbsolute(options.stateDir, "stateDir");
  const ports = systemPorts(options.ports);
  const { shell, homedir, username } = ports.user();
  if (typeof shell !== "string" || shell === "" || homedir === undefined || ports.platform === "win32")
    return no("the user database names no login shell");
  const judged = judgeAs(shell, "interpreter", { ports, policy: defaultPolicy(ports.platform) });
  const usable = judged.verdict === "ok" || (judged.verdict === "unproven" && ports.platform === "darwin");
  if (!usable || judged.realPath === undefined || judged.kind !== "native")
    return refuse(
      binaryIssue({
        code: "BINARY_LOGIN_SHELL",
        message: msg`the login shell ${shell} is not asked: ${verbatim(
          joinPrintable(
            judged.issues.map((found) => found.message),
            "; ",
          ),
        )}`,
      }),
    );
  const how = OPTIONS.get(basename(shell));
  if (how === undefined) return no("how this login shell is asked is not known");
  const [start, end] = [`slipway-${ports.randomName()}-`, `-${ports.randomName()}-slipway`];
  // The marks are ours and plain. printf is built in; printenv shows what a program started from there would get.
  const command = `printf %s ${start}; /usr/bin/printenv PATH; printf %s ${end}`;
  const output = await ask(shell, [...how, command], end, options, {
    HOME: homedir,
    SHELL: shell,
    TERM: "dumb",
    ...(username === undefined ? {} : { USER: username, LOGNAME: username }),
  });
  if (typeof output === "string") return no(output);
  const text = output.toString("utf8");
  const from = text.lastIndexOf(start);
  const to = text.indexOf(end, from);
  if (from === -1 || to === -1) return no("it did not answer");
  const path = text.slice(from + start.length, to).replace(/\n$/u, "");
  if (path === "" || Buffer.byteLength(path) > LOGIN_PATH_MAX_BYTES || /[\0-\x1f\x7f\uFFFD]/u.test(path))
    return no("what it answered is no PATH");
  return succeed(path);
}

/** Everything the shell printed, or why there is no answer. Never waits for what the shell left running. */
function ask(
  shell: string,
  args: string[],
  end: string,
  { stateDir, timeoutMs = LOGIN_SHELL_TIMEOUT_MS, signal }: LoginPathOptions,
  env: Record<string, string>,
): Promise<Buffer | string> {
  return new Promise((resolve, reject) => {
    // `detached` makes a session: no terminal is left to ask, to stop for, or to change the modes of.
    const child = spawn(shell, args, { cwd: stateDir, env, stdio: ["ignore", "pipe", "ignore"], detached: true });
    const chunks: Buffer[] = [];
    let bytes = 0;
    const settle = (how: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      child.stdout.destroy();
      endSession(child.pid);
      child.unref();
      how();
    };
    const abort = () => settle(() => reject(signal?.reason as Error));
    const timer = setTimeout(() => settle(() => resolve(`it did not answer within ${timeoutMs} ms`)), timeoutMs);
    signal?.addEventListener("abort", abort, { once: true });
    if (signal?.aborted === true) abort();
    child.stdout.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      const tail = Buffer.concat(chunks.slice(-2));
      if (tail.includes(end)) settle(() => resolve(Buffer.concat(chunks)));
      else if (bytes > LOGIN_SHELL_MAX_BYTES) settle(() => resolve("it printed too much"));
    });
    child.on("error", () => settle(() => resolve("it cannot be started")));
    child.on("close", () => settle(() => resolve(Buffer.concat(chunks))));
  });
}

/** The shell leads its group, so what it started goes with it; what made a session of its own stays. */
function endSession(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended, and nothing of it is left.
  }
}

function no(why: string): Result<never> {
  return refuse(
    binaryIssue({
      code: "BINARY_LOGIN_SHELL",
      message: msg`the login shell gives no PATH: ${why}`,
      hint: msg`name the program's file yourself`,
    }),
  );
}
