import { createHash } from "node:crypto";
import { appendFileSync, chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Agent, FactRow, Facts, IdEvent, Part } from "@slipway/manifest";
import { agentFromEntry, applyFacts } from "@slipway/manifest";
import type { FakeAgentName } from "@slipway/testkit";
import { FAKE_AGENT_NAMES, fakeAgentPath } from "@slipway/testkit";
import { describe, expect, it } from "vitest";
import type { LaunchRequest, Session, SessionEnd, SessionIdOutcome, SessionOutput } from "../src/index.js";
import { launch, resolveBinary, run } from "../src/index.js";
import { bindFile, makeFolder, take } from "./bind-for-test.js";
import { makeAgent, makeCell } from "./make-agent.js";
import { planFor } from "./plan-for-test.js";
import { readBytes } from "./read-output.js";

type Surface = "headless" | "pty";

const UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const OLD_ID = "11111111-2222-4333-8444-555555555555";

/** An agent with these arguments in every launch, whose id is read behind a label wherever that can stand. */
function modelAgent(args: readonly string[], when: "running" | "exit" = "running"): Agent {
  const search = `session id: (${UUID})`;
  const events = (...streams: ("pty" | "stdout" | "stderr")[]): IdEvent[] =>
    streams.map((stream) => ({ from: "text", stream, when, search }));
  const cells = (idEvents: IdEvent[]) => {
    const parts = (first: readonly string[]): Part[] => [{ slot: "args", args: [...first] }, { slot: "prompt" }];
    const prompt = { need: "optional" as const, deliveries: [{ via: "stdin" as const, args: [], sigils: "" }] };
    return {
      new: makeCell({ parts: parts(args), prompt, target: "minted", idEvents }),
      resume: makeCell({ parts: parts([...args, "--resume", "{UUID}"]), prompt, target: "id", idEvents }),
    };
  };
  return makeAgent({
    sessionId: { minter: "agent", reuse: "opens" },
    launch: { headless: cells(events("stdout", "stderr")), pty: cells(events("pty")) },
  });
}

/** One fake agent under test: what it is started with, how long it is left alone, and what has to come of it. */
type Case = {
  args?: (folder: string) => string[];
  surfaces?: readonly Surface[];
  when?: "exit";
  prompt?: string;
  /** What is done while it runs. */
  during?: (session: Session, waitFor: (text: string) => Promise<void>) => Promise<unknown>;
  end: Partial<SessionEnd>;
  /** `none` where it prints no id. */
  id?: "none";
  seen: (text: string, folder: string, surface: Surface) => void;
};

async function start(folder: string, name: FakeAgentName, found: Case, surface: Surface, sessionId?: string) {
  const plan = planFor(
    folder,
    {
      surface,
      ...(sessionId === undefined ? {} : { start: "resume", sessionId }),
      ...(found.prompt === undefined || surface === "pty" ? {} : { prompt: found.prompt }),
    },
    modelAgent(found.args?.(folder) ?? [], found.when),
  );
  const session = take(await launch(plan, { binary: bindFile(fakeAgentPath(name)) }));
  return { session, plan, ...collect(session.output) };
}

/** Reads everything, and tells when a text has been seen. */
function collect(output: SessionOutput) {
  let text = "";
  const waiting = new Map<string, () => void>();
  const read = async (): Promise<Buffer> => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of output) {
      chunks.push(chunk);
      text += Buffer.from(chunk).toString("latin1");
      for (const [wanted, tell] of waiting) if (text.includes(wanted)) tell();
    }
    return Buffer.concat(chunks);
  };
  const waitFor = (wanted: string): Promise<void> =>
    new Promise((resolve) => {
      if (text.includes(wanted)) resolve();
      else waiting.set(wanted, resolve);
    });
  return { bytes: read(), waitFor };
}

const both: readonly Surface[] = ["headless", "pty"];
const exited: Partial<SessionEnd> = { kind: "exited", exitCode: 0, survivors: [], outputCut: false };
const PROMPT = "what is asked \u6f22\n".repeat(4_000);

