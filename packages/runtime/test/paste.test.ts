import type { Delivery } from "@slipway/manifest";
import { fakeAgentPath } from "@slipway/testkit";
import { describe, expect, it } from "vitest";
import type { LaunchRequest, Session } from "../src/index.js";
import { launch, PASTE_MAX_BYTES, TYPED_MAX_LENGTH } from "../src/index.js";
import { bindFile, codesOf, makeFolder, take } from "./bind-for-test.js";
import { makeAgent, makeCell } from "./make-agent.js";
import { planFor } from "./plan-for-test.js";
import { readBytes, readUntil } from "./read-output.js";

/** Quick enough for a test, in proportion to what agents need. */
const typing = { afterReadyMs: 60, betweenKeysMs: 3, beforeEnterMs: 120 };
const PASTE: Delivery = { via: "paste", sigils: "" };

async function start(args: string[] = [], request: Partial<LaunchRequest> = {}): Promise<Session> {
  const pty = makeCell({
    parts: [{ slot: "extra" }, { slot: "prompt" }],
    prompt: { need: "optional", deliveries: [PASTE] },
  });
  const agent = makeAgent({
    launch: { pty: { new: pty }, headless: { new: makeCell() } },
    terminal: { ready: "bracketed-paste", typing, gates: [], prefixes: "" },
  });
  const plan = planFor(makeFolder(), { surface: "pty", extraArgs: args, ...request }, agent);
  return take(await launch(plan, { binary: bindFile(fakeAgentPath("arm-paste")) }));
}

/** What the program says that it was given. */
async function readAnswer(session: Session): Promise<{ pasted: string[]; typed: string }> {
  const text = (await readBytes(session.output)).toString("utf8");
  return JSON.parse(/\{"pasted".*\}/u.exec(text)?.[0] ?? "null");
}

describe("when a text is pasted into a running session", () => {
  it("arrives as one paste once the program takes pastes, and Enter follows", async () => {
    const session = await start();
    await readUntil(session.output, "> ");
    const pasted = session.paste("one\ttwo\r\nthree\rfour \u6f22", { submit: true });
    const answer = readAnswer(session);
    expect(await pasted).toEqual({ ok: true, value: { how: "bracketed", submitted: true }, issues: [] });
    expect(await answer).toEqual({ pasted: ["one\ttwo\nthree\nfour \u6f22"], typed: "" });
    expect((await session.ended).kind).toBe("exited");
  });

  it("comes after the prompt of the plan, and several come one after the other", async () => {
    const session = await start(["--after", "10"], { prompt: "first" });
    const later = [session.paste("second"), session.paste("third")];
    // The program ends at the first Enter, which is the prompt's: what was to follow is told as not written.
    expect(await readAnswer(session)).toEqual({ pasted: ["first"], typed: "" });
    await session.ended;
    expect(await session.promptDelivery).toBe("delivered");
    // None of them is left waiting.
    expect(await Promise.all(later)).toHaveLength(2);
  });

  it("keeps the order of pastes and waits for no Enter that was not asked for", async () => {
    const session = await start();
    await readUntil(session.output, "> ");
    const all = [session.paste("a"), session.paste("b"), session.paste("c", { submit: true })];
    expect(await readAnswer(session)).toEqual({ pasted: ["a", "b", "c"], typed: "" });
    for (const one of all) expect((await one).ok).toBe(true);
  });

  it("types one line key by key where no paste is taken, and never several lines", async () => {
    const session = await start(["--plain"]);
    await readUntil(session.output, "session id");
    expect(codesOf(await session.paste("one\ntwo"))).toEqual(["RUNTIME_PASTE_REFUSED"]);
    expect(codesOf(await session.paste("x".repeat(TYPED_MAX_LENGTH + 1)))).toEqual(["RUNTIME_PASTE_REFUSED"]);
    const typed = session.paste("one two \u6f22", { submit: true });
    expect(await readAnswer(session)).toEqual({ pasted: [], typed: "one two \u6f22" });
    expect(await typed).toMatchObject({ ok: true, value: { how: "typed", submitted: true } });
  });

  it.each([
    ["the end of a paste inside it", "a\u001b[201~\rrm -rf ~\r"],
    ["an escape sequence", "a\u001b]52;c;eA==\u0007"],
    ["Ctrl-C", "a\u0003"],
    ["a C1 control", "a\u009b1m"],
    ["NUL", "a\0b"],
    ["half of a surrogate pair", "a\ud83e"],
    ["too much", "x".repeat(PASTE_MAX_BYTES + 1)],
    ["nothing", ""],
  ])("refuses a text with %s and writes none of it", async (_what, text) => {
    const session = await start();
    await readUntil(session.output, "> ");
    expect(codesOf(await session.paste(text, { submit: true }))).toEqual(["RUNTIME_PASTE_REFUSED"]);
    expect((await session.paste("clean", { submit: true })).ok).toBe(true);
    expect(await readAnswer(session)).toEqual({ pasted: ["clean"], typed: "" });
  });

  it("is refused after the end and without a terminal, with the reason", async () => {
    const session = await start();
    await session.terminate({ graceMs: 100 });
    await session.ended;
    const late = await session.paste("x");
    expect([codesOf(late), late.issues[0]?.message]).toEqual([["RUNTIME_PASTE_REFUSED"], "the session has ended"]);
    const headless = await start([], { surface: "headless" });
    expect((await headless.paste("x")).issues[0]?.message).toBe("the session has no terminal");
    await headless.ended;
  });
});
