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
    expectRefusal(
      machine.slipway(["print", "--cwd", join(machine.root, "nowhere"), "parrot", "hi"]),
      "CLI_CWD_MISSING",
    );
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
    expect(ran.stderr).toContain("slipway print");
  });
});

describe("when the prompt is missing or given twice", () => {
  it("refuses print without a prompt as wrong use", () => {
    expect(machine.slipway(["print", "parrot"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("CLI_PROMPT_MISSING"),
    });
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
    expectRefusal(machine.slipway(["print", "--resume", "deadbeef", "parrot", "hi"]), "RUNTIME_SESSION_UNKNOWN");
  });
});

describe("when the approval mode is mistyped", () => {
  it("names the modes", () => {
    const ran = machine.slipway(["print", "--approve", "bypas", "parrot", "hi"]);
    expect(ran).toMatchObject({ code: 2, stderr: expect.stringMatching(/CLI_OPTION_VALUE_UNKNOWN[\s\S]*bypass/u) });
  });
});
