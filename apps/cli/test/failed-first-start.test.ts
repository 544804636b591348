import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Machine } from "./machine.js";
import { makeMachine, writeScript } from "./machine.js";

let machine: Machine;
const install = (end: string) =>
  writeScript(
    join(machine.bin, "claude"),
    `case "$1" in --version) echo "2.1.100 (Claude Code)";; *) cat >/dev/null; ${end};; esac`,
  );
const listed = () => JSON.parse(machine.slipway(["sessions", "--json"]).stdout).sessions;
beforeEach(() => {
  machine = makeMachine();
});

describe("when the first start of a conversation fails under an id that was given to it", () => {
  it.each([[[]], [["--json"]]])("does not offer it as one that can be resumed (%j)", (options) => {
    install("echo boom >&2; exit 3");
    const ran = machine.slipway(["print", ...options, "claude", "hi"]);
    expect(ran.code).toBe(3);
    expect(ran.stderr).not.toContain("to go on");
    expect(options.length === 0 ? ran.stderr : ran.stdout).toMatch(/CLI_SESSION_DOUBTFUL.*not known whether .* began/u);
    const [session] = listed();
    expect(session).toMatchObject({ source: "supplied", confidence: "low" });
    const resumed = machine.slipway(["print", "--resume", session.sessionId, "claude", "hi"]);
    expect(resumed.stderr).toMatch(
      /^slipway: CLI_SESSION_UNCONFIRMED: .*failed.*\n {2}hint: .*--accept-unconfirmed\n$/u,
    );
  });

  it("offers one whose start did not fail", () => {
    install("echo answered");
    expect(machine.slipway(["print", "claude", "hi"]).stderr).toContain("to go on");
    expect(listed()).toMatchObject([{ source: "supplied", confidence: "certain" }]);
  });
});
