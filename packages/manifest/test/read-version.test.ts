import { describe, expect, it } from "vitest";
import { readVersion } from "../src/index.js";

describe("when a program printed its version", () => {
  it.each([
    ["2.1.0 (Claude Code)", "2.1.0"],
    ["codex-cli 0.1.2", "0.1.2"],
    ["v1.0", "1.0.0"],
    ["V2.3.4\n", "2.3.4"],
    ["GitHub Copilot CLI 1.0.102.", "1.0.102"],
    ["grok 1.0.41", "1.0.41"],
    ["parrot 1.0.0", "1.0.0"],
    ["\u001b[1m2.1.332\u001b[0m (Claude Code)", "2.1.332"],
    ["warning: something\ncodex-cli 0.171.0\n", "0.171.0"],
    ["tool 1.2.3-beta.01+build.5", "1.2.3-beta.1"],
    ["tool 01.002.3", "1.2.3"],
  ])("reads %j as %s", (output, version) => {
    expect(readVersion(output)).toBe(version);
  });

  it.each(["", "unknown", "listening on 127.0.0.1", "release 5", "x1.2.3x", "2026-11-30"])(
    "finds none in %j",
    (output) => {
      expect(readVersion(output)).toBeUndefined();
    },
  );

  it("looks at the first 64 KiB only", () => {
    expect(readVersion(`${" ".repeat(64 * 1024)}1.2.3`)).toBeUndefined();
    expect(readVersion(`${"1.".repeat(100_000)}x`)).toBeUndefined();
  });
});
