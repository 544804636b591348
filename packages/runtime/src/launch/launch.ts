import { randomBytes } from "node:crypto";
import { dirname } from "node:path";
import type { BoundBinary } from "@slipway/binary";
import { execArgv, recheckBinary } from "@slipway/binary";
import type { Issue, Result } from "@slipway/errors";
import { msg, refuse, succeed } from "@slipway/errors";
import type { DroppedName } from "../environment/build-environment.js";
import { buildEnvironment } from "../environment/build-environment.js";
import type { LaunchPlan } from "../launch-plan.js";
import { checkTmpdir } from "../places/check-tmpdir.js";
import { ARGV_AND_ENV_MAX_BYTES } from "../plan/argv-limits.js";
import { assertUse } from "../plan/assert-request.js";
import { prepareStrictContainment } from "../processes/contain-strictly.js";
import { describeHost, HOST_NAME } from "../processes/reap-leftovers.js";
import { runtimeIssue } from "../runtime-error.js";
import type { Session } from "../session.js";
import { openSessionProbe } from "../store-probe/open-session-probe.js";
import type { SessionProbe } from "../store-probe/session-probe.js";
import type { TerminalSize } from "../terminal/terminal-size.js";
import { fitTerminalSize } from "../terminal/terminal-size.js";
import { checkPrograms } from "./check-program.js";
import { checkWorkingDirectory } from "./check-working-directory.js";
import type { ChildRequest, StartedChild } from "./child-handle.js";
import { holdStart } from "./hold-start.js";
import type { StallRule } from "./output-buffer.js";
import { OUTPUT_MAX_HOLD_MS } from "./output-buffer.js";
import { OUTPUT_SPOOL_MAX_BYTES, openOutputSpool } from "./output-spool.js";
import { startHeadless } from "./start-headless.js";
import { superviseSession } from "./supervise-session.js";
import { writePlannedFiles } from "./write-planned-files.js";

/** Milliseconds that output is read on after the child ended while another process (a daemon) holds it open. */
export const DRAIN_LIMIT_MS = 2_000;

/** Where a launch touches the machine, for tests and for hosts with their own ways. */
export type LaunchPorts = {
  /** Loads the terminal library; the optional peer `node-pty` unless given. */
  loadPty?: () => Promise<unknown>;
  /** 32 hexadecimal digits; random unless given. */
  marker?: () => string;
};

/** What `launch` needs besides the plan. */
export type LaunchOptions = {
  binary: BoundBinary;
  /** The host's environment; `process.env` unless given. */
  env?: Readonly<Record<string, string | undefined>>;
  size?: TerminalSize;
  /** Aborting ends the session's processes. */
  signal?: AbortSignal;
  /**
   * Start the very file that was checked, through its descriptor: renaming or linking on its path between the check and
   * the start no longer changes what runs. Linux and native programs; refused for others. The process is then called after
   * a number in lists of processes, and in a terminal its argv[0] is a path in `/proc`. Does not hold the file's bytes.
   */
  hold?: boolean;
  clock?: { now: () => number };
  drainMs?: number;
  /**
   * `session` (the default) finds what the agent started by its session and by our marker; `strict` runs it in a process
   * namespace of its own, so that nothing outlives it or this process. Refused with `RUNTIME_CONTAINMENT_UNAVAILABLE` where it
   * cannot be had.
   */
  contain?: "session" | "strict";
  /**
   * What becomes of the child when an attached reader takes nothing for `maxHoldMs` (10,000): `wait` (the default) lets it
   * wait on; `drop-oldest` lets it go on and drops what the reader did not take, counted and marked (`gapBefore`); `spool`
   * keeps all in a nameless file of the private temporary folder, up to `spoolMaxBytes`, then it waits.
   */
  stall?: { policy?: "wait" | "drop-oldest" | "spool"; maxHoldMs?: number; spoolMaxBytes?: number };
  /** Reads the agent's store for the id of a new conversation; the reader of the layout that the plan names unless given. */
  probe?: SessionProbe;
  /** Told what of the host's environment the child did not get, by name. */
  onDropped?: (dropped: readonly DroppedName[]) => void;
  ports?: LaunchPorts;
};

