import { describe, expect, it } from "vitest";
import { parseAgentsJson } from "../src/index.js";
import { makeAgentsJson, makeEntry } from "./make-document.js";

const codesOf = (command: string) => {
  const result = parseAgentsJson(makeAgentsJson(makeEntry({ command })), { trust: "signed" });
  expect(result.agents).toHaveLength(result.issues.length === 0 ? 1 : 0);
  return result.issues.map((found) => found.code);
};

describe("when command tries to be more than a program", () => {
  it.each([
    "claude;id",
    "claude | sh",
    "claude `id`",
    "$(id)",
    "claude\nid",
    "claude\tid",
    " claude",
    "claude ",
    "claude  x",
    "/bin/claude",
    "./claude",
    "..",
    ".",
    ".hidden",
    "-rf",
    "",
    "clau\u0000de",
    "cl\u00e4ude",
    `${"x".repeat(65)}`,
    "claude.cmd",
    "agent.EXE",
    "nul",
    "COM1.txt",
  ])("refuses %j", (command) => {
    expect(codesOf(command)).toEqual(["MANIFEST_COMMAND"]);
  });

  it.each([
    "sh",
    "BASH",
    "env claude",
    "sudo claude",
    "node",
    "node22 x",
    "python3",
    "python3.11",
    "npx some-package",
    "pnpm dlx x",
    "uvx x",
    "docker run x",
    "ssh host",
    "git",
  ])("refuses %j, which runs whatever it is told to", (command) => {
    expect(codesOf(command)).toEqual(["MANIFEST_COMMAND_FORBIDDEN"]);
  });

  it.each(["claude --dangerously-skip-permissions", "gh copilot -y", "some-agent -c"])(
    "refuses the option in %j",
    (command) => {
      expect(codesOf(command)).toEqual(["MANIFEST_COMMAND_OPTION"]);
    },
  );

  it.each(["claude", "gh copilot", "cursor-agent", "cn", "kimi2", "a.b_c-d run ..x"])("takes %j", (command) => {
    expect(codesOf(command)).toEqual([]);
  });
});
