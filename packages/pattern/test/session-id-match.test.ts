import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SessionIdPattern } from "../src/index.js";
import { compilePattern, isSafeSessionId, SESSION_ID_MAX_LENGTH } from "../src/index.js";

function compile(source: string): SessionIdPattern {
  const result = compilePattern(source);
  if (!result.ok) throw new Error(result.issues.map(({ message }) => message).join("\n"));
  return result.value;
}

const UUID = "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$";
const uuid = "6f0a1b2c-3d4e-4f50-8a6b-7c8d9e0f1a2b";

describe("when an id is tested", () => {
  it("matches the whole of it only", () => {
    const pattern = compile(UUID);
    expect(pattern.test(uuid)).toBe(true);
    for (const wrong of [
      `${uuid}\n`,
      `${uuid}0`,
      ` ${uuid}`,
      uuid.slice(1),
      uuid.toUpperCase(),
      `claude --resume ${uuid}`,
      `local_${uuid}`,
    ])
      expect(pattern.test(wrong)).toBe(false);
  });

  it("never accepts a leading dash, whatever the pattern allows", () => {
    const pattern = compile("^[a\\-]{3}$");
    expect(pattern.test("a--")).toBe(true);
    expect(pattern.test("-aa")).toBe(false);
  });

  it("accepts up to the limit and no character more", () => {
    const pattern = compile("^ses_[a-z]+$");
    expect(pattern.test(`ses_${"a".repeat(SESSION_ID_MAX_LENGTH - 4)}`)).toBe(true);
    expect(pattern.test(`ses_${"a".repeat(SESSION_ID_MAX_LENGTH - 3)}`)).toBe(false);
  });

  it.each([undefined, null, 7, {}, [uuid], Symbol("x"), new String(uuid), { toString: () => uuid }, () => uuid])(
    "refuses the value no %# without throwing",
    (value) => {
      expect(compile(UUID).test(value)).toBe(false);
      expect(isSafeSessionId(value)).toBe(false);
    },
  );

  it("refuses characters beyond ASCII that share their low bits", () => {
    expect(compile("^[a-z]+$").test("\u0161")).toBe(false);
    expect(compile("^[0-9]{1,3}$").test("٢")).toBe(false);
  });

  it("agrees with the engine's expression for random patterns and ids", () => {
    const count = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 3 }));
    const atom = fc
      .tuple(
        fc.constantFrom("a", "-", "_", "[a-c]", "[0-9]", "[b\\-]", "[A-C0]"),
        fc.constantFrom("", "+", "n", "nm"),
        count,
      )
      .map(([head, kind, [n, more]]) => {
        if (kind === "+") return head.length > 1 ? `${head}+` : head;
        return head + (kind === "n" ? `{${n}}` : kind === "nm" ? `{${n},${n + more}}` : "");
      });
    const source = fc.array(atom, { minLength: 1, maxLength: 5 }).map((atoms) => `^${atoms.join("")}$`);
    const id = fc.string({ unit: fc.constantFrom("a", "b", "c", "-", "_", "0", "A", "x"), maxLength: 14 });
    let accepted = 0;
    let matched = 0;
    fc.assert(
      fc.property(source, fc.array(id, { minLength: 20, maxLength: 20 }), (text, ids) => {
        const result = compilePattern(text);
        if (!result.ok) return;
        accepted += 1;
        const expression = result.value.toRegExp();
        for (const candidate of ids) {
          matched += expression.test(candidate) ? 1 : 0;
          expect(result.value.test(candidate)).toBe(expression.test(candidate));
        }
      }),
      { numRuns: 2_000, seed: 20 },
    );
    expect(accepted).toBeGreaterThan(500);
    expect(matched).toBeGreaterThan(50);
  });

  it("agrees with the engine's expression for ids made to match, and near misses of them", () => {
    for (const source of [UUID, "^ses_[A-Za-z0-9]+$", "^[a-z]{1,40}-[0-9]{1,40}$", "^[a-z]+[0-9]+[A-Z]+$"]) {
      const pattern = compile(source);
      const expression = pattern.toRegExp();
      fc.assert(
        fc.property(
          fc.stringMatching(new RegExp(source)),
          fc.nat(),
          fc.constantFrom("", "-", "0", "é"),
          (id, at, change) => {
            const where = at % (id.length + 1);
            for (const candidate of [id, id.slice(0, where) + change + id.slice(where + 1)])
              expect(pattern.test(candidate)).toBe(expression.test(candidate));
          },
        ),
      );
    }
  });
});

describe("when an agent has no pattern of its own", () => {
  it.each([uuid, "ses_4f8a", "a", "0", "1766000000000_x7", "T-1", "a:b.c", ".hidden1", "x".repeat(128)])(
    "accepts %j",
    (id) => {
      expect(isSafeSessionId(id)).toBe(true);
    },
  );

  it.each([
    "",
    "-",
    "-a",
    "--resume",
    "..",
    "-".repeat(36),
    "_._",
    "a b",
    "a/b",
    "../a",
    "a\\b",
    "a\n",
    "a\0",
    "é",
    "a'",
    "$(id)",
    "x".repeat(129),
  ])("refuses %j", (id) => {
    expect(isSafeSessionId(id)).toBe(false);
  });
});
