import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { RunManyItem, RunManyProgress } from "../src/index.js";
import { RuntimeError, runMany } from "../src/index.js";
import { bindNode, bindScript, makeFolder } from "./bind-for-test.js";
import { planFor } from "./plan-for-test.js";

/** Items of one shell script; each gets its number as its only argument. */
function makeItems(count: number, script: string, folder = makeFolder()): RunManyItem[] {
  const binary = bindScript(folder, "fake", `#!/bin/sh\n${script}\n`);
  return Array.from({ length: count }, (_, index) => ({
    plan: planFor(folder, { surface: "headless", extraArgs: [String(index)] }),
    binary,
  }));
}

/** A zombie has ended: who reaps it is the business of the process that adopted it. */
const isAlive = (pid: number): boolean => {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
};

describe("when many runs are asked for", () => {
  it("gives their results in order, whichever ends first, and tells each end", async () => {
    const items = makeItems(8, 'sleep "0.$((8 - $1))"; echo "ran $1"; exit "$(($1 % 2))"');
    const told: RunManyProgress[] = [];
    const results = await runMany(items, { concurrency: 8, onProgress: (progress) => told.push(progress) });
    expect(results.map(({ stdout, exitCode, ok }) => [stdout.text, exitCode, ok])).toEqual(
      items.map((_, index) => [`ran ${index}\n`, index % 2, index % 2 === 0]),
    );
    expect(told.map(({ done, total }) => [done, total])).toEqual(items.map((_, index) => [index + 1, 8]));
    expect(told.map(({ index }) => index)).not.toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    for (const { index, result } of told) expect(result).toBe(results[index]);
  });

  it("never has more at work than it may", async () => {
    const folder = makeFolder();
    const items = makeItems(12, 'mkdir "at-work-$1"; ls -d at-work-* | wc -l; sleep 0.1; rmdir "at-work-$1"', folder);
    const results = await runMany(items, { concurrency: 3 });
    const counts = results.map(({ stdout }) => Number(stdout.text));
    expect(Math.max(...counts)).toBeGreaterThan(1);
    expect(Math.max(...counts)).toBeLessThanOrEqual(3);
  });

  it("mixes refusals, failures and successes without losing one", async () => {
    const [first, second, third] = makeItems(3, 'echo "$1"') as [RunManyItem, RunManyItem, RunManyItem];
    const results = await runMany([
      first,
      { ...second, plan: { ...second.plan, cwd: join(second.plan.cwd, "missing") } },
      third,
    ]);
    expect(results.map(({ ok, issues }) => [ok, issues.map(({ code }) => code)])).toEqual([
      [true, []],
      [false, ["RUNTIME_CWD_MISSING"]],
      [true, []],
    ]);
  });

  it("takes none, and tells wrong options before anything starts", async () => {
    expect(await runMany([])).toEqual([]);
    const folder = makeFolder();
    const items = makeItems(2, 'echo x > "started"', folder);
    const [first, second] = items as [RunManyItem, RunManyItem];
    const wrong: [readonly RunManyItem[], object][] = [
      [items, { concurrency: 0 }],
      [items, { concurrency: 257 }],
      [items, { concurrency: 1.5 }],
      [items, { onProgress: "x" }],
      [[first, { ...second, timeoutMs: 0 }], {}],
      [[first, { ...second, binary: undefined as never }], {}],
      [[first, { ...second, plan: undefined as never }], {}],
      ["x" as never, {}],
    ];
    for (const [list, options] of wrong) await expect(runMany(list, options)).rejects.toThrow(RuntimeError);
    expect(existsSync(join(folder, "started"))).toBe(false);
  });
});

