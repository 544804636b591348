import { describe, expect, it } from "vitest";
import { suggestName } from "../src/index.js";

const agents = ["claude", "codex", "gemini", "opencode", "amp", "pi"];

describe("when a name is mistyped", () => {
  it.each([
    ["cladue", "claude"],
    ["CLAUDE", "claude"],
    ["codx", "codex"],
    ["gemni", "gemini"],
    ["open-code", "opencode"],
    ["ap", "amp"],
  ])("takes %s for %s", (name, meant) => {
    expect(suggestName(name, agents)).toBe(meant);
  });

  it.each(["", "vim", "x", "supercalifragilistic", "x".repeat(65)])("suggests nothing for %s", (name) => {
    expect(suggestName(name, agents)).toBeUndefined();
  });
});
