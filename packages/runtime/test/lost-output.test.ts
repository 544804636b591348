import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { launch } from "../src/index.js";
import { bindNode, makeFolder, take } from "./bind-for-test.js";
import { planFor } from "./plan-for-test.js";
import { readBytes } from "./read-output.js";

const RUNS = 100;

/** Writes the bytes at once and ends: what node-pty loses on Node 20 and 22 in most runs. */
const WRITER = `
const { writeSync } = require("node:fs");
let left = Number(process.argv[2]);
while (left > 0) {
  try { left -= writeSync(1, "x".repeat(Math.min(left, 4096))); }
  catch (error) { if (error.code !== "EAGAIN") throw error; }
}`;

describe("when a program writes and ends at once", () => {
  for (const bytes of [20_480, 65_536]) {
    it(`gives every byte of ${bytes} in a terminal, ${RUNS} times`, async () => {
      const folder = makeFolder();
      const binary = bindNode(folder, WRITER);
      const plan = planFor(folder, { surface: "pty", extraArgs: [String(bytes)] });
      const seen: number[] = [];
      for (let round = 0; round < RUNS; round += 1) {
        const session = take(await launch(plan, { binary }));
        seen.push((await readBytes(session.output)).length);
        expect((await session.ended).kind).toBe("exited");
      }
      expect(seen).toEqual(Array.from({ length: RUNS }, () => bytes));
    });
  }

  it("gives every byte to a reader that stalls until long after the end", async () => {
    const folder = makeFolder();
    const binary = bindNode(folder, WRITER);
    for (const surface of ["pty", "headless"] as const) {
      const session = take(await launch(planFor(folder, { surface, extraArgs: ["600000"] }), { binary }));
      let count = 0;
      let first = true;
      for await (const chunk of session.output) {
        count += chunk.length;
        if (first) await wait(700);
        first = false;
      }
      expect({ surface, count, dropped: session.dropped }).toEqual({ surface, count: 600_000, dropped: 0 });
    }
  });

  it("keeps the last 256 KiB and counts the rest when nobody reads", async () => {
    const folder = makeFolder();
    const binary = bindNode(folder, WRITER);
    const session = take(await launch(planFor(folder, { surface: "headless", extraArgs: ["1000000"] }), { binary }));
    expect((await session.ended).kind).toBe("exited");
    const kept = (await readBytes(session.output)).length;
    expect(kept + session.dropped).toBe(1_000_000);
    expect(kept).toBe(256 * 1024);
  });

  it("refuses a second reader beside the first", async () => {
    const folder = makeFolder();
    const binary = bindNode(folder, WRITER);
    const session = take(await launch(planFor(folder, { surface: "headless", extraArgs: ["10"] }), { binary }));
    const reader = session.output[Symbol.asyncIterator]();
    expect(() => session.output[Symbol.asyncIterator]()).toThrowError(/already has a reader/);
    await reader.return?.();
    expect((await readBytes(session.output)).length).toBe(10);
    await session.ended;
  });
});

describe("when a daemon keeps the pipes open", () => {
  it("stops reading at the limit, says so, and names the daemon", async () => {
    const folder = makeFolder();
    const binary = bindNode(
      folder,
      `require("node:child_process").spawn("/bin/sleep", ["30"], { detached: true, stdio: "inherit" }).unref(); console.log("done");`,
    );
    const session = take(await launch(planFor(folder, { surface: "headless" }), { binary, drainMs: 300 }));
    expect((await readBytes(session.output)).toString()).toBe("done\n");
    const end = await session.ended;
    expect(end).toMatchObject({ kind: "exited", exitCode: 0, outputCut: true });
    expect(end.survivors.map(({ command, foundBy }) => ({ command, foundBy }))).toEqual([
      { command: "sleep", foundBy: "marker" },
    ]);
    expect((await session.terminate({ graceMs: 500 })).survivors).toEqual([]);
  });
});
