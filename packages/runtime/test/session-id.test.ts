import type { IdEvent } from "@slipway/manifest";
import { parrotPath } from "@slipway/testkit";
import { describe, expect, it } from "vitest";
import type { LaunchPlan } from "../src/index.js";
import { launch, planLaunch, run } from "../src/index.js";
import { learnSessionId } from "../src/launch/learn-session-id.js";
import { bindFile, bindNode, makeFolder, take } from "./bind-for-test.js";
import { makeParrot } from "./make-agent.js";
import { planFor } from "./plan-for-test.js";
import { readBytes, readUntil } from "./read-output.js";

const A = "11111111-1111-4111-8111-111111111111";
const B = "22222222-2222-4222-8222-222222222222";
const UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const JSONL: IdEvent = { from: "jsonl", stream: "stdout", where: { type: "start" }, key: "thread", needsReport: false };
const EXIT: IdEvent = { from: "text", stream: "pty", when: "exit", search: `agent resume (${UUID})` };
const RUNNING: IdEvent = { from: "text", stream: "stderr", when: "running", search: `session id: (${UUID})` };

function planWith(idEvents: IdEvent[], more: Partial<LaunchPlan["session"]> = {}): LaunchPlan {
  const plan = planFor("/t", { surface: "headless" });
  return { ...plan, session: { target: "minted", knownWhen: "running", idEvents, ...more } };
}

describe("when the fake agent is launched, and resumed", () => {
  it("learns the minted id in a terminal, written in pieces with colours, and carries the conversation on", async () => {
    const home = makeFolder();
    const binary = bindFile(parrotPath());
    const env = { ...process.env, HOME: home };
    const plan = take(
      planLaunch(makeParrot(), { surface: "pty", start: "new", prompt: "one", cwd: home, tmpdir: home }),
    );
    const first = take(await launch(plan, { binary, env }));
    const id = await first.id;
    expect(id).toMatchObject({ state: "known", source: "captured", confidence: "likely", evidence: "pty" });
    await readUntil(first.output, "[turn 1]");
    first.write("/quit\r");
    await readBytes(first.output);
    expect(await first.ended).toMatchObject({ kind: "exited", exitCode: 0, survivors: [] });

    const resume = { start: "resume", sessionId: id.id as string, cwd: home, tmpdir: home } as const;
    const second = await run(take(planLaunch(makeParrot(), { surface: "headless", prompt: "-two", ...resume })), {
      binary,
      env,
    });
    expect(second.stdout.text).toContain("parrot heard: -two [turn 2]");
    expect(second.id).toEqual({ state: "known", id: id.id, source: "supplied", confidence: "certain" });

    const third = take(
      await launch(take(planLaunch(makeParrot(), { surface: "pty", prompt: "three", ...resume })), { binary, env }),
    );
    expect(await readUntil(third.output, "[turn 3]")).toContain("parrot heard: three [turn 3]");
    await third.terminate();
  });

  it("learns it headless from stderr, and from a JSON event when structured output is asked for", async () => {
    const home = makeFolder();
    const options = { binary: bindFile(parrotPath()), env: { ...process.env, HOME: home } };
    const request = { surface: "headless", start: "new", prompt: "x", cwd: home, tmpdir: home } as const;
    const text = await run(take(planLaunch(makeParrot(), request)), options);
    expect(text.id).toMatchObject({ state: "known", source: "captured", evidence: "stderr" });
    expect(text.stderr.text).toContain(text.id.id);
    const json = await run(take(planLaunch(makeParrot(), { ...request, report: true })), options);
    expect(json.id).toMatchObject({ state: "known", source: "event", confidence: "certain" });
  });

  it("reports an unknown conversation as the agent's own failure", async () => {
    const home = makeFolder();
    const plan = take(
      planLaunch(makeParrot(), {
        surface: "headless",
        start: "resume",
        sessionId: A,
        prompt: "x",
        cwd: home,
        tmpdir: home,
      }),
    );
    const result = await run(plan, { binary: bindFile(parrotPath()), env: { ...process.env, HOME: home } });
    expect(result).toMatchObject({ ok: false, exitCode: 1 });
    expect(result.stderr.text).not.toBe("");
  });
});

describe("when what is typed looks like the agent's own line", () => {
  it("does not take the terminal's echo of it for the id, and takes the line that follows", async () => {
    const folder = makeFolder();
    const body = `
process.stdin.once("data", () => {
  process.stdout.write("session id: ${B}\\r\\n");
  process.stdin.pause();
});
process.stdout.write("ready\\r\\n");`;
    const event: IdEvent = { from: "text", stream: "pty", when: "running", search: `session id: (${UUID})` };
    const plan = planFor(folder, { surface: "pty" });
    const session = take(
      await launch(
        { ...plan, session: { target: "minted", knownWhen: "running", idEvents: [event] } },
        { binary: bindNode(folder, body), env: process.env },
      ),
    );
    await readUntil(session.output, "ready");
    session.write(`session id: ${A}\r`);
    const output = Buffer.from(await readBytes(session.output)).toString("utf8");
    expect(output).toContain(A);
    expect(await session.id).toMatchObject({ state: "known", id: B, source: "captured" });
    await session.ended;
  });
});

