import { spawn, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Machine } from "./machine.js";
import { makeMachine, SLIPWAY, writeScript } from "./machine.js";
import { signEntries, useCatalog } from "./sign-catalog.js";

let machine: Machine;
beforeEach(() => {
  machine = makeMachine();
  machine.installParrot();
});

describe("when an agent is asked one thing", () => {
  it("gives its output and its code, and stores the session", () => {
    const ran = machine.slipway(["print", "parrot", "hi", "there"]);
    expect(ran).toMatchObject({ code: 0, stdout: "parrot heard: hi there [turn 1]\n" });
    expect(ran.stderr).toMatch(/session id: [0-9a-f-]{36}/u);
    const { sessions } = JSON.parse(machine.slipway(["sessions", "--json"]).stdout);
    expect(sessions).toHaveLength(1);
  });

  it.each([["-v is broken"], ["--help"], ["--"]])("delivers %j as a prompt", (prompt) => {
    expect(machine.slipway(["print", "parrot", prompt]).stdout).toBe(`parrot heard: ${prompt} [turn 1]\n`);
  });

  it("reads - from standard input and leaves one line end out", () => {
    const ran = machine.slipway(["print", "parrot", "-"], { input: "two\nlines\n" });
    expect(ran.stdout).toBe("parrot heard: two\nlines [turn 1]\n");
  });

  it("reads --prompt-file, a pipe too", () => {
    const file = join(machine.root, "prompt");
    writeFileSync(file, "- from a file\n");
    expect(machine.slipway(["print", "--prompt-file", file, "parrot"]).stdout).toBe(
      "parrot heard: - from a file [turn 1]\n",
    );
    const ran = spawnSync(
      "bash",
      ["-c", `${process.execPath} "$0" print --prompt-file <(echo piped) parrot`, SLIPWAY],
      {
        cwd: machine.work,
        env: machine.env,
        encoding: "utf8",
      },
    );
    expect(ran.stdout).toBe("parrot heard: piped [turn 1]\n");
  });

  it("delivers a dash that stands in a file or on standard input as text", () => {
    expect(machine.slipway(["print", "parrot", "-"], { input: "-\n" }).stdout).toBe("parrot heard: - [turn 1]\n");
  });

  it("refuses such a dash of an agent that would read its input for it", () => {
    const entry = { id: "deaf", name: "Deaf", command: "deaf-agent", flags: { print: ["-p", "--", "{PROMPT}"] } };
    writeScript(join(machine.bin, "deaf-agent"), 'echo "got $*"');
    const options = useCatalog(signEntries(machine.root, [entry]));
    const ran = machine.slipway(["print", ...options, "deaf", "-"], { input: "-" });
    expect(ran).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("RUNTIME_PROMPT_UNDELIVERABLE") });
  });

  it("carries the model", () => {
    expect(machine.slipway(["print", "--model", "m1", "parrot", "hi"]).stdout).toContain("[model m1]");
  });

  it("resumes by the beginning of an id and carries the first turn on", () => {
    machine.slipway(["print", "parrot", "one"]);
    const { sessions } = JSON.parse(machine.slipway(["sessions", "--json"]).stdout);
    const ran = machine.slipway(["print", "--resume", sessions[0].sessionId.slice(0, 8), "parrot", "two"]);
    expect(ran.stdout).toBe("parrot heard: two [turn 2]\n");
    expect(JSON.parse(machine.slipway(["sessions", "--json"]).stdout).sessions).toHaveLength(1);
  });

  it("gives one JSON value with --json", () => {
    const ran = machine.slipway(["print", "--json", "parrot", "hi"]);
    expect(ran.stderr).toBe("");
    expect(JSON.parse(ran.stdout)).toMatchObject({
      ok: true,
      exitCode: 0,
      stdout: "parrot heard: hi [turn 1]\n",
      session: { state: "known" },
    });
  });

  it("leaves bytes untouched when standard output is no terminal", () => {
    const entry = { id: "raw", name: "Raw", command: "raw-agent", flags: { print: ["{PROMPT}"] } };
    writeScript(join(machine.bin, "raw-agent"), "printf '\\033]52;c;eA==\\007\\377x'");
    const catalog = signEntries(machine.root, [entry]);
    const ran = spawnSync(process.execPath, [SLIPWAY, "print", ...useCatalog(catalog), "raw", "hi"], {
      cwd: machine.work,
      env: machine.env,
    });
    expect(ran.stdout).toEqual(Buffer.from("\u001B]52;c;eA==\u0007\xffx", "latin1"));
  });
});

describe("when the agent fails", () => {
  const failing = (body: string) => {
    const entry = { id: "bad", name: "Bad", command: "bad-agent", flags: { print: ["{PROMPT}"] } };
    writeScript(join(machine.bin, "bad-agent"), body);
    return machine.slipway(["print", ...useCatalog(signEntries(machine.root, [entry])), "bad", "hi"]);
  };

  it("passes its code on", () => {
    expect(failing('case "$1" in hi) echo no >&2; exit 7;; esac')).toMatchObject({
      code: 7,
      stderr: expect.stringContaining("no\n"),
    });
  });

  it("gives 128 + n for a signal", () => {
    const ran = failing('case "$1" in hi) kill -SEGV $$;; esac');
    expect(ran.code).toBe(139);
    expect(ran.stderr).toMatch(/^slipway: warning: CLI_AGENT_SIGNALLED: .*SIGSEGV/mu);
  });
});

describe("when print is interrupted", () => {
  it("ends the agent and exits with 130", async () => {
    const entry = { id: "slow", name: "Slow", command: "slow-agent", flags: { print: ["{PROMPT}"] } };
    writeScript(join(machine.bin, "slow-agent"), 'case "$1" in hi) echo "pid $$"; exec sleep 60;; esac');
    const catalog = signEntries(machine.root, [entry]);
    const child = spawn(process.execPath, [SLIPWAY, "print", ...useCatalog(catalog), "slow", "hi"], {
      cwd: machine.work,
      env: machine.env,
    });
    const pid = await new Promise<number>((resolve) => {
      child.stdout.on("data", (data: Buffer) => resolve(Number(/pid (\d+)/u.exec(String(data))?.[1])));
    });
    child.kill("SIGINT");
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect(code).toBe(130);
    expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  });
});

describe("when nothing is to be started", () => {
  it("shows the plan with no agent installed", () => {
    const empty = makeMachine();
    const ran = empty.slipway(["print", "--dry-run", "parrot", "secret words"]);
    expect(ran.code).toBe(0);
    expect(ran.stdout).toMatch(/^agent +parrot$/mu);
    expect(ran.stdout).not.toContain("secret words");
    const plan = JSON.parse(empty.slipway(["run", "--dry-run", "--json", "parrot", "hi"]).stdout);
    expect(plan).toMatchObject({ ok: true, plan: { agent: "parrot", surface: "pty" } });
  });
});
