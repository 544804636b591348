import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeMachine, writeScript } from "./machine.js";

describe("when the installed program's version was never tried", () => {
  it("starts it and says so, in words, in JSON and in doctor", () => {
    const machine = makeMachine();
    const script = 'case "$1" in --version) echo "9.9.9 (Claude Code)";; *) cat >/dev/null; echo answered;; esac';
    writeScript(join(machine.bin, "claude"), script);
    const ran = machine.slipway(["print", "claude", "hi"]);
    expect(ran).toMatchObject({ code: 0, stdout: "answered\n" });
    expect(ran.stderr).toContain("CLI_VERSION_UNSEEN: claude 9.9.9 is newer than what was tried");
    const { issues } = JSON.parse(machine.slipway(["print", "--json", "claude", "hi"]).stdout);
    expect(issues.map(({ code }: { code: string }) => code)).toContain("CLI_VERSION_UNSEEN");
    expect(machine.slipway(["doctor", "claude"]).stdout).toContain("CLI_VERSION_UNSEEN");
    expect(machine.slipway(["show", "claude"]).stderr).toContain("CLI_VERSION_UNSEEN");
    expect(ran.stderr.match(/CLI_VERSION_UNSEEN/gu)).toHaveLength(1);
  });

  it("says nothing of a version that was", () => {
    const machine = makeMachine();
    machine.installParrot();
    expect(machine.slipway(["print", "parrot", "hi"]).stderr).not.toContain("CLI_VERSION_UNSEEN");
  });
});
