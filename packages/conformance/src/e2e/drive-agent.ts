import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { SeenRequest } from "../fake-model/server.js";
import type { AgentSeed } from "./agent-seeds.js";
import type { CheckRunner } from "./check-report.js";
import { CheckFailure, needs } from "./check-report.js";
import { asShown } from "./read-screen.js";
import type { TerminalTalk } from "./talk-in-terminal.js";
import { talkInTerminal } from "./talk-in-terminal.js";
import type { ListedSession, Slipway } from "./use-slipway.js";
import { tail } from "./use-slipway.js";

/** Milliseconds; each is several times what an idle machine with 2 cores needs. */
const LIMITS = { ready: 60_000, answer: 60_000, end: 30_000, lastProcess: 5_000 } as const;

export interface DriveOptions {
  readonly id: string;
  /** The version that is installed, which `slipway` must find out by itself: facts are chosen by it. */
  readonly version: string;
  readonly seed: AgentSeed;
  /** The agent's file, as `slipway adopt --path` gets it. */
  readonly entry: string;
  readonly slipway: Slipway;
  readonly requests: readonly SeenRequest[];
  readonly home: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Files under HOME that hold `text` in their name or in their first bytes; agents keep conversations in such files. */
function filesWith(home: string, text: string): string[] {
  const paths = readdirSync(home, { recursive: true, withFileTypes: true });
  const files = paths.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return files.filter((file) => file.includes(text) || readFileSync(file).subarray(0, 4096).includes(text));
}

/** Processes of this process namespace besides its first one, this one and what is about to go, by their command lines. */
function otherProcesses(): string[] {
  const pids = readdirSync("/proc").filter(
    (name) => /^\d+$/.test(name) && name !== "1" && name !== String(process.pid),
  );
  const lines = pids.map((pid) => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
      // A process that has ended and waits to be collected has no command line.
      return command === "" ? undefined : `${pid} ${command}`;
    } catch {
      return undefined;
    }
  });
  return lines.filter((line) => line !== undefined);
}

/**
 * Drives one agent through `slipway`: adopted, asked headless and again, talked to in a terminal and taken up again both
 * ways. That a later turn carries the earlier one is proven twice: by the agent's own output, which repeats what the model
 * says of the whole conversation, and by the request the model got.
 */
export async function driveAgent(options: DriveOptions, { check }: CheckRunner): Promise<void> {
  const { id, seed, slipway, requests, home, cwd, env } = options;
  const known = new Set<string>();
  const answerTo = (turn: number, first: string, last: string): string =>
    `FAKE[${seed.api}] turn=${turn} first=${first} last=${last}`;
  const mustBeLogged = (turn: number, first: string, last: string): void => {
    const wanted = (seen: SeenRequest): boolean => seen.turn === turn && seen.first === first && seen.last === last;
    if (!requests.some((seen) => seen.api === seed.api && wanted(seen))) {
      const last10 = requests.slice(-10).map((seen) => `${seen.path} ${seen.turn} ${seen.first} ${seen.last}`);
      throw new CheckFailure("mismatch", `the model got no such turn: ${last10.join("; ")}`);
    }
  };
  const print = async (argv: readonly string[], turn: number, first: string, last: string): Promise<void> => {
    const ran = await slipway.runWell(["print", ...seed.options, ...argv, id, "say", last]);
    if (!ran.stdout.includes(answerTo(turn, first, last))) {
      throw new CheckFailure("mismatch", `the answer is not turn ${turn}: ${tail(ran.stdout + ran.stderr)}`);
    }
    mustBeLogged(turn, first, last);
  };
  const newSession = async (): Promise<ListedSession> => {
    const fresh = (await slipway.sessions()).filter((session) => session.agent === id && !known.has(session.id));
    const [session] = fresh;
    if (session === undefined || fresh.length > 1) {
      throw new CheckFailure("mismatch", `${fresh.length} new sessions are listed, not one`);
    }
    known.add(session.id);
    if (session.source !== seed.idSource) {
      throw new CheckFailure("mismatch", `the id is ${session.source}, not ${seed.idSource}`);
    }
    return session;
  };
  const mustSee = async (talk: TerminalTalk, pattern: RegExp, timeoutMs: number): Promise<void> => {
    if (await talk.sees(pattern, timeoutMs)) return;
    throw new CheckFailure("timeout", `${pattern.source} was not shown: ${tail(talk.screen())}`);
  };
  const quit = async (talk: TerminalTalk): Promise<void> => {
    await talk.rests();
    await talk.enter(seed.quit);
    const exitCode = await talk.ends(LIMITS.end);
    if (exitCode === undefined) throw new CheckFailure("timeout", `it did not end: ${tail(talk.screen())}`);
    if (exitCode !== 0) throw new CheckFailure("refused", `it ended with ${exitCode}: ${tail(talk.screen())}`);
  };
  const inTerminal = async (argv: readonly string[], body: (talk: TerminalTalk) => Promise<void>): Promise<void> => {
    const talk = talkInTerminal([...slipway.command, ...argv], { cwd, env });
    try {
      await body(talk);
      await quit(talk);
    } finally {
      await talk.ends(0);
    }
  };

  await check("adopt", async () => {
    const { stdout } = await slipway.runWell(["adopt", "--json", "--path", options.entry, "--yes", id]);
    const { version } = JSON.parse(stdout) as { version?: string };
    if (version !== options.version) throw new CheckFailure("mismatch", `the version is said to be ${version}`);
  });

  await check("print-new", () => print([], 1, "TAG-p1", "TAG-p1"));
  const printed = await check("print-id", newSession);
  await check("print-resume", () => print(["--resume", needs(printed, "session").id], 2, "TAG-p1", "TAG-p2"));

  await check("terminal-new", () =>
    inTerminal(["run", ...seed.options, id], async (talk) => {
      await mustSee(talk, seed.ready, LIMITS.ready);
      await talk.rests();
      await talk.enter("say TAG-t1");
      await mustSee(talk, asShown(answerTo(1, "TAG-t1", "TAG-t1")), LIMITS.answer);
      mustBeLogged(1, "TAG-t1", "TAG-t1");
    }),
  );
  const talked = await check("terminal-id", newSession);
  await check("terminal-store", () => {
    const session = needs(talked, "session");
    const stores = filesWith(home, session.id).filter((file) => !file.includes("slipway"));
    if (stores.length === 0) throw new CheckFailure("mismatch", `the agent keeps nothing under the id ${session.id}`);
  });
  await check("terminal-resume", () =>
    inTerminal(["resume", needs(talked, "session").id, "say", "TAG-t2"], async (talk) => {
      await mustSee(talk, asShown(answerTo(2, "TAG-t1", "TAG-t2")), LIMITS.ready + LIMITS.answer);
      mustBeLogged(2, "TAG-t1", "TAG-t2");
    }),
  );
  await check("terminal-resume-print", () => print(["--resume", needs(talked, "session").id], 3, "TAG-t1", "TAG-t3"));
  await check("one-session-each", async () => {
    const more = (await slipway.sessions()).filter((session) => !known.has(session.id));
    if (more.length > 0) throw new CheckFailure("mismatch", "a resume is listed as a new session");
  });

  await check("no-process-left", async () => {
    const deadline = Date.now() + LIMITS.lastProcess;
    while (otherProcesses().length > 0 && Date.now() < deadline) await sleep(100);
    const left = otherProcesses();
    if (left.length > 0) throw new CheckFailure("left-over", tail(left.join("; ")));
  });
}
