import { chmodSync, existsSync, mkdirSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Machine, Ran } from "./machine.js";
import { makeMachine, writeScript } from "./machine.js";
import { signEntries, useCatalog } from "./sign-catalog.js";

let machine: Machine;
beforeEach(() => {
  machine = makeMachine();
});

function expectRefusal(ran: Ran, code: string): void {
  expect(ran.stderr).toMatch(new RegExp(`^slipway: ${code}: .+$`, "mu"));
  expect(ran.stderr).toMatch(/^ {2}hint: .+$/mu);
  expect(ran.stderr.split("\n").length).toBeLessThanOrEqual(6);
  expect(ran.stdout).toBe("");
  expect(ran.code).toBe(1);
}

describe("when the agent is not known", () => {
  it("says which one was probably meant", () => {
    const ran = machine.slipway(["print", "cluade", "hi"]);
    expectRefusal(ran, "MANIFEST_AGENT_UNKNOWN");
    expect(ran.stderr).toContain("claude");
  });

  it("escapes what was typed", () => {
    expect(machine.slipway(["show", "\u001B]0;x\u0007"]).stderr).not.toContain("\u001B");
  });
});

describe("when the agent is not installed", () => {
  it("ends with where it can be had", () => {
    const entry = {
      id: "ghost",
      name: "Ghost",
      command: "ghost-agent-nobody-has",
      downloadUrl: "https://ghost.example/get",
    };
    const catalog = signEntries(machine.root, [{ ...entry, flags: { print: ["-p", "--", "{PROMPT}"] } }]);
    const ran = machine.slipway(["print", ...useCatalog(catalog), "ghost", "hi"]);
    expectRefusal(ran, "RUNTIME_AGENT_NOT_INSTALLED");
    expect(ran.stderr.trimEnd()).toMatch(/https:\/\/ghost\.example\/get$/u);
  });
});

describe("when the agent has no way to answer without a terminal", () => {
  it("is refused before anything is adopted or started", () => {
    const witness = join(machine.root, "ran");
    writeScript(join(machine.bin, "mute-agent"), `touch ${witness}`);
    const options = useCatalog(signEntries(machine.root, [{ id: "mute", name: "Mute", command: "mute-agent" }]));
    expectRefusal(machine.slipway(["print", ...options, "mute", "hi"]), "RUNTIME_SURFACE_UNSUPPORTED");
    const { agents } = JSON.parse(machine.slipway(["list", ...options, "--json"]).stdout);
    expect(agents[0].state).toBe("found");
    expect(existsSync(witness)).toBe(false);
  });
});

describe("when a variable names a program that is not there", () => {
  it("names the variable, in a launch and in doctor", () => {
    const env = { SLIPWAY_BIN_PARROT: "/nope" };
    const ran = machine.slipway(["print", "parrot", "hi"], { env });
    expectRefusal(ran, "BINARY_MISSING");
    expect(ran.stderr).toMatch(/SLIPWAY_BIN_PARROT names \/nope.+\n {2}hint: .*unset SLIPWAY_BIN_PARROT/u);
    expect(machine.slipway(["doctor", "parrot"], { env }).stdout).toContain("unset SLIPWAY_BIN_PARROT");
  });
});

describe("when nothing says which conversation it was", () => {
  it("is told that it cannot be resumed by id", () => {
    const entry = { id: "plain", name: "Plain", command: "plain-agent", flags: { print: ["-p", "--", "{PROMPT}"] } };
    writeScript(join(machine.bin, "plain-agent"), "echo answered");
    const ran = machine.slipway(["print", ...useCatalog(signEntries(machine.root, [entry])), "plain", "hi"]);
    expect(ran).toMatchObject({ code: 0, stdout: "answered\n" });
    expect(ran.stderr).toMatch(/^slipway: the id of this session is not known/mu);
  });
});

describe("when others can write the folder of the program", () => {
  it("does not start it", () => {
    const witness = join(machine.root, "ran");
    writeScript(join(machine.bin, "parrot"), `touch ${witness}`);
    chmodSync(machine.bin, 0o777);
    const ran = machine.slipway(["print", "parrot", "hi"]);
    expect(ran.stderr).toMatch(/BINARY_FOLDER_WRITABLE/u);
    expect(ran.code).toBe(1);
    expect(existsSync(witness)).toBe(false);
  });

  it("shows it as refused in the list", () => {
    machine.installParrot();
    chmodSync(machine.bin, 0o777);
    const { agents } = JSON.parse(machine.slipway(["list", "--json"]).stdout);
    expect(agents.find((agent: { id: string }) => agent.id === "parrot")).toMatchObject({ state: "refused" });
  });
});

