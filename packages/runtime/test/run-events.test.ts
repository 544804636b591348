import { join } from "node:path";
import type { Agent, ReportFormat } from "@slipway/manifest";
import { describe, expect, it } from "vitest";
import type { AgentEvent, LaunchPlan, RunResult } from "../src/index.js";
import { RUN_EVENTS_MAX, RuntimeError, run } from "../src/index.js";
import { bindNode, makeFolder } from "./bind-for-test.js";
import { makeAgent, makeCell } from "./make-agent.js";
import { planFor } from "./plan-for-test.js";

const PARTS = [{ slot: "report", args: ["--json"] }, { slot: "extra" }, { slot: "prompt" }] as const;

/** An agent whose structured output has this form. */
function reporter(format?: ReportFormat): Agent {
  const cell = makeCell({ parts: [...PARTS].map((part) => ({ ...part })) as never });
  return makeAgent({
    launch: { headless: { new: { ...cell, ...(format === undefined ? {} : { reportFormat: format }) } } },
  });
}

const say = (text: string) =>
  JSON.stringify({ type: "item.completed", item: { id: "i", type: "agent_message", text } });
const SAY = `const say = (text) => console.log(JSON.stringify({ type: "item.completed", item: { type: "agent_message", text } }));`;

/** A plan with structured output, and a program that does this. */
function prepare(body: string, report = true): { plan: LaunchPlan; binary: ReturnType<typeof bindNode> } {
  const folder = makeFolder();
  const plan = planFor(folder, { surface: "headless", report }, reporter("codex-jsonl"));
  return { plan, binary: bindNode(folder, `${SAY}\n${body}`) };
}

const texts = (events: readonly AgentEvent[]) => events.map((event) => event.kind === "text" && event.text);

describe("when a run has structured output", () => {
  it("gives answer and events beside the plain output, and tells each event before the end", async () => {
    const { plan, binary } = prepare(
      'console.log("a banner"); say("one"); say("two"); setTimeout(() => { process.exitCode = 3; }, 300);',
    );
    expect(plan).toMatchObject({ reportFormat: "codex-jsonl", argv: ["--json"] });
    const told: AgentEvent[] = [];
    let isOver = false;
    const ran = await run(plan, {
      binary,
      onEvent: (event) => {
        expect(isOver).toBe(false);
        told.push(event);
      },
    }).finally(() => {
      isOver = true;
    });
    expect(ran).toMatchObject({
      ok: false,
      exitCode: 3,
      answer: { state: "given", text: "two", truncated: false },
      eventsDropped: 0,
      unknownEvents: 0,
      unreadableLines: 1,
      issues: [],
    });
    expect(texts(ran.events)).toEqual(["one", "two"]);
    expect(told).toEqual(ran.events);
    expect(ran.stdout.text).toBe(
      `a banner\n${[say("one"), say("two")].map((line) => line.replace('"id":"i",', "")).join("\n")}\n`,
    );
  });

  it("tells of the session before its first event, and of a listener of that which fails", async () => {
    const { plan, binary } = prepare("say(String(process.pid));");
    const told: unknown[] = [];
    const ran = await run(plan, {
      binary,
      onStart: ({ pid, id }) => {
        told.push(pid);
        void id.then(({ state }) => told.push(state));
        throw new Error("boom");
      },
      onEvent: (event) => told.push(Number(event.kind === "text" && event.text)),
    });
    expect(told[0]).toBe(told.find((one) => typeof one === "number"));
    expect(new Set(told)).toEqual(new Set([told[0], "none"]));
    expect(told).toHaveLength(3);
    expect(ran.issues.map(({ code, message }) => [code, message])).toEqual([
      ["RUNTIME_CALLBACK_FAILED", "onStart failed: boom"],
    ]);
  });

  it("reads the last line without its end", async () => {
    const { plan, binary } = prepare(`process.stdout.write(${JSON.stringify(say("last"))})`);
    expect((await run(plan, { binary })).answer).toMatchObject({ text: "last" });
  });

  it("makes the child wait while a listener does", async () => {
    const { plan, binary } = prepare("for (let at = 0; at < 400; at += 1) say(String(at).padEnd(4_000));");
    let running = 0;
    let most = 0;
    const ran = await run(plan, {
      binary,
      onEvent: async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise(setImmediate);
        running -= 1;
      },
    });
    expect(most).toBe(1);
    expect(ran.events).toHaveLength(400);
  });

  it.each([
    [
      "throws",
      () => {
        throw new Error("boom");
      },
    ],
    ["rejects", () => Promise.reject(new Error("boom"))],
    [
      "throws no error",
      () => {
        throw "boom";
      },
    ],
  ])("tells of a listener that %s, once, and goes on without it", async (_, fail) => {
    const { plan, binary } = prepare('say("one"); say("two");');
    let calls = 0;
    const ran = await run(plan, {
      binary,
      onEvent: () => {
        calls += 1;
        return fail();
      },
    });
    expect(calls).toBe(1);
    expect(ran).toMatchObject({ ok: true, answer: { text: "two" } });
    expect(ran.issues).toMatchObject([
      { code: "RUNTIME_CALLBACK_FAILED", severity: "warning", message: expect.stringContaining("boom") },
    ]);
  });

  it("keeps a bounded number of events, tells all, and keeps the answer", async () => {
    const { plan, binary } = prepare(`for (let at = 0; at < ${RUN_EVENTS_MAX + 5}; at += 1) say(String(at));`);
    let told = 0;
    const ran = await run(plan, {
      binary,
      onEvent: () => {
        told += 1;
      },
    });
    expect(ran.events).toHaveLength(RUN_EVENTS_MAX);
    expect(ran.eventsDropped).toBe(5);
    expect(told).toBe(RUN_EVENTS_MAX + 5);
    expect(ran.answer).toMatchObject({ text: String(RUN_EVENTS_MAX + 4) });
  });

  it("keeps a bounded size of events, without holes", async () => {
    const { plan, binary } = prepare('say("a"); say("b".repeat(1_000)); say("c");');
    const ran = await run(plan, { binary, maxOutputBytes: 500 });
    expect(texts(ran.events)).toEqual(["a"]);
    expect(ran.eventsDropped).toBe(2);
    expect(ran.stdout).toMatchObject({ truncated: true });
    expect(ran.answer).toMatchObject({ text: "c" });
  });
});