describe("when an id stands only in the exit line", () => {
  it("takes the last one after the alternate screen, from a real terminal", async () => {
    const folder = makeFolder();
    const body = `
process.stdout.write("\\x1b[?1049h" + "agent resume ${A}\\r\\n".repeat(3));
process.stdout.write("\\x1b[?1049l");
process.stdout.write("To continue: agent resume \\x1b[1m${B.slice(0, 9)}\\x1b[0m");
process.stdout.write("${B.slice(9)}\\n");`;
    const base = planFor(folder, { surface: "pty" });
    const plan: LaunchPlan = { ...base, session: { target: "minted", knownWhen: "exit", idEvents: [EXIT] } };
    const session = take(await launch(plan, { binary: bindNode(folder, body) }));
    await readBytes(session.output);
    await session.ended;
    expect(await session.id).toEqual({
      state: "known",
      id: B,
      source: "captured",
      confidence: "likely",
      evidence: "pty at exit",
    });
  });

  it("is learned without anybody reading the output", async () => {
    const folder = makeFolder();
    const base = planFor(folder, { surface: "pty" });
    const plan: LaunchPlan = { ...base, session: { target: "minted", knownWhen: "exit", idEvents: [EXIT] } };
    const body = `process.stdout.write("x".repeat(400000) + "\\nagent resume ${B}\\n")`;
    const session = take(await launch(plan, { binary: bindNode(folder, body) }));
    expect(await session.id).toMatchObject({ state: "known", id: B });
    expect(session.dropped).toBeGreaterThan(0);
    await session.ended;
  });
});

describe("when ids are claimed in output", () => {
  const feed = async (plan: LaunchPlan, parts: ["stdout" | "stderr", string][]) => {
    const learner = learnSessionId(plan);
    for (const [stream, text] of parts) learner.push(stream, Buffer.from(text));
    learner.end();
    return learner.id;
  };

  it("searches the declared stream only", async () => {
    expect(await feed(planWith([RUNNING]), [["stdout", `session id: ${A}\n`]])).toEqual({ state: "none" });
    expect(
      await feed(planWith([RUNNING]), [
        ["stdout", `session id: ${A}\n`],
        ["stderr", `session id: ${B}\n`],
      ]),
    ).toMatchObject({ id: B });
  });

  it("keeps the first and is never rebound", async () => {
    expect(
      await feed(planWith([RUNNING]), [
        ["stderr", `session id: ${A}\n`],
        ["stderr", `session id: ${B}\n`],
      ]),
    ).toMatchObject({ id: A });
  });

  it("lets a captured id win over the supplied one and keeps both, else falls back to the supplied one", async () => {
    const plan = planWith([RUNNING], { target: "own-id", id: A });
    expect(await feed(plan, [["stderr", `session id: ${B}\n`]])).toMatchObject({
      id: B,
      evidence: `stderr; the launch carried ${A}`,
    });
    expect(await feed(plan, [["stderr", "nothing"]])).toEqual({
      state: "known",
      id: A,
      source: "supplied",
      confidence: "certain",
    });
  });

  it("puts JSON lines together across chunks, skips broken and huge ones, and wants the named members", async () => {
    const line = JSON.stringify({ type: "start", thread: A });
    for (let cut = 0; cut <= line.length; cut += 1)
      expect(
        await feed(planWith([JSONL]), [
          ["stdout", `{broken\n${line.slice(0, cut)}`],
          ["stdout", `${line.slice(cut)}\n`],
        ]),
      ).toEqual({
        state: "known",
        id: A,
        source: "event",
        confidence: "certain",
        evidence: "stdout event",
      });
    const huge = `{"type":"start","thread":"${B}","pad":"${"x".repeat(1024 * 1024)}"}\n`;
    expect(
      await feed(planWith([JSONL]), [
        ["stdout", huge],
        ["stdout", `${line}\n`],
      ]),
    ).toMatchObject({ id: A });
    expect(
      await feed(planWith([JSONL]), [
        ["stdout", `{"type":"text","thread":"${A}"}\n[1]\nnull\n{"type":"start","thread":7}\n`],
      ]),
    ).toEqual({
      state: "none",
    });
    expect(await feed(planWith([JSONL]), [["stdout", '{"type":"start","thread":"--yolo"}']])).toEqual({
      state: "none",
    });
    expect(await feed(planWith([JSONL]), [["stdout", line]])).toMatchObject({ id: A });
  });

  it("accepts only what has the agent's form, and nothing when that form cannot be used", async () => {
    const line = JSON.stringify({ type: "start", thread: A });
    expect(await feed(planWith([JSONL], { pattern: "^ses_[a-z]{4}$" }), [["stdout", line]])).toEqual({ state: "none" });
    expect(await feed(planWith([JSONL], { pattern: "(a+)+" }), [["stdout", line]])).toEqual({ state: "none" });
  });
});
