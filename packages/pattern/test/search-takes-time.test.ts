import { describe, expect, it } from "vitest";
import { PatternError, SCAN_SETTLE_MS, SCAN_TIME_BUDGET_MS } from "../src/index.js";
import { OTHER, search, UUID, UUID_SOURCE } from "./compile-for-test.js";

const labelled = search(`session id: (${UUID_SOURCE})`);
const unlabelled = search(`(${UUID_SOURCE})`);

/** A clock that is moved by hand, or by each look at it. */
function makeClock(step = 0) {
  let now = 5_000;
  const clock = () => {
    now += step;
    return now;
  };
  return Object.assign(clock, {
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
  });
}

describe("when a scanner has a clock", () => {
  it("ends a search that has taken its time, with its tail", () => {
    const scanner = labelled.scanner({ clock: makeClock(300) });
    expect(scanner.push("hello ")).toEqual({ state: "none" });
    expect(scanner.push("hello ")).toEqual({ state: "none" });
    expect(scanner.push("hello ")).toEqual({ state: "none", stopped: "budget" });
    scanner.push(`session id: ${UUID} `);
    expect(scanner.end()).toEqual({ state: "none", stopped: "budget" });
  });

  it("looks at it within a large chunk", () => {
    const scanner = labelled.scanner({ clock: makeClock(1), timeBudgetMs: 20 });
    expect(scanner.push(`${"x".repeat(900_000)}session id: ${UUID} `).stopped).toBe("found");
    const slow = labelled.scanner({ clock: makeClock(1), timeBudgetMs: 5 });
    expect(slow.push(`${"x".repeat(900_000)}session id: ${UUID} `)).toEqual({ state: "none", stopped: "budget" });
  });

  it("ends a tail that takes its time", () => {
    const scanner = labelled.scanner({ budgetBytes: 0, tailBytes: 400_000, clock: makeClock(1), timeBudgetMs: 5 });
    scanner.push(`${"x".repeat(390_000)} session id: ${UUID} `);
    expect(scanner.end()).toEqual({ state: "none", stopped: "budget" });
  });

  it("does not count the time between chunks", () => {
    const clock = makeClock();
    const scanner = labelled.scanner({ clock });
    for (let chunk = 0; chunk < 5; chunk += 1) {
      scanner.push("hello ");
      clock.pass(SCAN_TIME_BUDGET_MS);
    }
    expect(scanner.push(`session id: ${UUID} `)).toMatchObject({ id: UUID });
  });

  it("settles a lone candidate after its time, when it is asked", () => {
    const clock = makeClock();
    const scanner = unlabelled.scanner({ clock });
    scanner.push(`${UUID} `);
    clock.pass(SCAN_SETTLE_MS - 1);
    expect(scanner.push("").stopped).toBeUndefined();
    clock.pass(1);
    expect(scanner.push("")).toMatchObject({ state: "one", id: UUID, stopped: "settled", confidence: "low" });
    expect(scanner.push(`${OTHER} `)).toMatchObject({ state: "one", id: UUID });
  });

  it("does not look at what comes after that time", () => {
    const clock = makeClock();
    const scanner = unlabelled.scanner({ clock });
    scanner.push(`${UUID} `);
    clock.pass(SCAN_SETTLE_MS);
    expect(scanner.push(`${OTHER} `)).toMatchObject({ state: "one", id: UUID, stopped: "settled" });
  });

  it("does not settle a candidate that is not the only kind of answer", () => {
    const clock = makeClock();
    const scanner = unlabelled.scanner({ clock, policy: "last" });
    scanner.push(`${UUID} `);
    clock.pass(SCAN_SETTLE_MS);
    expect(scanner.push(`${OTHER} `)).toMatchObject({ id: OTHER });
  });

  it("throws for a clock or a time that is none", () => {
    for (const options of [{ clock: 5 }, { timeBudgetMs: -1 }, { timeBudgetMs: "1" }, { timeBudgetMs: Number.NaN }])
      expect(() => labelled.scanner(options as never)).toThrow(PatternError);
  });
});

describe("when an id was found", () => {
  it("says how sure it is: a label makes it likely, its absence low", () => {
    expect(labelled.scanner().push(`session id: ${UUID} `)).toMatchObject({ state: "one", confidence: "likely" });
    const scanner = unlabelled.scanner();
    scanner.push(`${UUID} `);
    expect(scanner.end()).toMatchObject({ state: "one", confidence: "low" });
    expect(labelled.scanner().end()).not.toHaveProperty("confidence");
  });

  it("costs nothing afterwards: the same result, nothing read, nothing kept", () => {
    const scanner = labelled.scanner();
    const found = scanner.push(`session id: ${UUID} `);
    expect(scanner.push("x".repeat(100))).toBe(found);
    expect(scanner.end()).toEqual(found);
  });
});
