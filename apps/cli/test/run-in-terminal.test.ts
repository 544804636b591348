import { spawnSync } from "node:child_process";
import { readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Machine } from "./machine.js";
import { makeMachine } from "./machine.js";
import type { Terminal } from "./terminal.js";
import { hasTmux, openTerminal } from "./terminal.js";

let machine: Machine;
let terminal: Terminal | undefined;
beforeEach(() => {
  machine = makeMachine();
  machine.installParrot();
});
afterEach(() => {
  terminal?.close();
  terminal = undefined;
});

const ID = /session id: ([0-9a-f-]{36})/u;

describe.skipIf(!hasTmux)("when an agent runs in a terminal (tmux)", () => {
  it("answers, ends with its own code, and says how to resume", async () => {
    terminal = openTerminal(machine, ["run", "parrot", "hello", "--there"]);
    const started = await terminal.waitFor("parrot heard: hello --there [turn 1]");
    const id = ID.exec(started)?.[1] as string;
    terminal.type("second line", "Enter");
    await terminal.waitFor("parrot heard: second line [turn 2]");
    terminal.type("/quit", "Enter");
    const ended = await terminal.waitFor("ended with 0");
    expect(ended).toContain(`slipway resume ${id.slice(0, 8)}`);
    await terminal.waitFor(/^icanon$/mu);
    await terminal.waitFor(/^echo$/mu);
  });

  it("tells the agent when the terminal changes its size", async () => {
    terminal = openTerminal(machine, ["run", "--yolo", "parrot", "run: stty size </dev/tty"]);
    await terminal.waitFor("24 80");
    terminal.resize(100, 40);
    await expect
      .poll(
        () => {
          terminal?.type("run: stty size </dev/tty", "Enter");
          return terminal?.screen();
        },
        { timeout: 15_000, interval: 500 },
      )
      .toContain("40 100");
  });

  it("gives Ctrl-C to the agent and passes the agent's code on", async () => {
    terminal = openTerminal(machine, ["run", "parrot", "hello"]);
    await terminal.waitFor("[turn 1]");
    terminal.type("C-c");
    await terminal.waitFor("ended with 130");
    await terminal.waitFor(/^icanon$/mu);
  });

  it("resumes what it stored: id, folder and permission mode", async () => {
    terminal = openTerminal(machine, ["run", "--yolo", "parrot", "one"]);
    const id = ID.exec(await terminal.waitFor("[turn 1]"))?.[1] as string;
    terminal.type("/quit", "Enter");
    await terminal.waitFor("ended with 0");
    terminal.close();

    const { sessions } = JSON.parse(machine.slipway(["sessions", "--json"]).stdout);
    expect(sessions).toMatchObject([{ sessionId: id, agent: "parrot", cwd: machine.work, approval: "bypass" }]);
    terminal = openTerminal(machine, ["resume", id.slice(0, 8), "run: echo", "still-trusted"]);
    await terminal.waitFor(/^still-trusted$/mu);
    terminal.type("/quit", "Enter");
    await terminal.waitFor("ended with 0");
    const turns = readFileSync(join(machine.home, ".parrot", "sessions", `${id}.jsonl`), "utf8");
    expect(turns.match(/"type":"user"/gu)).toHaveLength(2);
  });

  it("holds the conversation while it runs", async () => {
    terminal = openTerminal(machine, ["run", "parrot", "one"]);
    const id = ID.exec(await terminal.waitFor("[turn 1]"))?.[1] as string;
    const print = () => machine.slipway(["print", "--resume", id, "parrot", "two"]);
    // The id is stored a moment after it was printed.
    await expect
      .poll(() => print().stderr, { timeout: 15_000 })
      .toMatch(/^slipway: RUNTIME_SESSION_IN_USE: .+\n {2}hint: /mu);
    terminal.type("/quit", "Enter");
    await terminal.waitFor("ended with 0");
    expect(print().stdout).toContain("[turn 2]");
  });

  it("gives its end as JSON on standard error when asked", async () => {
    terminal = openTerminal(machine, ["run", "--json", "parrot", "hi"]);
    await terminal.waitFor("[turn 1]");
    terminal.type("/quit", "Enter");
    expect(await terminal.waitFor("ended with 0")).toMatch(/\{"ok":true,"exitCode":0,[\s\S]*"state":"known"/u);
  });

  it("puts the terminal back when it is ended from outside", async () => {
    terminal = openTerminal(machine, [
      "run",
      "--yolo",
      "parrot",
      "run: printf '\\033[?1000h\\033[?25l'; ps -o ppid= -p $PPID",
    ]);
    const shown = await terminal.waitFor(/^\s*\d+\s*$/mu);
    expect(terminal.flags()).toEqual({ cursor: "0", mouse: "1" });
    const host = Number(/^\s*(\d+)\s*$/mu.exec(shown)?.[1]);
    expect(host).toBeGreaterThan(1);
    process.kill(host, "SIGTERM");
    await terminal.waitFor("ended with 143");
    expect(terminal.flags()).toEqual({ cursor: "1", mouse: "0" });
    await terminal.waitFor(/^icanon$/mu);
  });
});

describe.skipIf(!hasTmux)("when this program was stopped and goes on (tmux)", () => {
  it("takes the terminal's settings back from the shell, and lets its own words begin a line", async () => {
    terminal = openTerminal(machine, ["run", "--yolo", "parrot", "run: ps -o ppid= -p $PPID; tty </dev/tty"]);
    const shown = await terminal.waitFor(/^\s*\d+\s*$/mu);
    const host = Number(/^\s*(\d+)\s*$/mu.exec(shown)?.[1]);
    expect(host).toBeGreaterThan(1);
    const tty = readlinkSync(`/proc/${host}/fd/0`);
    const settings = (): string => spawnSync("stty", ["-a", "-F", tty], { encoding: "utf8" }).stdout;
    // What a shell does when a job of its stops.
    expect(spawnSync("stty", ["sane", "-F", tty]).status).toBe(0);
    expect(settings()).toMatch(/[^-]icanon/u);
    process.kill(host, "SIGCONT");
    await expect.poll(settings, { timeout: 15_000 }).toMatch(/-icanon/u);
    const agents = readFileSync(`/proc/${host}/task/${host}/children`, "utf8").trim().split(" ").map(Number);
    expect(agents).toHaveLength(1);
    expect(agents[0]).toBeGreaterThan(1);
    process.kill(agents[0] as number, "SIGKILL");
    const ended = await terminal.waitFor("ended with 137");
    expect(ended).toMatch(/^slipway: session /mu);
  });
});

describe.skipIf(!hasTmux)("when the native part of the terminal is missing (tmux)", () => {
  it("says so with what to do, and starts nothing", async () => {
    const asUrl = (source: string): string => `data:text/javascript,${encodeURIComponent(source)}`;
    const hook = `export async function resolve(name, context, next) {
      if (name === "node-pty") throw Object.assign(new Error("Cannot find package 'node-pty'"), { code: "ERR_MODULE_NOT_FOUND" });
      return next(name, context);
    }`;
    const nodeArgs = [
      "--import",
      asUrl(`import { register } from "node:module"; register(${JSON.stringify(asUrl(hook))});`),
    ];
    terminal = openTerminal(machine, ["run", "parrot", "hi"], { nodeArgs });
    const shown = await terminal.waitFor("ended with 1");
    expect(shown).toContain("slipway: RUNTIME_PTY_UNAVAILABLE");
    expect(shown).toContain("hint:");
    expect(shown).not.toContain("parrot heard");
  });
});