describe("when the working directory is not there", () => {
  it("refuses one that does not exist", () => {
    machine.installParrot();
    const ran = machine.slipway(["print", "--cwd", join(machine.root, "nowhere"), "parrot", "hi"]);
    expectRefusal(ran, "CLI_CWD_MISSING");
    expect(ran.stderr).toContain("the folder of --cwd");
  });

  it("says when it is that of the session", () => {
    machine.installParrot();
    const gone = join(machine.root, "gone");
    mkdirSync(gone);
    machine.slipway(["print", "--cwd", gone, "parrot", "hi"]);
    rmdirSync(gone);
    const { sessions } = JSON.parse(machine.slipway(["sessions", "--json"]).stdout);
    const ran = machine.slipway(["print", "--resume", sessions[0].sessionId, "parrot", "again"]);
    expectRefusal(ran, "CLI_CWD_MISSING");
    expect(ran.stderr).toContain("the folder of the session");
  });

  it("refuses a file", () => {
    const file = machine.installParrot();
    expectRefusal(machine.slipway(["print", "--cwd", file, "parrot", "hi"]), "CLI_CWD_MISSING");
  });

  it("refuses one that cannot be looked at", () => {
    expectRefusal(machine.slipway(["print", "--cwd", `/${"x".repeat(5_000)}`, "parrot", "hi"]), "CLI_CWD_MISSING");
  });

  it("says so when the current folder was deleted", () => {
    const gone = join(machine.root, "gone");
    mkdirSync(gone);
    const script = `cd ${gone} && rmdir ${gone} && exec ${process.execPath} "$0" list`;
    const ran = machine.runShell(script);
    expectRefusal(ran, "CLI_CWD_GONE");
    expect(() => rmdirSync(gone)).toThrow();
  });
});

describe("when there is no terminal", () => {
  it.each([
    ["run", "parrot"],
    ["resume", "0123"],
  ])("refuses %s and names print", (...args) => {
    machine.installParrot();
    const ran = machine.slipway(args);
    expectRefusal(ran, "CLI_NO_TTY");
    expect(ran.stderr).toContain(args[0] === "resume" ? "slipway print --resume 0123 AGENT" : "slipway print parrot");
  });
});

describe("when the prompt is missing or given twice", () => {
  it("refuses print without a prompt as wrong use", () => {
    expect(machine.slipway(["print", "parrot"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("CLI_PROMPT_MISSING"),
    });
  });

  it.each([[""], ["-"], ["--prompt-file"]])("refuses an empty one alike, given as %j", (how) => {
    const file = join(machine.root, "empty");
    machine.writeBytes(file, Buffer.from("\n"));
    const args = how === "--prompt-file" ? [how, file, "parrot"] : ["parrot", how];
    const ran = machine.slipway(["print", ...args]);
    expect(ran).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("CLI_PROMPT_MISSING") });
    expect(ran.stderr).toContain("is empty");
  });

  it.each([
    ["nowhere", "does not exist"],
    ["/", "is a folder"],
  ])("says in words why %s cannot be read", (file, why) => {
    const ran = machine.slipway(["print", "--prompt-file", file, "parrot"]);
    expectRefusal(ran, "CLI_PROMPT_UNREADABLE");
    expect(ran.stderr).toContain(why);
    expect(ran.stderr).not.toMatch(/\bE[A-Z]{4,}/u);
  });

  it("refuses words and a file at once", () => {
    const ran = machine.slipway(["print", "--prompt-file", "x", "parrot", "hi"]);
    expect(ran).toMatchObject({ code: 2, stderr: expect.stringContaining("CLI_OPTION_CONFLICT") });
  });

  it("refuses a prompt that is not UTF-8", () => {
    const file = join(machine.root, "latin1");
    machine.writeBytes(file, Buffer.from([0x63, 0x61, 0x66, 0xe9]));
    expectRefusal(machine.slipway(["print", "--prompt-file", file, "parrot"]), "CLI_PROMPT_NOT_UTF8");
  });
});

describe("when a session is not known", () => {
  it("refuses to guess another", () => {
    machine.installParrot();
    const ran = machine.slipway(["print", "--resume", "deadbeef", "parrot", "hi"]);
    expectRefusal(ran, "RUNTIME_SESSION_UNKNOWN");
    expect(ran.stderr).toContain("slipway sessions");
  });
});

describe("when the approval mode is mistyped", () => {
  it("names the modes", () => {
    const ran = machine.slipway(["print", "--approve", "bypas", "parrot", "hi"]);
    expect(ran).toMatchObject({ code: 2, stderr: expect.stringMatching(/CLI_OPTION_VALUE_UNKNOWN[\s\S]*bypass/u) });
  });
});