const CASES: Partial<Record<FakeAgentName, Case>> = {
  "echo-argv": {
    args: () => ["--echo-env"],
    end: exited,
    id: "none",
    seen: (text, folder) => {
      const line = text.trim().replaceAll("\r\n", "");
      const seen = JSON.parse(line) as { argv: string[]; cwd: string; env: Record<string, string> };
      expect(seen.cwd).toBe(folder);
      expect(seen.argv[0]).toBe("--echo-env");
      expect(seen.env["PWD"]).toBe(folder);
    },
  },
  flood: {
    args: () => ["3000000", "<END>"],
    end: exited,
    id: "none",
    seen: (text) => {
      expect(text.length).toBe(3_000_005);
      expect(text.endsWith("<END>")).toBe(true);
    },
  },
  "ignore-term": {
    end: { kind: "killed-by-host", reason: "terminate", signal: "SIGKILL", survivors: [] },
    id: "none",
    during: async (session, waitFor) => {
      await waitFor('"ready"');
      await session.terminate({ graceMs: 200 });
    },
    seen: (text) => expect(text).toContain('{"ignored":"SIGTERM"}'),
  },
  "leave-daemon": {
    args: () => ["--seconds", "30"],
    end: { kind: "exited", exitCode: 0 },
    id: "none",
    seen: (text) => expect(text).toMatch(/^\{"daemon":\d+\}\r?\n$/u),
  },
  "cut-id": {
    args: () => ["--colour", "--bytes", "--at", "30"],
    end: exited,
    seen: (text) => expect(text).toContain("\u001b[1m"),
  },
  "exit-while-writing": {
    args: (folder) => ["--report", join(folder, "taken")],
    end: exited,
    seen: (text, folder) => {
      const counters = text.slice(text.indexOf("\n") + 1);
      expect(counters.length).toBe(Number(readFileSync(join(folder, "taken"), "utf8")));
      const numbers = counters.split(",").slice(0, -1).map(Number);
      expect(numbers.every((number, index) => number === index)).toBe(true);
      expect(numbers.length).toBeGreaterThan(512);
    },
  },
  "split-utf8": {
    end: exited,
    seen: (text) => expect(text).toMatch(/caf\u00e9 \u6f22\u5b57 \u{1f99c}\r?\n\ufffd$/u),
  },
  "arm-paste": {
    surfaces: ["pty"],
    end: exited,
    during: async (session, waitFor) => {
      await waitFor("session id");
      session.write("typed\r");
    },
    seen: (text) => expect(text).toContain('{"pasted":[],"typed":"typed"}'),
  },
  "read-stdin": {
    surfaces: ["headless"],
    prompt: PROMPT,
    end: exited,
    seen: (text) => {
      const sha256 = createHash("sha256").update(PROMPT).digest("hex");
      expect(JSON.parse(text)).toEqual({ bytes: Buffer.byteLength(PROMPT), sha256 });
    },
  },
  "fork-grandchild": {
    args: () => ["--seconds", "30"],
    end: { kind: "exited", exitCode: 0 },
    seen: (text) => expect(text).toMatch(/\{"child":\d+,"grandchild":\d+\}/u),
  },
  crash: {
    end: { kind: "signalled", signal: "SIGSEGV", survivors: [] },
    seen: (text) => expect(text).toContain("session id: "),
  },
};

const rows = Object.entries(CASES).flatMap(([name, found]) =>
  (found.surfaces ?? both).flatMap((surface) => [
    [name as FakeAgentName, surface, "new", found] as const,
    [name as FakeAgentName, surface, "resume", found] as const,
  ]),
);

describe("when a fake agent is launched, its id learned, resumed, and ended", () => {
  it.each(rows)("holds for %s, %s, %s", async (name, surface, how, found) => {
    const folder = makeFolder();
    const resumed = how === "resume" ? OLD_ID : undefined;
    const { session, plan, bytes, waitFor } = await start(folder, name, found, surface, resumed);
    expect(plan.argv.slice(-2)[0] === "--resume").toBe(how === "resume");
    await found.during?.(session, waitFor);
    const end = await session.ended;
    const outcome = await session.id;
    // What it left behind on purpose is ended by the host, and was told before.
    const leaves = name === "leave-daemon" || name === "fork-grandchild";
    if (leaves) {
      expect(end.survivors.length).toBe(name === "leave-daemon" ? 1 : 2);
      expect((await session.terminate({ graceMs: 500 })).survivors).toEqual([]);
    }
    expect(end).toMatchObject(found.end);
    const text = (await bytes).toString("utf8");
    found.seen(text, folder, surface);
    expect(session.dropped).toBe(0);
    if (how === "resume") {
      expect(outcome).toMatchObject({ state: "known", id: OLD_ID } satisfies Partial<SessionIdOutcome>);
      return;
    }
    if (found.id === "none") {
      expect(outcome).toEqual({ state: "none" });
      return;
    }
    const printed = new RegExp(`session id: (?:\u001b\\[1m)?(${UUID})`, "u");
    const said = printed.exec(text.replaceAll("\u001b[1m", ""))?.[1];
    if (said !== undefined) expect(outcome.id).toBe(said);
    expect(outcome).toMatchObject({ state: "known", source: "captured", confidence: "likely" });
  });

  it("has a case for every fake agent but those that have tests of their own", () => {
    const own: FakeAgentName[] = ["parrot", "two-versions"];
    expect([...Object.keys(CASES), ...own].sort()).toEqual([...FAKE_AGENT_NAMES].sort());
  });
});

