import { formatIssue } from "@slipway/errors";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PlaceholderName } from "../src/index.js";
import { ARGUMENT_ISSUES_MAX, ARGUMENT_MAX_BYTES, check, PlaceholderError, substitute } from "../src/index.js";

const session: PlaceholderName[] = ["UUID", "WORKSPACE_PATH"];

function codes(argv: string[], allowed: PlaceholderName[] = session): string[] {
  return check(argv, { allowed }).map(({ code }) => code);
}

describe("when a group is checked", () => {
  it("accepts names that have a value there", () => {
    expect(check(["--id", "{UUID}", "x{WORKSPACE_PATH}y{UUID}"], { allowed: session })).toEqual([]);
  });

  it("names the placeholder that was likely meant", () => {
    const [found] = check(["--id", "a{UID}"], { allowed: session, path: ["agents", 3, "flags", "session"] });
    expect(found).toMatchObject({
      code: "PLACEHOLDER_UNKNOWN",
      severity: "error",
      path: ["agents", 3, "flags", "session", 1],
      message: "{UID} at character 2 is not a known placeholder",
      hint: "did you mean {UUID}?",
    });
  });

  it("lists the table when nothing is near", () => {
    expect(check(["{SOMETHING_ELSE}"], { allowed: session })[0]?.hint).toContain("{WORKSPACE_PATH}, {BRANCH}");
  });

  it("says that case matters", () => {
    expect(check(["{uuid}"], { allowed: session })[0]).toMatchObject({
      code: "PLACEHOLDER_WRONG_CASE",
      hint: "write {UUID}",
    });
  });

  it("refuses a known name without a value in the group", () => {
    expect(check(["{PROMPT}"], { allowed: session })[0]).toMatchObject({
      code: "PLACEHOLDER_NOT_ALLOWED",
      hint: "this group can use {UUID}, {WORKSPACE_PATH}",
    });
    expect(check(["{UUID}"], { allowed: [] })[0]?.hint).toBe("this group takes no placeholder");
  });

  it("lists every problem of every template, each name once a template", () => {
    expect(codes(["{UID}{UID}{PROMPT}", "{model}\0", "ok"])).toEqual([
      "PLACEHOLDER_UNKNOWN",
      "PLACEHOLDER_NOT_ALLOWED",
      "PLACEHOLDER_NUL",
      "PLACEHOLDER_WRONG_CASE",
    ]);
  });

  it("names the first place of a name that is used twice", () => {
    expect(check(["{UID}-{UID}"], { allowed: session })).toMatchObject([
      { message: "{UID} at character 1 is not a known placeholder" },
    ]);
  });

  it.each(["{ UUID }", "{WORKSPACE-PATH}", "{workspace path}", "{UUID", "--x={UUID", "{workspace.path}"])(
    "warns that %j is passed on as text",
    (template) => {
      expect(check([template], { allowed: session })).toMatchObject([
        { code: "PLACEHOLDER_MALFORMED", severity: "warning" },
      ]);
    },
  );

  it.each(["{}", '{"model":"x"}', "{a b}", "{{UUID}}", "a}b{c", "{uid "])("says nothing of %j", (template) => {
    expect(codes([template])).toEqual([]);
  });

  it("refuses half of a surrogate pair and accepts a whole one", () => {
    expect(codes(["a\ud83d"])).toEqual(["PLACEHOLDER_LONE_SURROGATE"]);
    expect(codes(["a\u{1f600}"])).toEqual([]);
  });

  it("refuses what no value can make fit, as substitute would", () => {
    const most = "é".repeat((ARGUMENT_MAX_BYTES - 1) / 2);
    for (const template of [`${most}x`, `${most}{UUID}x`]) {
      expect(codes([template])).toEqual([]);
      expect(codes([`${template}x`])).toEqual(["PLACEHOLDER_ARGUMENT_TOO_LONG"]);
      expect(substitute([template], { UUID: "" }, { unset: "error" }).ok).toBe(true);
      expect(substitute([`${template}x`], { UUID: "" }, { unset: "error" }).ok).toBe(false);
    }
  });

  it.each([
    ["unknown names", Array.from({ length: 5_000 }, (_, n) => `{a${n}}`).join(""), "error"],
    ["texts in braces", "{UUID".repeat(5_000), "warning"],
  ])("tells of a limited number of %s and says that there are more", (_, template, severity) => {
    const found = check([template], { allowed: session });
    expect(found).toHaveLength(ARGUMENT_ISSUES_MAX + 1);
    expect(found.at(-1)).toMatchObject({ code: "PLACEHOLDER_TOO_MANY_ISSUES", severity });
  });

  it("prints nothing raw of a hostile template", () => {
    const [found] = check(["{\u001b[2J}", "{ UUID\u202e}"], { allowed: session });
    expect(found).toBeUndefined();
    const warned = check(["{\u00a0UUID\u00a0}"], { allowed: session })[0];
    expect(formatIssue(warned as NonNullable<typeof warned>)).toContain("\\u{a0}");
  });

  it("throws for arguments of the wrong type", () => {
    const wrong = [
      () => check("x" as unknown as string[], { allowed: [] }),
      () => check([1] as unknown as string[], { allowed: [] }),
      () => check([], {} as never),
      () => check([], undefined as never),
      () => check([], { allowed: ["UID" as never] }),
    ];
    for (const call of wrong) expect(call).toThrow(PlaceholderError);
    expect(wrong[0]).toThrow(expect.objectContaining({ code: "PLACEHOLDER_MISUSE", name: "PlaceholderError" }));
  });
});

describe("when an argument is short and plain", () => {
  it("says nothing of a brace that stands alone", () => {
    expect(codes(["}", "a}b", "}{UUID}", "{UUID}}", "{", "{}", '{"a":1}', "}}{{"])).toEqual([]);
  });

  it("gives the answer that it gives inside a long one", () => {
    const pieces = fc.constantFrom(
      "{",
      "}",
      "{UUID}",
      "{MODEL}",
      "{uuid}",
      "{UID}",
      "UUID",
      " ",
      "-",
      "_",
      "\u00e9",
      "\0",
      "\ud800",
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
        const text = parts.join("");
        expect(codes([text])).toEqual(codes([`${"x".repeat(300)} ${text}`]));
      }),
      { numRuns: 2_000 },
    );
  });
});
