import { describe, expect, it } from "vitest";
import { formatIssue, formatPath, hasErrors, issue, msg, refuse, succeed } from "../src/index.js";

describe("when an issue is shown", () => {
  it("gives severity, code, path, place, message and hint", () => {
    const found = issue({
      code: "MANIFEST_NAME_MISSING",
      path: ["agents", 3, "name"],
      message: msg`an agent needs a name`,
      hint: msg`add "name"`,
      line: 4,
      column: 7,
    });
    expect(formatIssue(found)).toBe(
      'error MANIFEST_NAME_MISSING at agents[3].name (4:7): an agent needs a name\n  hint: add "name"',
    );
    expect(formatIssue(issue({ code: "X", message: msg`m`, severity: "info" }))).toBe("info X: m");
  });

  it("quotes and escapes foreign keys, so that no line begins with foreign text", () => {
    expect(formatPath(["a b", "::add-mask::x\n::y"])).toBe('["a b"]["::add-mask::x\\u{a}::y"]');
    expect(formatPath([])).toBe("(root)");
    expect(formatPath([0, "x"])).toBe("[0].x");
  });
});

describe("when keys hold the marks of a path", () => {
  it("never shows two paths alike", () => {
    const paths = [
      ["x", "a b", "c d"],
      ["x", 'a b"]["c d'],
      ["x", 'a b\\"]["c d'],
      ["x", "a b\\", "c d"],
      ["x", "a.b"],
      ["x", "a", "b"],
      ["[0]"],
      ["0"],
      [0],
      ["\u0007"],
      ["\\u{7}"],
      ["\\\\u{7}"],
      ["(root)"],
      [],
    ];
    expect(new Set(paths.map(formatPath)).size).toBe(paths.length);
    expect(formatPath(["a", 'say "\\"'])).toBe('a["say \\"\\\\\\""]');
  });
});

describe("when a result is made", () => {
  it("keeps warnings on success and all problems on refusal", () => {
    const warning = issue({ code: "W", message: msg`w`, severity: "warning" });
    const error = issue({ code: "E", message: msg`e` });
    expect(succeed(1, [warning])).toEqual({ ok: true, value: 1, issues: [warning] });
    expect(refuse(error, warning)).toEqual({ ok: false, issues: [error, warning] });
    expect(hasErrors([warning])).toBe(false);
    expect(hasErrors([warning, error])).toBe(true);
  });
});
