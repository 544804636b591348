import { spawn } from "node:child_process";
import { accessSync, constants, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { FAKE_AGENT_NAMES, fakeAgentPath } from "../src/index.js";
import { makeFolder, runHeadless } from "./start-fake-agent.js";

/** The fields of `/proc/PID/stat` after the name, which may itself hold spaces and parentheses. */
function processState(pid: number): { parent: number; session: number } | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return undefined;
  }
  const [, parent, , session] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return { parent: Number(parent), session: Number(session) };
}

describe("when a fake agent is asked for by name", () => {
  it.each(FAKE_AGENT_NAMES)("has an executable file for %s that imports nothing", (name) => {
    const file = fakeAgentPath(name);
    accessSync(file, constants.X_OK);
    const source = readFileSync(file, "utf8");
    expect(source.startsWith("#!/usr/bin/env node\n")).toBe(true);
    expect(source).not.toMatch(/^\s*import |\brequire\(|\bimport\(/m);
  });

  it("refuses a name it does not know", () => {
    expect(() => fakeAgentPath("../parrot" as "parrot")).toThrow(RangeError);
  });
});

describe("when echo-argv runs", () => {
  it("prints its arguments, folder, environment and stdin", async () => {
    const cwd = makeFolder();
    const argv = ["--echo-env", "--echo-stdin", "", "a b", "--x=\u00e9\n"];
    const ran = await runHeadless(fakeAgentPath("echo-argv"), argv, { cwd, env: { NAMED: "value" }, stdin: "typed" });
    const seen = JSON.parse(ran.stdout) as Record<string, unknown>;
    expect(seen).toMatchObject({ argv, cwd, stdin: "typed", env: { NAMED: "value" } });
    const plain = await runHeadless(fakeAgentPath("echo-argv"), ["x"], { cwd });
    expect(Object.keys(JSON.parse(plain.stdout) as object)).toEqual(["argv", "cwd", "argv0", "pid"]);
  });
});

describe("when flood runs", () => {
  it.each([0, 7, 8192, 100_003])("writes exactly %d bytes and its end", async (bytes) => {
    const ran = await runHeadless(fakeAgentPath("flood"), [String(bytes), "<done>"]);
    expect(ran.stdout.length).toBe(bytes + "<done>".length);
    expect(ran.stdout.endsWith("<done>")).toBe(true);
    const counters = ran.stdout.slice(0, bytes).split(",").slice(0, -1);
    expect(counters.every((text, index) => Number(text) === index)).toBe(true);
  });

  it("refuses what is not a size", async () => {
    expect((await runHeadless(fakeAgentPath("flood"), ["lots"])).exitCode).toBe(2);
  });
});

describe("when leave-daemon has ended", () => {
  it.each([[[]], [["--empty-env"]], [["--hold-output"]]])(
    "leaves a process in a session of its own whose parent is gone, with %j",
    async (argv) => {
      const child = spawn(fakeAgentPath("leave-daemon"), [...argv, "--seconds", "20"], {
        stdio: ["ignore", "pipe", "inherit"],
        env: { PATH: process.env["PATH"] ?? "", MARKER: "here" },
      });
      let text = "";
      child.stdout.on("data", (chunk: Buffer) => {
        text += chunk.toString();
      });
      let closed = false;
      child.on("close", () => {
        closed = true;
      });
      await new Promise((resolve) => child.on("exit", resolve));
      await sleep(100);
      const { daemon } = JSON.parse(text) as { daemon: number };
      onTestFinished(() => {
        if (processState(daemon) !== undefined) process.kill(daemon, "SIGKILL");
      });
      const state = processState(daemon);
      expect(state?.session).toBe(daemon);
      expect(state?.parent).not.toBe(child.pid);
      const environment = readFileSync(`/proc/${daemon}/environ`, "utf8");
      expect(environment.includes("MARKER=here")).toBe(!argv.includes("--empty-env"));
      expect(closed).toBe(!argv.includes("--hold-output"));
    },
  );
});

describe("when ignore-term is asked to end", () => {
  it("stays until SIGKILL", async () => {
    const child = spawn(fakeAgentPath("ignore-term"), ["--seconds", "20"], { stdio: ["ignore", "pipe", "inherit"] });
    let text = "";
    const lines = (): string[] => text.trimEnd().split("\n");
    const waitFor = (count: number): Promise<void> =>
      new Promise((resolve) => {
        const check = (): void => {
          if (text.endsWith("\n") && lines().length >= count) resolve();
          else child.stdout.once("data", () => setImmediate(check));
        };
        check();
      });
    child.stdout.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
    const ended = new Promise<NodeJS.Signals | null>((resolve) => child.on("exit", (_code, signal) => resolve(signal)));
    await waitFor(1);
    child.kill("SIGTERM");
    await waitFor(2);
    child.kill("SIGHUP");
    await waitFor(3);
    expect(lines().slice(1)).toEqual(['{"ignored":"SIGTERM"}', '{"ignored":"SIGHUP"}']);
    child.kill("SIGKILL");
    expect(await ended).toBe("SIGKILL");
  });
});
