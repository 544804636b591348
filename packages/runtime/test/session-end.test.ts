import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { fakeAgentPath } from "@slipway/testkit";
import { describe, expect, it } from "vitest";
import { launch } from "../src/index.js";
import { readProcess } from "../src/processes/read-process.js";
import { bindFile, bindNode, makeFolder, take } from "./bind-for-test.js";
import { planFor } from "./plan-for-test.js";
import { readBytes, readUntil } from "./read-output.js";

const isLinux = process.platform === "linux";
const isRunning = (pid: number): boolean => existsSync(`/proc/${pid}`) && readProcess(pid)?.state !== "Z";

/** A child with a grandchild in its process group, one in a group of its own, and one in a session of its own; all ignore SIGTERM. */
const FAMILY = `
const { spawn } = require("node:child_process");
const ignore = "process.on('SIGTERM', () => {}); process.on('SIGHUP', () => {}); console.log('ready ' + process.pid); setInterval(() => {}, 1000)";
process.on("SIGTERM", () => {}); process.on("SIGHUP", () => {});
let ready = 0;
for (const detached of [false, true]) {
  const child = spawn(process.execPath, ["-e", ignore], { detached, stdio: ["ignore", "pipe", "ignore"] });
  child.stdout.on("data", (data) => { console.log(String(data).trim()); if (++ready === 2) console.log("all"); });
}
setInterval(() => {}, 1000);`;

describe.skipIf(!isLinux).each(["headless", "pty"] as const)(
  "when a session is ended by the host (%s; needs linux)",
  (surface) => {
    it("ends children and grandchildren that ignore SIGTERM, those of another session included", async () => {
      const folder = makeFolder();
      const session = take(await launch(planFor(folder, { surface }), { binary: bindNode(folder, FAMILY) }));
      const text = await readUntil(session.output, "all");
      const pids = [session.pid, ...[...text.matchAll(/ready (\d+)/g)].map(([, pid]) => Number(pid))];
      expect(pids).toHaveLength(3);
      expect(pids.every(isRunning)).toBe(true);
      const done = await session.terminate({ graceMs: 200 });
      expect(done).toEqual({ survivors: [], containment: "session-scan", killed: true });
      expect(pids.filter(isRunning)).toEqual([]);
      expect(await session.ended).toMatchObject({
        kind: "killed-by-host",
        reason: "terminate",
        signal: "SIGKILL",
        survivors: [],
      });
    });

    it("ends a polite child without SIGKILL", async () => {
      const folder = makeFolder();
      const binary = bindNode(
        folder,
        `process.on("SIGTERM", () => process.exit(7)); console.log("on"); setInterval(() => {}, 1000);`,
      );
      const session = take(await launch(planFor(folder, { surface }), { binary }));
      await readUntil(session.output, "on");
      expect(await session.terminate()).toMatchObject({ killed: false, survivors: [] });
      expect(await session.ended).toMatchObject({ kind: "killed-by-host", exitCode: 7 });
      expect(await session.terminate()).toMatchObject({ killed: false, survivors: [] });
    });

    it("ends it when the host's signal aborts, and leaves no listener behind", async () => {
      const folder = makeFolder();
      const before = process.eventNames().map((name) => [name, process.listenerCount(name)]);
      const control = new AbortController();
      const session = take(
        await launch(planFor(folder, { surface }), {
          binary: bindFile(fakeAgentPath("ignore-term")),
          signal: control.signal,
        }),
      );
      await readUntil(session.output, "ready");
      control.abort();
      // An impatient second request shortens the first one's grace.
      void session.terminate({ graceMs: 100 });
      expect(await session.ended).toMatchObject({ kind: "killed-by-host", reason: "abort", survivors: [] });
      expect(process.eventNames().map((name) => [name, process.listenerCount(name)])).toEqual(before);
    });

    it("names a daemon that left the session, and ends it when asked", async () => {
      const folder = makeFolder();
      const plan = planFor(folder, { surface, extraArgs: ["--seconds", "30"] });
      const session = take(await launch(plan, { binary: bindFile(fakeAgentPath("leave-daemon")) }));
      const daemon = Number(/"daemon":(\d+)/.exec((await readBytes(session.output)).toString())?.[1]);
      const end = await session.ended;
      expect(end).toMatchObject({ kind: "exited", exitCode: 0, containment: "session-scan" });
      expect(end.survivors.map(({ pid, foundBy }) => ({ pid, foundBy }))).toEqual([{ pid: daemon, foundBy: "marker" }]);
      expect(isRunning(daemon)).toBe(true);
      expect((await session.terminate({ graceMs: 1_000 })).survivors).toEqual([]);
      expect(isRunning(daemon)).toBe(false);
    });

    it("leaves a daemon running where that is asked, and names it", async () => {
      const body = `
        const { spawn } = require("node:child_process");
        const daemon = spawn(process.execPath, ["-e", "setTimeout(() => {}, 30000)"], { detached: true, stdio: "ignore" });
        console.log("daemon " + daemon.pid + ".");
        setInterval(() => {}, 1000);`;
      const session = take(await launch(planFor(makeFolder(), { surface }), { binary: bindNode(makeFolder(), body) }));
      const daemon = Number(/daemon (\d+)\./.exec(await readUntil(session.output, "."))?.[1]);
      const done = await session.terminate({ graceMs: 200, leftovers: "leave" });
      expect(done.survivors.map(({ pid }) => pid)).toEqual([daemon]);
      expect((await session.ended).survivors.map(({ pid, foundBy }) => [pid, foundBy])).toEqual([[daemon, "marker"]]);
      expect(isRunning(daemon)).toBe(true);
      expect((await session.terminate({ graceMs: 200 })).survivors).toEqual([]);
      expect(isRunning(daemon)).toBe(false);
    });

    it("leaves processes alone that are none of the session's", async () => {
      const folder = makeFolder();
      const stranger = spawn("/bin/sleep", ["30"], { stdio: "ignore" });
      try {
        const session = take(
          await launch(planFor(folder, { surface }), { binary: bindFile(fakeAgentPath("ignore-term")) }),
        );
        await readUntil(session.output, "ready");
        await session.terminate({ graceMs: 50 });
        expect(isRunning(stranger.pid as number)).toBe(true);
      } finally {
        stranger.kill("SIGKILL");
      }
    });
  },
);

