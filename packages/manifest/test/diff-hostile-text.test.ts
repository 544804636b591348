import { describe, expect, it } from "vitest";
import type { Change } from "../src/index.js";
import { MARKDOWN_MAX_LENGTH, renderDiffLines, renderDiffMarkdown } from "../src/index.js";

const change = (text: string): Change => ({
  agent: text,
  subject: "argv",
  where: text,
  before: text,
  after: `${text}!`,
  risk: "high",
  launch: true,
});
const diff = (...texts: string[]) => ({
  changes: texts.map(change),
  launch: true,
  risks: { high: texts.length, medium: 0, low: 0 },
});
const EVIL = [
  "a | b | **c**",
  "`code` <img src=x onerror=alert(1)>",
  "x\n::add-mask::x",
  "##[error]x ##vso[task.setvariable]x",
  "\\| \\` @team [l](https://evil.example)",
  "\u001b[2J\u202etxt",
  "--></code></td>",
];

describe("when the text of a catalog is hostile", () => {
  it.each(EVIL)("keeps %j inside its cell of the Markdown table, in a code span", (text) => {
    const rows = renderDiffMarkdown(diff(text)).trim().split("\n").slice(4);
    expect(rows).toHaveLength(1);
    const row = rows[0] as string;
    expect(row.split("|")).toHaveLength(8);
    // What is left without the code spans is ours.
    expect(row.replace(/`[^`]+`/g, "")).toBe("| **high** |  | argv |  |  |  |");
    expect(row).not.toMatch(/::|##[a-z]*\[|[\u0000-\u001f\u007f-\u009f\u202e]/);
  });

  it.each(EVIL)("begins every line for a terminal with text of our own: %j", (text) => {
    const lines = renderDiffLines(diff(text)).join("\n").split("\n");
    expect(lines).toHaveLength(4);
    for (const line of lines) expect(line).toMatch(/^(?:high {3}| {7}[-+] |1 change )/);
    expect(lines.join("")).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
  });

  it("says how much of a long side is cut, and how many changes do not fit", () => {
    expect(renderDiffMarkdown(diff("x".repeat(5_000)))).toContain("\\…+4400");
    const many = renderDiffMarkdown(
      diff(...Array.from({ length: 1_000 }, (_, index) => `${index} ${"y".repeat(500)}`)),
    );
    expect(many.length).toBeLessThanOrEqual(MARKDOWN_MAX_LENGTH);
    expect(many).toMatch(/\n\d+ more changes do not fit here: run `slipway-catalog diff`\.\n$/);
    expect(many).toContain("**1000 changes (1000 high, 0 medium, 0 low): launches change**");
  });
});

describe("when nothing changes", () => {
  const none = { changes: [], launch: false, risks: { high: 0, medium: 0, low: 0 } };

  it("says so", () => {
    expect(renderDiffLines(none)).toEqual(["nothing changes for users"]);
    expect(renderDiffMarkdown(none)).toBe("**nothing changes for users**\n");
  });
});
