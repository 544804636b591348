import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { fakeAgentPath } from "@slipway/testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import { launch } from "../src/index.js";
import { checkStrictContainment, prepareStrictContainment } from "../src/processes/contain-strictly.js";
import { listPids, readProcess } from "../src/processes/read-process.js";
import { findLeftovers, HOST_NAME, reapLeftovers } from "../src/processes/reap-leftovers.js";
import { bindFile, bindNode, codesOf, makeFolder, take } from "./bind-for-test.js";
import { planFor } from "./plan-for-test.js";
import { readBytes, readUntil } from "./read-output.js";

const hasTools = spawnSync("unshare", ["--map-current-user", "--pid", "--fork", "/bin/true"]).status === 0;
const surfaces = ["headless", "pty"] as const;

/** Processes that were started with these arguments: their numbers inside a namespace say nothing here. */
const listWith = (...args: string[]): number[] =>
  listPids().filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(`\0${args.join("\0")}\0`) && isRunning(pid);
    } catch {
      return false;
    }
  });
const isRunning = (pid: number): boolean => existsSync(`/proc/${pid}`) && readProcess(pid)?.state !== "Z";
async function waitForNone(list: () => readonly number[]): Promise<readonly number[]> {
  for (let look = 0; look < 60 && list().length > 0; look += 1) await wait(50);
  return list();
}

describe.skipIf(!hasTools)("when a session is contained strictly (needs unshare)", () => {
  it.each(surfaces)("leaves no daemon, one that wiped its environment included: %s", async (surface) => {
    const seconds = `3${process.pid % 1000}1`;
    const plan = planFor(makeFolder(), { surface, extraArgs: ["--empty-env", "--seconds", seconds] });
    const options = { binary: bindFile(fakeAgentPath("leave-daemon")), contain: "strict" as const };
    const session = take(await launch(plan, options));
    expect(await readUntil(session.output, "}")).toMatch(/"daemon":\d+/u);
    expect(await session.ended).toMatchObject({ kind: "exited", exitCode: 0, containment: "pidns", survivors: [] });
    expect(await waitForNone(() => listWith("--daemon", "--seconds", seconds))).toEqual([]);
  });

  it.each(surfaces)("ends it politely first, and passes its exit code on: %s", async (surface) => {
    const body = `process.on("SIGTERM", () => process.exit(7)); console.log("on " + process.pid); setInterval(() => {}, 1000);`;
    const plan = planFor(makeFolder(), { surface });
    const session = take(await launch(plan, { binary: bindNode(makeFolder(), body), contain: "strict" }));
    expect(await readUntil(session.output, "on 1")).toContain("on 1");
    expect(await session.terminate()).toEqual({ survivors: [], containment: "pidns", killed: false });
    expect(await session.ended).toMatchObject({ kind: "killed-by-host", exitCode: 7, containment: "pidns" });
  });

  it("kills what ignores SIGTERM, and what has no handler for it", async () => {
    const binary = bindFile(fakeAgentPath("ignore-term"));
    const deaf = bindNode(makeFolder(), 'console.log("ready"); setInterval(() => {}, 1000);');
    for (const each of [binary, deaf]) {
      const session = take(
        await launch(planFor(makeFolder(), { surface: "headless" }), { binary: each, contain: "strict" }),
      );
      await readUntil(session.output, "ready");
      expect(await session.terminate({ graceMs: 100 })).toEqual({ survivors: [], containment: "pidns", killed: true });
    }
  });

  it("leaves nothing when its host is killed, where a headless child lives on otherwise", async () => {
    const wrap = take(prepareStrictContainment());
    const host = async (front: readonly string[]) => {
      const seconds = String(1_000_000 + Math.floor(performance.now()) * 10 + front.length);
      const code = `const { spawn } = require("node:child_process");
        const [program, ...args] = ${JSON.stringify([...front, process.execPath, fakeAgentPath("leave-daemon"), "--daemon", "--seconds", seconds])};
        spawn(program, args, { detached: true, stdio: "ignore" }).once("spawn", () => setTimeout(() => console.log("on"), 300));
        setInterval(() => {}, 1000);`;
      const child = spawn(process.execPath, ["-e", code], { stdio: ["ignore", "pipe", "inherit"] });
      await new Promise((resolve) => child.stdout.once("data", resolve));
      const list = () => listWith("--daemon", "--seconds", seconds);
      expect(list().length).toBeGreaterThan(0);
      child.kill("SIGKILL");
      return list;
    };
    expect(await waitForNone(await host(wrap))).toEqual([]);
    const plain = await host([]);
    await wait(300);
    const left = plain();
    expect(left).toHaveLength(1);
    process.kill(left[0] as number, "SIGKILL");
  });

  it("is refused in a worker thread, whose end would end the agent", () => {
    const refused = checkStrictContainment(false);
    expect(codesOf(refused)).toEqual(["RUNTIME_CONTAINMENT_UNAVAILABLE"]);
    expect(refused.issues[0]?.message).toContain("worker thread");
  });
});

describe.skipIf(process.platform !== "linux")("when the host of a session is gone (needs linux)", () => {
  /** A process with the variable of a host that ended, in a session of its own. */
  const startLeftover = async (host: string, body: string): Promise<number> => {
    const child = spawn(process.execPath, ["-e", `${body}; console.log("on"); setInterval(() => {}, 1000)`], {
      detached: true,
      stdio: ["ignore", "pipe", "ignore"],
      env: { ...process.env, [HOST_NAME]: host },
    });
    onTestFinished(() => {
      if (isRunning(child.pid as number)) child.kill("SIGKILL");
    });
    await new Promise((resolve) => child.stdout.once("data", resolve));
    return child.pid as number;
  };
  const startOf = (pid: number): string => readProcess(pid)?.startTime ?? "";

  it("finds what it left by its environment and ends it, those that ignore SIGTERM included", async () => {
    const gone = spawnSync(process.execPath, ["-e", "console.log(process.pid)"], { encoding: "utf8" }).stdout.trim();
    const polite = await startLeftover(`${gone}:1`, "");
    const stubborn = await startLeftover(`${gone}:1`, "process.on('SIGTERM', () => {})");
    const pids = findLeftovers().map(({ pid }) => pid);
    expect(pids).toEqual(expect.arrayContaining([polite, stubborn]));
    const { found, left } = await reapLeftovers({ graceMs: 200 });
    expect(found.map(({ pid }) => pid)).toEqual(expect.arrayContaining([polite, stubborn]));
    expect(left).toEqual([]);
    expect([polite, stubborn].filter(isRunning)).toEqual([]);
  });

  it("leaves alone those of a living host, of an unreadable name, and this process itself", async () => {
    const living = await startLeftover(`${process.pid}:${startOf(process.pid)}`, "");
    const forged = await startLeftover("1:x", "");
    const pids = findLeftovers().map(({ pid }) => pid);
    for (const pid of [living, forged, process.pid]) expect(pids).not.toContain(pid);
  });

  it("takes a later process with the host's number for another one", async () => {
    const other = await startLeftover(`${process.pid}:1`, "");
    expect(findLeftovers().map(({ pid }) => pid)).toContain(other);
  });

  it("finds a real session's child by what launch gave it", async () => {
    const plan = planFor(makeFolder(), { surface: "headless", extraArgs: ["--echo-env"] });
    const session = take(await launch(plan, { binary: bindFile(fakeAgentPath("echo-argv")) }));
    const { env } = JSON.parse((await readBytes(session.output)).toString()) as { env: Record<string, string> };
    expect(env[HOST_NAME]).toBe(`${process.pid}:${startOf(process.pid)}`);
  });
});
