import { msg } from "@slipway/errors";
import { describe, expect, it } from "vitest";
import { choosePaint } from "../src/output/choose-paint.js";

const paints = (env: Record<string, string>, isTerminal: boolean): boolean =>
  choosePaint(env, isTerminal)("error", msg`word`) !== "word";

describe("when colour is chosen", () => {
  it.each([
    ["a terminal", {}, true, true],
    ["a pipe", {}, false, false],
    ["a terminal of NO_COLOR", { NO_COLOR: "1" }, true, false],
    ["a terminal of an empty NO_COLOR", { NO_COLOR: "" }, true, true],
    ["a terminal that is dumb", { TERM: "dumb" }, true, false],
    ["a pipe of FORCE_COLOR", { FORCE_COLOR: "1" }, false, true],
    ["a pipe of FORCE_COLOR and NO_COLOR", { FORCE_COLOR: "1", NO_COLOR: "1" }, false, true],
    ["a terminal of FORCE_COLOR=0", { FORCE_COLOR: "0" }, true, false],
    ["a pipe of an empty FORCE_COLOR", { FORCE_COLOR: "" }, false, false],
  ])("for %s", (_where, env, isTerminal, expected) => {
    expect(paints(env as Record<string, string>, isTerminal)).toBe(expected);
  });
});
