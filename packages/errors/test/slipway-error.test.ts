import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { isSlipwayError, msg, SlipwayError } from "../src/index.js";

class PatternError extends SlipwayError<"PATTERN_MISUSED"> {}

describe("when an error is thrown", () => {
  it("carries code, message, hint and cause", () => {
    const cause = new Error("below");
    const error = new PatternError("PATTERN_MISUSED", msg`wrong ${"\x1b"}`, { hint: msg`do this`, cause });
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ code: "PATTERN_MISUSED", message: "wrong \\u{1b}", hint: "do this", cause });
    expect(error.name).toBe("SlipwayError");
    expect(inspect(error)).toContain("PATTERN_MISUSED");
    expect("cause" in new PatternError("PATTERN_MISUSED", msg`x`)).toBe(false);
  });
});

describe("when another copy of the package made the error", () => {
  it("is recognised by its brand", () => {
    const foreign = new Error("x");
    Object.defineProperty(foreign, Symbol.for("slipway.error"), { value: true });
    Object.assign(foreign, { code: "BINARY_CHANGED" });
    expect(isSlipwayError(foreign)).toBe(true);
    expect(isSlipwayError(new PatternError("PATTERN_MISUSED", msg`x`))).toBe(true);
  });

  it("never throws and never believes an inherited brand", () => {
    const trap = new Proxy(
      {},
      {
        getOwnPropertyDescriptor() {
          throw new Error("trap");
        },
      },
    );
    expect(isSlipwayError(trap)).toBe(false);
    expect(isSlipwayError(Object.create(new PatternError("PATTERN_MISUSED", msg`x`)))).toBe(false);
    for (const value of [null, undefined, 1, "x", new Error("x")]) expect(isSlipwayError(value)).toBe(false);
  });
});
