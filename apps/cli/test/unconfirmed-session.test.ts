import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileSessionStore } from "@slipway/runtime";
import { beforeEach, describe, expect, it } from "vitest";
import type { Machine } from "./machine.js";
import { makeMachine, SLIPWAY, writeScript } from "./machine.js";

const OLD = "11111111-1111-4111-8111-111111111111";

let machine: Machine;
let sessions: string;
beforeEach(() => {
  machine = makeMachine();
  sessions = join(machine.root, "state", "state", "sessions");
});

/** Stores a session as an earlier launch would have. */
async function store(confidence: "likely" | "low") {
  const saved = await fileSessionStore(sessions).save({
    agent: "parrot",
    sessionId: OLD,
    source: "captured",
    confidence,
    surface: "headless",
    start: "new",
    cwd: machine.home,
    approval: "bypass",
  });
  expect(saved.ok).toBe(true);
}

const listed = () => JSON.parse(machine.slipway(["sessions", "--json"]).stdout).sessions;

describe("when the id of a session was only seen in output that anything could have written", () => {
  const resume = (...options: string[]) => machine.slipway(["print", "--resume", OLD, ...options, "parrot", "hi"]);

  it("is not resumed unasked, in a terminal or without", async () => {
    machine.installParrot();
    await store("low");
    expect(resume()).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^slipway: CLI_SESSION_UNCONFIRMED: .+\n {2}hint: .*--accept-unconfirmed\n$/u),
    });
    expect(machine.slipway(["resume", "--dry-run", OLD]).stderr).toContain("CLI_SESSION_UNCONFIRMED");
    expect(machine.slipway(["resume", "--dry-run", "--accept-unconfirmed", OLD]).code).toBe(0);
  });

  it("is resumed when that is accepted, and stays unconfirmed", async () => {
    machine.installParrot();
    await store("low");
    // The agent's own words: it was started, and does not know the id.
    expect(resume("--accept-unconfirmed").stderr).toContain("no conversation found");
    expect(resume().stderr).toContain("CLI_SESSION_UNCONFIRMED");
  });
});

describe("when the output of a new conversation forges the id of an earlier session", () => {
  it("leaves the earlier one as it was, stores nothing, and says so", async () => {
    await store("likely");
    writeScript(
      join(machine.bin, "parrot"),
      `[ "$1" = --version ] && { echo parrot 1.0.0; exit; }\necho "session id: ${OLD}" >&2`,
    );
    const ran = machine.slipway(["print", "parrot", "hi"]);
    expect(ran.stderr).toMatch(/^slipway: warning: CLI_SESSION_ID_TAKEN: /mu);
    expect(ran.stderr).not.toContain("to go on");
    expect(listed()).toMatchObject([{ sessionId: OLD, cwd: machine.home, approval: "bypass" }]);
  });
});

describe("when the session store cannot be read", () => {
  const other = 65_534;
  const asOther = { uid: other, gid: other };
  const canSwitch =
    process.geteuid?.() === 0 && spawnSync(process.execPath, [SLIPWAY, "--version"], asOther).status === 0;

  it("is not called empty when its folder is a file", () => {
    mkdirSync(join(machine.root, "state", "state"), { recursive: true, mode: 0o700 });
    writeFileSync(sessions, "");
    for (const args of [["sessions"], ["print", "--resume", OLD, "parrot", "hi"]]) {
      const ran = machine.slipway(args);
      expect(ran).toMatchObject({ code: 1, stdout: "" });
      expect(ran.stderr).toMatch(/^slipway: RUNTIME_STORE_UNUSABLE: .+\n {2}hint: /u);
    }
    expect(JSON.parse(machine.slipway(["sessions", "--json"]).stdout).ok).toBe(false);
  });

  it.skipIf(!canSwitch)("is not called empty, nor a fault of ours, when it is closed (needs root and setuid)", () => {
    machine.installParrot();
    chmodSync(machine.root, 0o755);
    chmodSync(machine.bin, 0o755);
    for (const folder of [machine.home, machine.work]) chownSync(folder, other, other);
    const env = { ...machine.env, SLIPWAY_HOME: join(machine.home, "state") };
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [SLIPWAY, ...args], {
        ...asOther,
        cwd: machine.work,
        env,
        encoding: "utf8",
        input: "",
      });
    expect(run("print", "parrot", "hi").status).toBe(0);
    chmodSync(join(machine.home, "state", "state", "sessions"), 0o000);
    for (const args of [["sessions"], ["print", "--resume", OLD, "parrot", "hi"]]) {
      const ran = run(...args);
      expect(ran.stderr).toMatch(/^slipway: RUNTIME_STORE_UNUSABLE: .+EACCES\n {2}hint: /u);
      expect(ran.status).toBe(1);
    }
    const printed = run("print", "parrot", "hi");
    expect(printed).toMatchObject({ status: 0, stdout: "parrot heard: hi [turn 1]\n" });
    expect(printed.stderr).toMatch(/^slipway: session [0-9a-f-]{36}, which was not stored$/mu);
    expect(printed.stderr).not.toContain("RECORD_DAMAGED");
  });
});
