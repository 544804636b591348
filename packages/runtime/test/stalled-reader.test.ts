import { readdirSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { fakeAgentPath } from "@slipway/testkit";
import { describe, expect, it } from "vitest";
import type { LaunchOptions, Session } from "../src/index.js";
import { launch, OUTPUT_RING_BYTES } from "../src/index.js";
import { bindFile, codesOf, makeFolder, take } from "./bind-for-test.js";
import { planFor } from "./plan-for-test.js";

const BYTES = 8_000_000;
type Surface = "headless" | "pty";
const surfaces: Surface[] = ["headless", "pty"];

/** Starts a program that writes 8 MB of counters and ends. */
async function flood(folder: string, surface: Surface, stall: LaunchOptions["stall"]): Promise<Session> {
  const plan = planFor(folder, { surface, extraArgs: [String(BYTES), "<END>"] });
  return take(await launch(plan, { binary: bindFile(fakeAgentPath("flood")), ...(stall && { stall }) }));
}

/** Takes one chunk, then nothing for a while, then the rest. The bytes, and where how many are missing. */
async function readAfter(session: Session, idle: () => Promise<unknown>) {
  const chunks: Uint8Array[] = [];
  const gaps: { at: number; bytes: number }[] = [];
  let at = 0;
  for await (const chunk of session.output) {
    if (chunk.gapBefore !== undefined) gaps.push({ at, bytes: chunk.gapBefore });
    chunks.push(Buffer.from(chunk));
    at += chunk.length;
    if (chunks.length === 1) await idle();
  }
  return { text: Buffer.concat(chunks).toString("latin1"), gaps };
}

const whole = (): string =>
  `${Array.from({ length: BYTES / 8 }, (_, n) => `${String(n).padStart(7, "0")},`).join("")}<END>`;

describe("when an attached reader stops reading", () => {
  it.each(surfaces)("lets the child wait, for ever unless said otherwise: %s", async (surface) => {
    const session = await flood(makeFolder(), surface, { maxHoldMs: 50 });
    const { text, gaps } = await readAfter(session, async () => {
      const first = await Promise.race([session.ended, wait(400)]);
      expect(first).toBeUndefined();
    });
    expect({ isWhole: text === whole(), gaps, dropped: session.dropped }).toEqual({
      isWhole: true,
      gaps: [],
      dropped: 0,
    });
  });

  it.each(surfaces)(
    "drops the oldest after the hold, counted and marked where they are missing: %s",
    async (surface) => {
      const session = await flood(makeFolder(), surface, { policy: "drop-oldest", maxHoldMs: 50 });
      const { text, gaps } = await readAfter(session, () => session.ended);
      expect(session.dropped).toBeGreaterThan(BYTES / 2);
      expect(text.length + session.dropped).toBe(BYTES + 5);
      expect(text.endsWith("<END>")).toBe(true);
      // What is there stands where it belongs: each piece equals the whole text at its place.
      const expected = whole();
      let [from, missing] = [0, 0];
      for (const gap of [...gaps, { at: text.length, bytes: 0 }]) {
        expect(expected.startsWith(text.slice(from, gap.at), from + missing)).toBe(true);
        from = gap.at;
        missing += gap.bytes;
      }
      expect(missing).toBe(session.dropped);
    },
  );

  it.each(surfaces)("keeps everything in a file without a name after the hold: %s", async (surface) => {
    const folder = makeFolder();
    const session = await flood(folder, surface, { policy: "spool", maxHoldMs: 50 });
    const names: string[][] = [];
    const { text, gaps } = await readAfter(session, async () => {
      await session.ended;
      names.push(readdirSync(folder));
    });
    expect({ isWhole: text === whole(), gaps, dropped: session.dropped }).toEqual({
      isWhole: true,
      gaps: [],
      dropped: 0,
    });
    expect([...names, readdirSync(folder)]).toEqual([[], []]);
  });

  it("lets the child wait again when the file is full, and loses nothing", async () => {
    const session = await flood(makeFolder(), "headless", { policy: "spool", maxHoldMs: 50, spoolMaxBytes: 1_000_000 });
    const { text, gaps } = await readAfter(session, async () => {
      expect(await Promise.race([session.ended, wait(600)])).toBeUndefined();
    });
    expect({ isWhole: text === whole(), gaps, dropped: session.dropped }).toEqual({
      isWhole: true,
      gaps: [],
      dropped: 0,
    });
  });

  it("keeps the last of a file for the next reader when its own goes away, and counts the rest", async () => {
    const session = await flood(makeFolder(), "headless", { policy: "spool", maxHoldMs: 50, spoolMaxBytes: 1_000_000 });
    let first = 0;
    for await (const chunk of session.output) {
      first = chunk.length;
      await wait(400);
      break;
    }
    await session.ended;
    const { text, gaps } = await readAfter(session, async () => {});
    expect(first + text.length + session.dropped).toBe(BYTES + 5);
    expect(text.length).toBe(OUTPUT_RING_BYTES);
    expect(text.endsWith("<END>")).toBe(true);
    expect(gaps).toEqual([{ at: 0, bytes: session.dropped }]);
  });

  it("refuses the file where there is no private folder for it, and leaves no descriptor", async () => {
    const folder = makeFolder();
    const { env, ...plan } = planFor(folder, { surface: "headless", extraArgs: ["10"] });
    const { TMPDIR: _, ...set } = env.set;
    const without = { ...plan, env: { ...env, set } };
    const options = { binary: bindFile(fakeAgentPath("flood")), stall: { policy: "spool" as const } };
    expect(codesOf(await launch(without, options))).toEqual(["RUNTIME_SPOOL_UNAVAILABLE"]);
    const open = () => readdirSync("/proc/self/fd").length;
    const before = open();
    for (let round = 0; round < 20; round += 1) {
      const session = take(await launch({ ...plan, env }, options));
      await session.ended;
    }
    expect(open()).toBeLessThanOrEqual(before + 1);
  });
});

describe("when output is read as text", () => {
  it.each(surfaces)("gives whole characters, however the bytes were cut: %s", async (surface) => {
    const folder = makeFolder();
    const session = take(await launch(planFor(folder, { surface }), { binary: bindFile(fakeAgentPath("split-utf8")) }));
    const pieces: string[] = [];
    for await (const piece of session.text()) pieces.push(piece);
    expect(pieces.join("")).toMatch(/caf\u00e9 \u6f22\u5b57 \u{1f99c}\r?\n\ufffd$/u);
    expect(pieces.every((piece) => piece !== "" && !/\p{Cs}/u.test(piece))).toBe(true);
    expect(pieces.slice(0, -1).join("")).not.toContain("\ufffd");
  });
});
