import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PlaceholderError, SLUG_FALLBACK, slugify } from "../src/index.js";

describe("when a workspace name becomes a slug", () => {
  it.each([
    ["Claude Code #2", "claude-code-2"],
    ["feature/JIRA-12_fix", "feature-jira-12-fix"],
    ["--a--", "a"],
    ["x", "x"],
    ["Ünïcode", "n-code"],
    ["日本語", SLUG_FALLBACK],
    ["", SLUG_FALLBACK],
    ["---", SLUG_FALLBACK],
    ["../../etc/passwd", "etc-passwd"],
    ["a\0b\u001b[31m", "a-b-31m"],
  ])("makes %j %j", (name, slug) => {
    expect(slugify(name)).toBe(slug);
  });

  it("gives lower case words joined by single dashes for any text, and the same for a slug", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (name) => {
        const slug = slugify(name);
        expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
        expect(slugify(slug)).toBe(slug);
      }),
    );
  });

  it("throws for anything but a string", () => {
    expect(() => slugify(undefined as unknown as string)).toThrow(PlaceholderError);
  });
});