describe("when a run has no structured output", () => {
  it("takes plain output for no answer, whatever it looks like", async () => {
    const { plan, binary } = prepare('say("one");', false);
    expect(plan).not.toHaveProperty("reportFormat");
    expect(await run(plan, { binary })).toMatchObject({
      ok: true,
      answer: { state: "absent", reason: "no-report" },
      events: [],
      unreadableLines: 0,
    });
  });

  it("gives none when nobody has said how to read it", async () => {
    const folder = makeFolder();
    const plan = planFor(folder, { surface: "headless", report: true }, reporter());
    const ran = await run(plan, { binary: bindNode(folder, `${SAY} say("one");`) });
    expect(plan.argv).toEqual(["--json"]);
    expect(ran.answer).toEqual({ state: "absent", reason: "no-report" });
  });
});

describe("when a run fails", () => {
  /** The members that every result has, and those that depend on how it ended. */
  const shape = (ran: RunResult) =>
    Object.keys(ran)
      .filter((key) => key !== "exitCode" && key !== "signal")
      .sort();

  it("has the shape of a success, refused, failed, signalled or late", async () => {
    const { plan, binary } = prepare('say("one");');
    const good = await run(plan, { binary });
    const refused = await run({ ...plan, cwd: join(plan.cwd, "missing") }, { binary });
    expect(refused).toMatchObject({
      ok: false,
      answer: { state: "absent", reason: "not-started" },
      end: { kind: "spawn-failed" },
    });
    const terminal = await run({ ...plan, surface: "pty" }, { binary });
    expect(terminal.issues.map(({ code }) => code)).toEqual(["RUNTIME_WRONG_SURFACE"]);
    const killed = prepare('say("one"); process.kill(process.pid, "SIGKILL"); setInterval(() => {}, 1_000);');
    const signalled = await run(killed.plan, killed);
    expect(signalled).toMatchObject({ ok: false, signal: "SIGKILL", timedOut: false, end: { kind: "signalled" } });
    const slow = prepare('say("one"); setInterval(() => {}, 1_000);');
    const late = await run(slow.plan, { ...slow, timeoutMs: 1_500 });
    expect(late).toMatchObject({ ok: false, timedOut: true, signal: "SIGTERM", answer: { text: "one" } });
    for (const other of [refused, terminal, signalled, late]) expect(shape(other)).toEqual(shape(good));
  });

  it("is not late when it ended by itself", async () => {
    const { plan, binary } = prepare("");
    expect(await run(plan, { binary, timeoutMs: 2 ** 31 - 1 })).toMatchObject({ ok: true, timedOut: false });
  });

  it("refuses a time that a timer cannot wait, and what is no function", async () => {
    const { plan, binary } = prepare("");
    for (const wrong of [
      { timeoutMs: 2 ** 31 },
      { timeoutMs: 0 },
      { maxOutputBytes: -1 },
      { onEvent: 7 as never },
      { onStart: 7 as never },
    ])
      await expect(run(plan, { binary, ...wrong })).rejects.toThrow(RuntimeError);
  });
});