describe("when runs are given up", () => {
  it("ends what runs, starts nothing more, and leaves no process", async () => {
    const folder = makeFolder();
    const items = makeItems(10, 'sleep 60 & echo "$! $$" > "pids-$1"; mv "pids-$1" "ready-$1"; wait', folder);
    const stop = new AbortController();
    const running = runMany(items, { concurrency: 3, signal: stop.signal });
    const ready = (index: number) => join(folder, `ready-${index}`);
    await expect.poll(() => [0, 1, 2].every((index) => existsSync(ready(index))), { timeout: 15_000 }).toBe(true);
    stop.abort();
    const results = await running;
    expect(results.slice(0, 3).map(({ end }) => end)).toMatchObject(
      [0, 1, 2].map(() => ({ kind: "killed-by-host", reason: "abort", survivors: [] })),
    );
    for (const { end, issues } of results.slice(3)) {
      expect(end.kind).toBe("spawn-failed");
      expect(issues.map(({ code }) => code)).toEqual(["RUNTIME_ABORTED"]);
    }
    const pids = [0, 1, 2].flatMap((index) => readFileSync(ready(index), "utf8").trim().split(" ").map(Number));
    expect(pids).toHaveLength(6);
    expect(pids.filter(isAlive)).toEqual([]);
    expect(existsSync(ready(3))).toBe(false);
  });

  it("ends one alone by its own signal", async () => {
    const items = makeItems(2, '[ "$1" = 0 ] && exec sleep 60; echo done');
    const stop = new AbortController();
    const results = await runMany([{ ...(items[0] as RunManyItem), signal: stop.signal }, items[1] as RunManyItem], {
      concurrency: 2,
      onProgress: () => stop.abort(),
    });
    expect(results.map(({ end }) => end.kind)).toEqual(["killed-by-host", "exited"]);
  });

  it("starts nothing after a failure when asked to stop, and lets go on what runs", async () => {
    const items = makeItems(6, 'if [ "$1" = 0 ]; then exit 9; fi; sleep 0.5; echo done');
    const results = await runMany(items, { concurrency: 2, stopOnFailure: true });
    expect(results.map(({ exitCode, end }) => exitCode ?? end.kind)).toEqual([
      9,
      0,
      "spawn-failed",
      "spawn-failed",
      "spawn-failed",
      "spawn-failed",
    ]);
    expect(results[1]?.stdout.text).toBe("done\n");
    const all = await runMany(items.slice(0, 3), { concurrency: 1 });
    expect(all.map(({ exitCode }) => exitCode)).toEqual([9, 0, 0]);
  });
});

describe("when a progress listener fails", () => {
  it("tells it with the run that it was told of, and goes on", async () => {
    const results = await runMany(makeItems(4, "echo ok"), {
      concurrency: 2,
      onProgress: ({ index }) => {
        if (index === 1) throw new Error("no disk");
        if (index === 2) return Promise.reject(new Error("no net"));
        return undefined;
      },
    });
    expect(results.map(({ ok, issues }) => [ok, issues.map(({ code, message }) => [code, message])])).toEqual([
      [true, []],
      [true, [["RUNTIME_CALLBACK_FAILED", "onProgress failed: no disk"]]],
      [true, [["RUNTIME_CALLBACK_FAILED", "onProgress failed: no net"]]],
      [true, []],
    ]);
  });
});

describe("when a thousand runs are loud", () => {
  it("keeps of each no more than its share, and lets no listener, descriptor or warning stay", async () => {
    const folder = makeFolder();
    const flood = join(folder, "flood");
    writeFileSync(flood, "x".repeat(200_000));
    const items = makeItems(1_000, `[ "$1" -lt 40 ] && cat '${flood}'; exit 0`, folder);
    const countOpen = () => readdirSync("/proc/self/fd").length;
    const open = countOpen();
    const stop = new AbortController();
    const added: string[] = [];
    const add = stop.signal.addEventListener.bind(stop.signal);
    const remove = stop.signal.removeEventListener.bind(stop.signal);
    let listening = 0;
    stop.signal.addEventListener = ((...args: Parameters<typeof add>) => {
      listening += 1;
      return add(...args);
    }) as typeof add;
    stop.signal.removeEventListener = ((...args: Parameters<typeof remove>) => {
      listening -= 1;
      return remove(...args);
    }) as typeof remove;
    const warn = (warning: Error): void => void added.push(warning.name);
    process.on("warning", warn);
    const results = await runMany(items, { concurrency: 16, signal: stop.signal });
    await new Promise(setImmediate);
    process.off("warning", warn);
    expect(results.filter(({ ok }) => ok)).toHaveLength(1_000);
    const kept = results.map(({ stdout }) => stdout.bytes.length);
    expect(Math.max(...kept)).toBe(Math.floor((256 * 1024 * 1024) / 6_000));
    expect(results.slice(0, 40).every(({ stdout }) => stdout.truncated)).toBe(true);
    expect(listening).toBe(0);
    expect(countOpen()).toBeLessThanOrEqual(open);
    expect(added).toEqual([]);
  }, 180_000);

  it("lets an item keep what it says itself", async () => {
    const folder = makeFolder();
    const binary = bindNode(folder, 'process.stdout.write("x".repeat(100_000));');
    const item = { plan: planFor(folder, { surface: "headless" }), binary };
    const results = await runMany([{ ...item, maxOutputBytes: 7 }, item]);
    expect(results.map(({ stdout }) => stdout.text.length)).toEqual([7, 100_000]);
  });
});
