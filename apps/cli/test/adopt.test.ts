import { createHash } from "node:crypto";
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Machine } from "./machine.js";
import { makeMachine } from "./machine.js";
import { signEntries, useCatalog } from "./sign-catalog.js";
import { hasTmux, openTerminal } from "./terminal.js";

let machine: Machine;
let path: string;
beforeEach(() => {
  machine = makeMachine();
  path = machine.installParrot();
});
const digest = () => createHash("sha256").update(readFileSync(path)).digest("hex");

describe("when a file is adopted", () => {
  it("shows what it is and asks; without a terminal nobody can say yes", () => {
    const ran = machine.slipway(["adopt", "parrot", "--path", path]);
    expect(ran.stderr).toContain("CLI_CONFIRMATION_NEEDED");
    expect(ran.stderr).toContain(digest());
    expect(ran.code).toBe(1);
    const { agents } = JSON.parse(machine.slipway(["list", "--json"]).stdout);
    expect(agents.find((agent: { id: string }) => agent.id === "parrot").state).toBe("found");
  });

  it("takes --yes with a path", () => {
    const ran = machine.slipway(["adopt", "parrot", "--path", path, "--yes"]);
    expect(ran).toMatchObject({ code: 0, stderr: "" });
    expect(ran.stdout).toContain(digest());
    expect(ran.stdout).toContain(process.execPath);
    const { agents } = JSON.parse(machine.slipway(["list", "--json"]).stdout);
    expect(agents.find((agent: { id: string }) => agent.id === "parrot")).toMatchObject({
      state: "adopted",
      path,
      version: "1.0.0",
    });
  });

  it("takes the right digest as the yes, and refuses a wrong one", () => {
    expect(machine.slipway(["adopt", "parrot", "--path", path, "--sha256", digest()]).code).toBe(0);
    const ran = machine.slipway(["adopt", "parrot", "--path", path, "--sha256", "0".repeat(64)]);
    expect(ran.stderr).toContain("DIGEST");
    expect(ran.code).toBe(1);
  });

  it("takes a folder with it: names are held at a launch, bytes by doctor, and all is forgotten", () => {
    const library = join(machine.bin, "lib.js");
    writeFileSync(library, "good\n");
    const args = ["adopt", "parrot", "--path", path, "--sha256", digest(), "--tree", machine.bin];
    const adopted = machine.slipway(args);
    expect(adopted).toMatchObject({ code: 0, stderr: "" });
    expect(adopted.stdout).toMatch(/^with +2 files under .+, digest [0-9a-f]{64}$/mu);
    expect(machine.slipway(["print", "parrot", "hi"]).code).toBe(0);
    writeFileSync(library, "evil\n");
    const checked = machine.slipway(["doctor", "parrot"]);
    expect(checked.code).toBe(1);
    expect(checked.stdout).toMatch(/^WRONG +parrot +BINARY_TREE_CHANGED: .+lib\.js has other bytes$/mu);
    writeFileSync(library, "good\n");
    writeFileSync(join(machine.bin, "evil.js"), "");
    const refused = machine.slipway(["print", "parrot", "hi"]);
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toContain(`--sha256 ${digest()} --tree ${machine.bin}`);
    const list = join(machine.root, "state/state/binaries/parrot.tree.json");
    expect(existsSync(list)).toBe(true);
    expect(machine.slipway(["forget", "parrot"]).code).toBe(0);
    expect(existsSync(list)).toBe(false);
  });

  it("takes no folder that does not hold the file", () => {
    const refused = machine.slipway(["adopt", "parrot", "--path", path, "--yes", "--tree", machine.work]);
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toContain("BINARY_TREE_ELSEWHERE");
  });

  it("holds the program to a digest that was given, and follows it otherwise", () => {
    machine.slipway(["adopt", "parrot", "--path", path, "--sha256", digest()]);
    appendFileSync(path, "\n");
    const held = machine.slipway(["print", "parrot", "hi"]);
    expect(held).toMatchObject({ code: 1, stdout: "" });
    expect(held.stderr).toContain(`slipway adopt parrot --path ${path} --sha256 ${digest()}`);
    machine.slipway(["adopt", "parrot", "--path", path, "--yes"]);
    appendFileSync(path, "\n");
    expect(machine.slipway(["doctor", "parrot"]).stdout).toContain("RUNTIME_BINARY_DRIFTED");
    expect(machine.slipway(["show", "parrot"]).stdout).toContain("RUNTIME_BINARY_DRIFTED");
    const followed = machine.slipway(["print", "parrot", "hi"]);
    expect(followed).toMatchObject({ code: 0, stdout: "parrot heard: hi [turn 1]\n" });
    expect(followed.stderr.match(/^slipway: warning: RUNTIME_BINARY_DRIFTED: .+\n {2}hint: .+$/gmu)).toHaveLength(1);
    expect(machine.slipway(["print", "parrot", "hi"]).stderr).not.toContain("RUNTIME_BINARY_DRIFTED");
    appendFileSync(path, "\n");
    const { issues } = JSON.parse(machine.slipway(["print", "--json", "parrot", "hi"]).stdout);
    expect(issues.map((found: { code: string }) => found.code)).toContain("RUNTIME_BINARY_DRIFTED");
  });

  it("follows it for an agent of somebody else's catalog only once its path was named", () => {
    const flags = { print: ["-p", "--", "{PROMPT}"] };
    const options = useCatalog(signEntries(machine.root, [{ id: "bird", name: "Bird", command: "parrot", flags }]));
    const ask = () => machine.slipway(["print", ...options, "bird", "hi"]);
    expect(ask().code).toBe(0);
    appendFileSync(path, "\n");
    const refused = ask();
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toMatch(/^slipway: RUNTIME_ADOPTION_REQUIRED: .+\n {2}hint: .*slipway adopt bird --path/mu);
    expect(machine.slipway(["adopt", ...options, "bird", "--path", path, "--yes"]).code).toBe(0);
    appendFileSync(path, "\n");
    expect(ask().stderr).toContain("RUNTIME_BINARY_DRIFTED");
  });

  it("refuses a shell under an agent's name", () => {
    const ran = machine.slipway(["adopt", "parrot", "--path", "/bin/sh", "--yes"]);
    expect(ran.code).toBe(1);
    expect(ran.stderr).toMatch(/BINARY_(FORBIDDEN_NAME|IS_INTERPRETER)/u);
  });

  it("keeps the choice for launches, whatever comes first on PATH", () => {
    machine.slipway(["adopt", "parrot", "--path", path, "--yes"]);
    const ran = machine.slipway(["print", "parrot", "hi"], { env: { PATH: "/usr/bin:/bin" } });
    expect(ran.stdout).toBe("parrot heard: hi [turn 1]\n");
  });
});

describe.skipIf(!hasTmux)("when somebody can be asked (tmux)", () => {
  it.each([
    ["y", 0, "adopted"],
    ["", 1, "found"],
  ])("takes %j for an answer", async (answer, code, state) => {
    const terminal = openTerminal(machine, ["adopt", "parrot"]);
    try {
      await terminal.waitFor("Let this file run as parrot? [y/N]");
      terminal.type(answer, "Enter");
      await terminal.waitFor(`ended with ${code}`);
    } finally {
      terminal.close();
    }
    const { agents } = JSON.parse(machine.slipway(["list", "--json"]).stdout);
    expect(agents.find((agent: { id: string }) => agent.id === "parrot")).toMatchObject({ state });
  });
});