/**
 * Starts the planned agent: no shell, the bound and re-checked files as argv[0], the planned directory and environment.
 * What can be known to fail before the start is refused here; what fails later is the session's end.
 *
 * Refusals: `RUNTIME_CWD_*`, `RUNTIME_BINARY_MISSING`, `RUNTIME_INTERPRETER_MISSING`, `RUNTIME_NOT_EXECUTABLE`, `RUNTIME_TEXT_BUSY`,
 * `RUNTIME_EXEC_FAILED`, `RUNTIME_TMPDIR_UNSAFE`, `RUNTIME_FILE_UNWRITABLE`, `RUNTIME_MCP_VALUE_MISSING`, `RUNTIME_SPOOL_UNAVAILABLE`,
 * `RUNTIME_CONTAINMENT_UNAVAILABLE`, `RUNTIME_PTY_UNAVAILABLE`, `RUNTIME_PTY_LEAKS`, `RUNTIME_ABORTED`, and
 * those of `recheckBinary` (`BINARY_CHANGED` and others).
 *
 * @throws RuntimeError `RUNTIME_MISUSE` for options of the wrong types
 */
export async function launch(plan: LaunchPlan, options: LaunchOptions): Promise<Result<Session>> {
  assertUse(typeof options?.binary === "object" && options.binary !== null, msg`a bound binary is needed to launch`);
  const issues: Issue[] = [];
  const support = plan.surface === "pty" ? await loadSupport(options.ports) : undefined;
  if (support !== undefined) {
    issues.push(...support.result.issues);
    if (!support.result.ok) return refuse(...issues);
  }

  const marker = options.ports?.marker?.() ?? randomBytes(16).toString("hex");
  const interpreter = options.binary.interpreter?.path;
  const environment = buildEnvironment(plan, {
    host: options.env ?? process.env,
    marker,
    platform: process.platform,
    ...(interpreter === undefined ? {} : { interpreterFolder: dirname(interpreter) }),
  });
  options.onDropped?.(environment.dropped);
  const host = describeHost();
  if (host !== undefined) environment.env[HOST_NAME] = host;
  const strict = options.contain === "strict" ? prepareStrictContainment() : succeed([]);
  if (!strict.ok) return refuse(...issues, ...strict.issues);
  const front = [...strict.value, ...plan.wrap];
  const planned = [...front, ...execArgv(options.binary, plan.argv)];

  const refused = judgeStart(plan, options, planned, environment.env);
  if (refused.length > 0) return refuse(...issues, ...refused);
  const stalls = prepareStalls(plan, options, marker);
  if (!stalls.ok) return refuse(...issues, ...stalls.issues);
  const files = writePlannedFiles(plan, options.env ?? process.env);
  if (!files.ok) {
    for (const { policy } of stalls.value) if (typeof policy !== "string") policy.close();
    return refuse(...issues, ...files.issues);
  }
  const vector = [...front, ...execArgv(options.binary, files.value.argv)];

  const start = async (asked: ChildRequest): Promise<StartedChild> => {
    const held =
      options.hold === true ? holdStart(front, options.binary, asked) : succeed({ request: asked, drop() {} });
    if (!held.ok) return { ok: false, issue: held.issues[0] as Issue };
    const started = await startIn(held.value.request);
    if (!started.ok) held.value.drop();
    return started;
  };
  const startIn = async (request: ChildRequest): Promise<StartedChild> => {
    if (support === undefined) return startHeadless(request);
    if (!support.result.ok) return { ok: false, issue: support.result.issues[0] as Issue };
    return support.module.startInTerminal(support.result.value, request);
  };
  const session = await superviseSession({
    plan,
    vector,
    env: environment.env,
    marker,
    size: fitTerminalSize(options.size),
    drainMs: options.drainMs ?? DRAIN_LIMIT_MS,
    containment: strict.value.length > 0 ? "pidns" : process.platform === "linux" ? "session-scan" : "group",
    stalls: stalls.value,
    now: options.clock?.now ?? (() => performance.now()),
    ...chooseProbe(plan, options, environment.env),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
    start,
    recheck: () => judgeStart(plan, options, vector, environment.env),
  });
  if (!session.ok) {
    files.value.remove();
    return refuse(...issues, ...session.issues);
  }
  void session.value.ended.finally(files.value.remove);
  return succeed(session.value, [...issues, ...session.issues]);
}

/** A launch that carries its id, or whose agent keeps no store that is named, asks none. */
function chooseProbe(
  plan: LaunchPlan,
  options: LaunchOptions,
  env: Readonly<Record<string, string>>,
): { probe?: SessionProbe } {
  const isNamed = plan.session.idEvents.some(({ from }) => from === "store");
  if (plan.session.id !== undefined || !isNamed) return {};
  const probe = options.probe ?? openSessionProbe(plan, env);
  return probe === undefined ? {} : { probe };
}