describe.skipIf(!isLinux)("when a process chooses its own name (needs linux)", () => {
  it("cannot forge its state or session in the process table", async () => {
    const child = spawn(
      process.execPath,
      ["-e", `process.title = "a) Z 1 1 1 1"; console.log("on"); setInterval(() => {}, 1000)`],
      {
        stdio: ["ignore", "pipe", "ignore"],
      },
    );
    try {
      await new Promise<void>((resolve) => child.stdout.once("data", () => resolve()));
      const facts = readProcess(child.pid as number);
      expect(facts?.command.startsWith("a) Z 1")).toBe(true);
      expect(facts).toMatchObject({ parent: process.pid });
      expect(["S", "R"]).toContain(facts?.state);
    } finally {
      child.kill("SIGKILL");
    }
  });

  it("does not count a zombie as running", async () => {
    // `sh` starts a child that ends soon and becomes `sleep`, which never collects it.
    const parent = spawn("/bin/sh", ["-c", "sleep 0.2 & echo $!; exec sleep 30"], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    try {
      const pid = Number(
        await new Promise<string>((resolve) => parent.stdout.once("data", (data) => resolve(String(data)))),
      );
      for (let look = 0; look < 200 && readProcess(pid)?.state !== "Z"; look += 1) await wait(10);
      expect(readProcess(pid)?.state).toBe("Z");
      expect(isRunning(pid)).toBe(false);
    } finally {
      parent.kill("SIGKILL");
    }
  });
});

describe("when a terminal is used", () => {
  it("has its size before the program begins, and takes a new one", async () => {
    const folder = makeFolder();
    const body = `console.log("at " + process.stdout.columns + "x" + process.stdout.rows);
process.stdout.on("resize", () => { console.log("now " + process.stdout.columns + "x" + process.stdout.rows); process.exit(0); });
setInterval(() => {}, 1000);`;
    const session = take(
      await launch(planFor(folder, { surface: "pty" }), {
        binary: bindNode(folder, body),
        size: { columns: 101, rows: 33 },
      }),
    );
    expect(await readUntil(session.output, "at ")).toContain("at 101x33");
    session.resize(90, 20);
    expect((await readBytes(session.output)).toString()).toContain("now 90x20");
    expect((await session.ended).kind).toBe("exited");
    session.resize(10, 10);
    session.write("ignored");
  });

  it("gives bytes, a character cut between two writes included, and edits UTF-8", async () => {
    const folder = makeFolder();
    const body = `const { execFileSync } = require("node:child_process");
console.log(String(execFileSync("/bin/stty", ["-a"], { stdio: ["inherit", "pipe", "inherit"] }).toString().includes(" iutf8")));
process.stdout.write(Buffer.from([0xe2])); setTimeout(() => process.stdout.write(Buffer.from([0x82, 0xac, 0xff])), 50);`;
    const session = take(await launch(planFor(folder, { surface: "pty" }), { binary: bindNode(folder, body) }));
    const bytes = await readBytes(session.output);
    expect(bytes.toString("latin1")).toBe("true\r\n\u00e2\u0082\u00ac\u00ff");
  });

  it("passes Ctrl-C to the program, which ends by it", async () => {
    const folder = makeFolder();
    const session = take(
      await launch(planFor(folder, { surface: "pty" }), {
        binary: bindNode(folder, `console.log("on"); setInterval(() => {}, 1000);`),
      }),
    );
    await readUntil(session.output, "on");
    session.write("\u0003");
    expect(await session.ended).toMatchObject({ kind: "signalled", signal: "SIGINT" });
  });
});