describe("when an id is cut and coloured in every place", () => {
  const LINE = 12 + 36;
  it.each<Surface>(both)("is learned whole each time, %s", async (surface) => {
    const folder = makeFolder();
    const binary = bindFile(fakeAgentPath("cut-id"));
    for (let at = 0; at <= LINE; at += 1) {
      const plan = planFor(folder, { surface }, modelAgent(["--at", String(at), "--colour"]));
      const session = take(await launch(plan, { binary }));
      const text = (await readBytes(session.output)).toString("utf8");
      const said = new RegExp(UUID, "u").exec(text.replaceAll("\u001b[1m", ""))?.[0];
      expect(await session.id).toEqual({
        state: "known",
        id: said,
        source: "captured",
        confidence: "likely",
        evidence: surface === "pty" ? "pty" : "stdout",
      });
    }
  });

  it.each<Surface>(both)("is learned from the last line behind 25 KB, %s", async (surface) => {
    const folder = makeFolder();
    const plan = planFor(folder, { surface }, modelAgent(["--exit"], "exit"));
    const session = take(await launch(plan, { binary: bindFile(fakeAgentPath("cut-id")) }));
    const text = (await readBytes(session.output)).toString("utf8");
    const said = new RegExp(UUID, "u").exec(text)?.[0];
    expect(await session.id).toMatchObject({ state: "known", id: said, source: "captured" });
  });
});

describe("when a program that was updated in place has other options", () => {
  const HEADLESS = {
    prompt: [{ how: "dashdash" as const, sigils: "" }],
    idEvents: [],
    approval: "plain" as const,
    switches: [],
  };
  const row = (versions: string, kind: "print" | "exec", resume: "print-resume" | "exec-resume"): FactRow => ({
    agent: "two",
    program: "two-versions",
    versions,
    versionFlag: "--version",
    sessionId: { minter: "agent", reuse: "opens", pattern: `^${UUID}$` },
    approval: { byDefault: "asks", bypassRefusedAsRoot: false },
    headless: { new: { kind, ...HEADLESS, idEvents: ["stderr-label"] }, resume: { kind: resume, ...HEADLESS } },
    exits: [],
    environment: [],
    evidence: { how: "run", version: "1.9.0" },
  });
  const facts: Facts = {
    updatedAt: "2026-11-30",
    rows: [row(">=1.0.0 <2.0.0", "print", "print-resume"), row(">=2.0.0 <3.0.0", "exec", "exec-resume")],
  };
  const entry = {
    id: "two",
    name: "Two",
    command: "two-versions",
    adapter: "cli" as const,
    flags: { print: ["-p", "{PROMPT}"], resume: ["--resume", "{UUID}"] },
  };
  it("is asked again after the update, and launched and resumed by what that version has", async () => {
    const root = makeFolder();
    for (const name of ["bin", "work", "state"]) mkdirSync(join(root, name), { mode: 0o700 });
    const path = join(root, "bin/two-versions");
    copyFileSync(fakeAgentPath("two-versions"), path);
    chmodSync(path, 0o755);
    const agent = take(agentFromEntry(entry, { trust: "first-party" }));
    const known = { ...agent, version: ["--version"] };
    const options = {
      workspace: join(root, "work"),
      stateDir: join(root, "state"),
      env: { HOME: root, PATH: join(root, "bin") },
    };
    const ask = async (request: Partial<LaunchRequest>) => {
      const { binary, version, drifted } = take(await resolveBinary(known, options));
      const refined = applyFacts(agent, version, facts);
      const result = await run(planFor(root, { surface: "headless", prompt: "hi", ...request }, refined), { binary });
      return { version, drifted, text: result.stdout.text, id: result.id.id, exitCode: result.exitCode };
    };
    const first = await ask({});
    expect(first).toMatchObject({ version: "1.9.0", text: "hi [1.9.0]\n", exitCode: 0 });
    expect(await ask({ start: "resume", sessionId: OLD_ID })).toMatchObject({ text: "hi [1.9.0]\n", id: OLD_ID });

    writeFileSync(join(root, "bin/version"), "2");
    appendFileSync(path, "\n");
    expect(await ask({})).toMatchObject({ version: "2.0.0", drifted: true, text: "hi [2.0.0]\n", exitCode: 0 });
    expect(await ask({ start: "resume", sessionId: OLD_ID })).toMatchObject({
      drifted: false,
      text: "hi [2.0.0]\n",
      id: OLD_ID,
    });
  });
});
