import { appendFileSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { IdEvent } from "@slipway/manifest";
import { describe, expect, it } from "vitest";
import type { LaunchOptions, SessionProbe } from "../src/index.js";
import { launch, probeRollouts, reconcileSessions } from "../src/index.js";
import { bindNode, makeFolder, take } from "./bind-for-test.js";
import { makeAgent, makeCell } from "./make-agent.js";
import { planFor } from "./plan-for-test.js";

const ID = (digit: number): string => `${String(digit).repeat(8)}-1111-4111-8111-111111111111`;
const UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const NOW = new Date(2026, 10, 30, 12).getTime();

const meta = (id: string, cwd: string) =>
  `${JSON.stringify({ type: "session_meta", payload: { session_id: id, id, cwd, base_instructions: "x".repeat(90_000) } })}\n`;

/** Writes the first line of a conversation of that day. */
function plant(root: string, id: string, cwd: string, day = "2026/11/30", text = meta(id, cwd)): string {
  const path = join(root, day, `rollout-2026-11-30T12-00-00-${id}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

describe("when a store of rollouts is read", () => {
  it("gives the conversations of the directory, through links of it, and no others", async () => {
    const root = makeFolder();
    const [cwd, other] = [makeFolder(), makeFolder()];
    const probe = probeRollouts(root, cwd, () => NOW);
    expect(await probe.list()).toEqual(new Set());
    plant(root, ID(1), cwd);
    plant(root, ID(2), other);
    const link = join(other, "link");
    symlinkSync(cwd, link);
    plant(root, ID(3), link, "2026/12/01");
    plant(root, ID(4), cwd, "2026/11/29");
    plant(root, ID(5), cwd, "2026/11/28");
    expect(await probe.list()).toEqual(new Set([ID(1), ID(3), ID(4)]));
  });

  it("passes over what is no conversation: links, pipes, other names, other ids, other lines", async () => {
    const root = makeFolder();
    const cwd = makeFolder();
    const real = plant(root, ID(1), cwd);
    symlinkSync(real, join(dirname(real), `rollout-2026-11-30T12-00-00-${ID(2)}.jsonl`));
    writeFileSync(join(dirname(real), `rollout-${ID(3)}.json`), meta(ID(3), cwd));
    plant(root, ID(4), cwd, undefined, meta(ID(5), cwd));
    plant(root, ID(6), cwd, undefined, "no JSON\n");
    plant(root, ID(7), cwd, undefined, '{"payload":null}\n');
    plant(root, ID(8), cwd, undefined, `${"x".repeat(1_100_000)}\n`);
    mkdirSync(join(dirname(real), `rollout-2026-11-30T12-00-00-${ID(9)}.jsonl`));
    expect(await probeRollouts(root, cwd, () => NOW).list()).toEqual(new Set([ID(1)]));
  });

  it("waits for a first line that is still written", async () => {
    const root = makeFolder();
    const cwd = makeFolder();
    const probe = probeRollouts(root, cwd, () => NOW);
    const whole = meta(ID(1), cwd);
    const path = plant(root, ID(1), cwd, undefined, whole.slice(0, 100));
    expect(await probe.list()).toEqual(new Set());
    appendFileSync(path, whole.slice(100));
    expect(await probe.list()).toEqual(new Set([ID(1)]));
  });

  it("says that a folder cannot be read, which is not that it is empty", async () => {
    const root = makeFolder();
    mkdirSync(join(root, "2026/11"), { recursive: true });
    // A link to itself is refused to everybody, root included.
    symlinkSync("30", join(root, "2026/11/30"));
    expect(await probeRollouts(root, root, () => NOW).list()).toBeNull();
  });
});

describe("when the store before the launch is compared with the store now", () => {
  const set = (...digits: number[]) => new Set(digits.map(ID));
  it.each([
    ["one is new", set(1), set(1, 2), { state: "one", id: ID(2) }],
    ["several are new", set(1), set(1, 2, 3), { state: "several", ids: [ID(2), ID(3)] }],
    ["none is new", set(1, 2), set(1), { state: "none" }],
    ["the first look failed", null, set(1), { state: "unreadable" }],
    ["the second look failed", set(1), null, { state: "unreadable" }],
  ])("tells that %s", (_what, before, now, expected) => {
    expect(reconcileSessions(before, now)).toEqual(expected);
  });
});

describe("when the id of a new conversation lies in the agent's store", () => {
  const STORE: IdEvent = { from: "store", layout: "codex-rollouts" };
  const TEXT: IdEvent = { from: "text", stream: "stdout", when: "running", search: `session id: (${UUID})` };

  /** Runs a program that does `body`; `home` is where its store lies. */
  async function runWith(
    idEvents: IdEvent[],
    body: (home: string, cwd: string) => string,
    more: Partial<LaunchOptions> = {},
  ) {
    const [home, cwd] = [makeFolder(), makeFolder()];
    const cell = makeCell({ target: "minted", idEvents });
    const agent = makeAgent({ sessionId: { minter: "agent", reuse: "unknown" }, launch: { headless: { new: cell } } });
    plantOld(home, cwd);
    const session = take(
      await launch(planFor(cwd, { surface: "headless" }, agent), {
        binary: bindNode(makeFolder(), `${WRITER}\n${body(home, cwd)}`),
        env: { HOME: home, PATH: process.env["PATH"] },
        ...more,
      }),
    );
    await session.ended;
    return session.id;
  }
  const plantOld = (home: string, cwd: string): void => {
    const day = new Date();
    const folder = `${day.getFullYear()}/${String(day.getMonth() + 1).padStart(2, "0")}/${String(day.getDate()).padStart(2, "0")}`;
    plant(join(home, ".codex/sessions"), ID(9), cwd, folder);
  };
  const WRITER = `
    const fs = require("node:fs");
    const write = (id, cwd = process.cwd()) => {
      const day = new Date();
      const pad = (value) => String(value).padStart(2, "0");
      const folder = [process.env.HOME, ".codex/sessions", day.getFullYear(), pad(day.getMonth() + 1), pad(day.getDate())].join("/");
      fs.mkdirSync(folder, { recursive: true });
      fs.writeFileSync(folder + "/rollout-2026-11-30T12-00-00-" + id + ".jsonl", JSON.stringify({ payload: { id, cwd } }) + "\\n");
    };`;

  it("is adopted when it is the one new there", async () => {
    expect(await runWith([STORE], () => `write("${ID(1)}"); write("${ID(2)}", "/elsewhere");`)).toEqual({
      state: "known",
      id: ID(1),
      source: "adopted",
      confidence: "likely",
      evidence: "the one new in the store",
    });
  });

  it("is ambiguous when several are new, and never guessed", async () => {
    expect(await runWith([STORE], () => `write("${ID(1)}"); write("${ID(2)}");`)).toEqual({
      state: "ambiguous",
      source: "adopted",
      evidence: "2 are new in the store",
    });
  });

  it("is none when nothing is new, and when the store cannot be read", async () => {
    expect(await runWith([STORE], () => "")).toEqual({ state: "none" });
    const unreadable: SessionProbe = { list: () => Promise.reject(new Error("no")) };
    expect(await runWith([STORE], () => `write("${ID(1)}");`, { probe: unreadable })).toEqual({ state: "none" });
  });

  it("is adopted while the agent runs, and stays what it is", async () => {
    const body = () => `write("${ID(1)}"); setTimeout(() => write("${ID(2)}"), 2500); setTimeout(() => {}, 2600);`;
    expect(await runWith([STORE], body)).toMatchObject({ state: "known", id: ID(1), source: "adopted" });
  });

  it("makes a printed id certain when it is new there", async () => {
    const body = () => `write("${ID(1)}"); console.log("session id: ${ID(1)}"); setTimeout(() => {}, 300);`;
    expect(await runWith([TEXT, STORE], body)).toEqual({
      state: "known",
      id: ID(1),
      source: "captured",
      confidence: "certain",
      evidence: "stdout; new in the store",
    });
  });

  it("makes a printed id low that is an older conversation's: whoever writes the output could name it", async () => {
    const body = () => `write("${ID(1)}"); console.log("session id: ${ID(9)}"); setTimeout(() => {}, 300);`;
    expect(await runWith([TEXT, STORE], body)).toMatchObject({
      id: ID(9),
      confidence: "low",
      evidence: "stdout; not new in the store",
    });
  });

  it("leaves a printed id as it is when the store cannot be read", async () => {
    const body = () => `console.log("session id: ${ID(1)}");`;
    const probe: SessionProbe = { list: async () => null };
    expect(await runWith([TEXT, STORE], body, { probe })).toMatchObject({ id: ID(1), confidence: "likely" });
  });
});
