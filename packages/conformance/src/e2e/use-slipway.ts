import { spawn } from "node:child_process";
import { CheckFailure } from "./check-report.js";

/** Milliseconds for one headless answer: gemini takes 3 s on an idle machine, and 10 with every core busy. */
const ANSWER_TIMEOUT_MS = 90_000;
/** Characters of output that go into the detail of a failed check. */
const DETAIL_MAX_CHARACTERS = 600;

export interface SlipwayRun {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** One session as `slipway sessions --json` lists it. */
export interface ListedSession {
  readonly agent: string;
  readonly id: string;
  readonly source: string;
}

/** `slipway` as a program: the launcher is tested from outside, as a person or a script uses it. */
export interface Slipway {
  /** The command in front of every argument. */
  readonly command: readonly string[];
  run(argv: readonly string[]): Promise<SlipwayRun>;
  /** Fails the check with `refused` when the exit code is not 0. */
  runWell(argv: readonly string[]): Promise<SlipwayRun>;
  sessions(): Promise<ListedSession[]>;
}

/** The end of a text, as a detail. */
export function tail(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim().slice(-DETAIL_MAX_CHARACTERS);
}

function listedSession(value: unknown): ListedSession | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { agent, sessionId: id, source } = value as Record<string, unknown>;
  const texts = typeof agent === "string" && typeof id === "string" && typeof source === "string";
  return texts ? { agent, id, source } : undefined;
}

export function useSlipway(
  command: readonly [string, ...string[]],
  options: { cwd: string; env: Readonly<Record<string, string>> },
): Slipway {
  const [file, ...first] = command;
  const run = (argv: readonly string[]): Promise<SlipwayRun> =>
    new Promise((resolve, reject) => {
      const child = spawn(file, [...first, ...argv], { ...options, stdio: ["ignore", "pipe", "pipe"] });
      const outputs = { stdout: "", stderr: "" };
      for (const name of ["stdout", "stderr"] as const) {
        child[name].setEncoding("utf8").on("data", (text: string) => {
          outputs[name] += text;
        });
      }
      const timer = setTimeout(() => {
        child.kill("SIGKILL");
        const said = tail(outputs.stdout + outputs.stderr);
        reject(new CheckFailure("timeout", `slipway ${argv.join(" ")} did not end: ${said}`));
      }, ANSWER_TIMEOUT_MS);
      child.on("error", reject);
      child.on("close", (exitCode) => {
        clearTimeout(timer);
        resolve({ exitCode, ...outputs });
      });
    });
  const runWell = async (argv: readonly string[]): Promise<SlipwayRun> => {
    const ran = await run(argv);
    if (ran.exitCode === 0) return ran;
    const said = tail(ran.stdout + ran.stderr);
    throw new CheckFailure("refused", `slipway ${argv.join(" ")} ended with ${ran.exitCode}: ${said}`);
  };
  return {
    command,
    run,
    runWell,
    sessions: async () => {
      const { stdout } = await runWell(["sessions", "--json"]);
      const listed = (JSON.parse(stdout) as { sessions?: unknown[] }).sessions;
      const sessions = (listed ?? []).map(listedSession);
      return sessions.filter((session) => session !== undefined);
    },
  };
}