/** The stall rules of both streams. Files are made before the start: a stall is too late to find out that there is none. */
function prepareStalls(
  plan: LaunchPlan,
  { stall = {} }: LaunchOptions,
  marker: string,
): Result<[StallRule, StallRule]> {
  const { policy = "wait", maxHoldMs = OUTPUT_MAX_HOLD_MS, spoolMaxBytes = OUTPUT_SPOOL_MAX_BYTES } = stall;
  if (policy !== "spool")
    return succeed([
      { maxHoldMs, policy },
      { maxHoldMs, policy },
    ]);
  const folder = plan.env.set["TMPDIR"];
  if (folder === undefined)
    return refuse(
      runtimeIssue({
        code: "RUNTIME_SPOOL_UNAVAILABLE",
        message: msg`the plan names no private folder for a file of output`,
        hint: msg`plan with tmpdir, as privateTmpdir gives it`,
      }),
    );
  const [output, errors] = ["1", "2"].map((stream) => openOutputSpool(folder, `${marker}-${stream}`, spoolMaxBytes));
  if (output?.ok === true && errors?.ok === true)
    return succeed([
      { maxHoldMs, policy: output.value },
      { maxHoldMs, policy: errors.value },
    ]);
  for (const made of [output, errors]) if (made?.ok === true) made.value.close();
  return refuse(...(output?.issues ?? []), ...(errors?.issues ?? []));
}

type Support = {
  module: typeof import("../pty.js");
  result: Awaited<ReturnType<typeof import("../pty.js")["openTerminalSupport"]>>;
};

/** Loaded only for a terminal: a headless launch needs no native code. */
async function loadSupport(ports: LaunchPorts | undefined): Promise<Support> {
  const module = await import("../pty.js");
  const result = await module.openTerminalSupport(ports?.loadPty === undefined ? {} : { load: ports.loadPty });
  return { module, result };
}

/** Everything that would make the start fail, or start something else than what was judged, asked right before it. */
function judgeStart(
  plan: LaunchPlan,
  options: LaunchOptions,
  vector: readonly string[],
  env: Readonly<Record<string, string>>,
): Issue[] {
  if (options.signal?.aborted === true)
    return [runtimeIssue({ code: "RUNTIME_ABORTED", message: msg`the launch was given up before it began` })];
  const found: (Issue | undefined)[] = [checkWorkingDirectory(plan.cwd), checkSize(vector, env)];
  const tmpdir = plan.env.set["TMPDIR"];
  if (tmpdir !== undefined) found.push(checkTmpdir(tmpdir));
  const binary = options.binary;
  const missing = checkPrograms([...plan.wrap, binary.file.path]) ?? checkInterpreter(binary);
  found.push(missing);
  if (missing === undefined) {
    const again = recheckBinary(binary);
    if (!again.ok) found.push(...again.issues);
  }
  return found.filter((problem) => problem !== undefined);
}

function checkInterpreter(binary: BoundBinary): Issue | undefined {
  const problem = binary.interpreter === undefined ? undefined : checkPrograms([binary.interpreter.path]);
  if (problem?.code !== "RUNTIME_BINARY_MISSING") return problem;
  return runtimeIssue({
    code: "RUNTIME_INTERPRETER_MISSING",
    message: msg`${binary.interpreter?.path}, which runs ${binary.file.path}, is gone`,
    hint: msg`install it again, or adopt the program again`,
  });
}

/** Beyond the limit exec fails with E2BIG; in a terminal that would look like output of the session. */
function checkSize(vector: readonly string[], env: Readonly<Record<string, string>>): Issue | undefined {
  if (process.platform === "win32") return undefined;
  const strings = [...vector, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)];
  // Each string costs its bytes, a NUL and a pointer.
  const total = strings.reduce((sum, text) => sum + Buffer.byteLength(text) + 9, 0);
  if (total <= ARGV_AND_ENV_MAX_BYTES) return undefined;
  return runtimeIssue({
    code: "RUNTIME_ARGV_INVALID",
    message: msg`arguments and environment together are longer than ${ARGV_AND_ENV_MAX_BYTES} bytes`,
    hint: msg`shorten the prompt, or launch with a clean environment`,
  });
}
