import fc from "fast-check";
import { RE2JS } from "re2js";
import { describe, expect, it } from "vitest";
import { compilePattern, compileSearch, SESSION_ID_MAX_LENGTH } from "../src/index.js";
import { re2Fallback } from "../src/re2.js";

/** Patterns that are right, and those that catalogs and documents hold. */
const IDS = [
  "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",
  "^ses_[A-Za-z0-9]+$",
  "^[a-z]+[0-9]+[A-Z]+$",
  "^[a-z]{1,40}-[0-9]{1,40}$",
  "^[A-Za-z0-9_\\-]{1,64}$",
];
const SEARCHES = [
  "session id: ([0-9a-f-]{36})",
  "(?:resume|--session) ([\\w.-]+)\\b",
  '"thread_id":"([^"]+)"',
  "\\bid[=: ]+(ses_[A-Za-z0-9]{26})",
];
const MARKS = [..."^$[]{}()+*?|\\-.,0129azAZ_ \u00e9\n", "(?:", "\\b", "\\d", "\\w", "\\-", "{1,", "+?", "(?=", "\\1"];

/** A pattern with a few of its characters removed, doubled, or replaced by what grammars are made of. */
function mutate(sources: readonly string[]): fc.Arbitrary<string> {
  const change = fc.tuple(
    fc.nat(200),
    fc.constantFrom("drop", "double", "insert", "replace"),
    fc.constantFrom(...MARKS),
  );
  return fc
    .tuple(fc.constantFrom(...sources), fc.array(change, { minLength: 1, maxLength: 4 }))
    .map(([source, changes]) =>
      changes.reduce((text, [place, kind, mark]) => {
        const at = place % (text.length + 1);
        const [head, one, rest] = [text.slice(0, at), text.slice(at, at + 1), text.slice(at + 1)];
        if (kind === "drop") return head + rest;
        if (kind === "double") return head + one + one + rest;
        return kind === "insert" ? head + mark + one + rest : head + mark + rest;
      }, source),
    );
}

describe("when a session-id pattern is near the border of the grammar", () => {
  it("accepts none that matches nothing, and judges as the engine and re2js do", () => {
    let accepted = 0;
    const character = fc.constantFrom(..."0189afgzAZ_-. \n\u00e9");
    const id = fc.oneof(
      fc.string({ unit: character, maxLength: 12 }),
      fc.constantFrom(
        "6f0a1b2c-3d4e-4f50-8a6b-7c8d9e0f1a2b",
        "ses_4f8aZZ",
        "abc123XYZ",
        "ab-12",
        "a_-b",
        `${"a".repeat(60)}-1`,
      ),
    );
    fc.assert(
      fc.property(mutate(IDS), fc.array(id, { minLength: 1, maxLength: 12 }), (source, ids) => {
        const result = compilePattern(source);
        expect(result.ok || result.issues.length > 0).toBe(true);
        if (!result.ok) return;
        accepted += 1;
        const { value } = result;
        const native = new RegExp(source.replace(/\$$/, "(?![^])"));
        expect(value.minLength).toBeGreaterThan(0);
        expect(native.test("")).toBe(false);
        const linear = RE2JS.compile(`\\A${source.slice(1, -1)}\\z`);
        for (const one of [...ids, "", ...ids.map((each) => each.slice(0, -1))]) {
          const isAllowed = one.length <= SESSION_ID_MAX_LENGTH && !one.startsWith("-");
          expect(value.test(one)).toBe(value.toRegExp().test(one));
          expect(value.test(one)).toBe(isAllowed && native.test(one));
          // RE2 reads a count with a leading zero as text.
          if (!/[{,]0/.test(source)) expect(value.test(one)).toBe(isAllowed && linear.test(one));
        }
      }),
      { numRuns: 6_000 },
    );
    expect(accepted).toBeGreaterThan(300);
  });

  it("needs no going back: a run that is followed shares nothing with what follows", () => {
    fc.assert(
      fc.property(mutate(["^[a-f]+[0-9]{1,3}[g-z]+_$", "^[a-z]{2,9}-[a-z]+_[0-9]+$"]), (source) => {
        const result = compilePattern(source);
        if (!result.ok) return;
        // The engine's expression with possessive runs, spelled with look-ahead, accepts the same.
        const possessive = source.replace(
          /(\[[^\]]+\])(\+|\{\d+,\d+\})/g,
          (run, _set, _many, at) => `(?=(?<g${at}>${run}))\\k<g${at}>`,
        );
        const [native, cut] = [new RegExp(source), new RegExp(possessive)];
        for (const text of ["abc1ghi_", "abcdef12z_", "ab-cd_1", "abab-c_12", "aa1g_", "a1_"])
          expect(cut.test(text)).toBe(native.test(text));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("when a search pattern is near the border of the grammar", () => {
  it("accepts what the engine accepts, nothing that matches nothing, and says why not otherwise", () => {
    let [own, beyond] = [0, 0];
    fc.assert(
      fc.property(mutate(SEARCHES), fc.constantFrom("", "i"), (source, flags) => {
        const result = compileSearch(source, flags);
        if (result.ok) {
          own += 1;
          const native = new RegExp(source, flags);
          expect(native.test("")).toBe(false);
          expect(new RegExp(`${source}|`, flags).exec("")).toHaveLength(2);
          return;
        }
        expect(result.issues.some(({ severity }) => severity === "error")).toBe(true);
        if (!result.issues.every(({ code }) => code === "PATTERN_NEEDS_RE2")) return;
        beyond += 1;
        const given = compileSearch(source, flags, { fallback: re2Fallback });
        // What is said to be RE2's is compiled, or refused by count or by RE2 itself with its reason.
        if (!given.ok) expect(["PATTERN_RE2_REFUSED", "PATTERN_TOO_MANY_STATES"]).toContain(given.issues.at(-1)?.code);
      }),
      { numRuns: 6_000 },
    );
    expect(own).toBeGreaterThan(500);
    expect(beyond).toBeGreaterThan(500);
  });
});
