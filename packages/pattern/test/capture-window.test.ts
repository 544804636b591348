import { describe, expect, it } from "vitest";
import type { ScannerOptions } from "../src/index.js";
import { PatternError, SCAN_BUDGET_BYTES, SCAN_SETTLE_BYTES, SCAN_TAIL_BYTES } from "../src/index.js";
import { OTHER, scanAll, search, UUID, UUID_SOURCE } from "./compile-for-test.js";

const labelled = search(`session id: (${UUID_SOURCE})`);
const unlabelled = search(`(${UUID_SOURCE})`);
const line = `session id: ${UUID}\r\n`;
const filler = (size: number) => "lorem ipsum dolor\n".repeat(Math.ceil(size / 18)).slice(0, size);

describe("when the head budget is used up", () => {
  it("finds an id up to its end, and says when it stopped", () => {
    const scanner = labelled.scanner({ tailBytes: 0 });
    expect(scanner.push(filler(SCAN_BUDGET_BYTES - line.length))).toEqual({ state: "none" });
    expect(scanner.push(line)).toMatchObject({ state: "one", id: UUID, stopped: "found" });
  });

  it("finds nothing in the middle, and says that it did not look", () => {
    const scanner = labelled.scanner();
    expect(scanner.push(filler(SCAN_BUDGET_BYTES))).toEqual({ state: "none", stopped: "budget" });
    expect(scanner.push(line + filler(SCAN_TAIL_BYTES))).toEqual({ state: "none", stopped: "budget" });
    expect(scanner.end()).toEqual({ state: "none", stopped: "budget" });
  });

  it("finds an id in the tail at the end only", () => {
    const scanner = labelled.scanner();
    scanner.push(filler(3 * SCAN_BUDGET_BYTES));
    expect(scanner.push(line)).toEqual({ state: "none", stopped: "budget" });
    expect(scanner.end()).toMatchObject({ state: "one", id: UUID, at: 3 * SCAN_BUDGET_BYTES + 12, stopped: "found" });
  });

  it("finds an id that lies across the end of the head", () => {
    const scanner = labelled.scanner();
    scanner.push(filler(SCAN_BUDGET_BYTES - 20));
    scanner.push(line);
    expect(scanner.end()).toMatchObject({ id: UUID, at: SCAN_BUDGET_BYTES - 8 });
  });

  it("searches everything when told so", () => {
    const scanner = labelled.scanner({ budgetBytes: Number.POSITIVE_INFINITY, tailBytes: 0 });
    for (let round = 0; round < 4; round += 1)
      expect(scanner.push(filler(SCAN_BUDGET_BYTES))).toEqual({ state: "none" });
    expect(scanner.push(line)).toMatchObject({ id: UUID });
  });

  it("stops also when the output is nothing but colours", () => {
    const scanner = labelled.scanner({ budgetBytes: 1_000, tailBytes: 0 });
    expect(scanner.push("\u001b[1m".repeat(3_999)).stopped).toBeUndefined();
    expect(scanner.push("\u001b[1m")).toEqual({ state: "none", stopped: "budget" });
  });
});

describe("when the tail is searched", () => {
  const tailOnly: ScannerOptions = { budgetBytes: 0 };

  it("searches what follows the last leave of the alternate screen", () => {
    const screen = `\u001b[?1049h${`session id: ${OTHER}`}\u001b[?1049l`;
    expect(scanAll(labelled, `${screen}${screen}\r\n${line}`, tailOnly).id).toBe(UUID);
    expect(scanAll(labelled, `${line}${screen}bye\r\n`, tailOnly).state).toBe("none");
    for (const policy of ["first", "last", "unique"] as const)
      expect(scanAll(unlabelled, `${OTHER} ${screen}${line}`, { ...tailOnly, policy }).id).toBe(UUID);
  });

  it("knows the older names of the alternate screen, alone and in a list", () => {
    for (const leave of ["\u001b[?47l", "\u001b[?1047l", "\u001b[?25;1049l"])
      expect(scanAll(labelled, `session id: ${OTHER}\n${leave}${line}`, tailOnly).id).toBe(UUID);
  });

  it("searches the last bytes where no leave is among them", () => {
    expect(scanAll(labelled, `${line}${filler(200)}`, { budgetBytes: 0, tailBytes: 100 }).state).toBe("none");
    expect(scanAll(labelled, `${filler(200)}${line}`, { budgetBytes: 0, tailBytes: 100 }).id).toBe(UUID);
  });

  it("does not take the rest of a word that was cut off at its beginning", () => {
    const output = `${filler(50)}x${UUID}\n`;
    expect(scanAll(unlabelled, output, { budgetBytes: 0, tailBytes: UUID.length + 1 })).toMatchObject({
      state: "none",
      rejected: [{ reason: "part-of-word" }],
    });
  });

  it("counts everything as searched when the tail holds the whole stream", () => {
    expect(scanAll(labelled, filler(100), tailOnly)).toEqual({ state: "none", stopped: "end" });
  });

  it("adds to what the head found under last and unique", () => {
    const output = `${OTHER} ${filler(500)}${line}`;
    const options = { budgetBytes: 100, tailBytes: 100 };
    expect(scanAll(unlabelled, output, { ...options, policy: "last" }).id).toBe(UUID);
    expect(scanAll(unlabelled, output, { ...options, policy: "unique" }).state).toBe("ambiguous");
    expect(scanAll(unlabelled, output, { ...options, policy: "first" })).toMatchObject({ id: OTHER, stopped: "found" });
  });
});

describe("when a lone candidate settles", () => {
  it("is final after enough text, and not before", () => {
    const scanner = unlabelled.scanner();
    expect(scanner.push(`${UUID}${filler(SCAN_SETTLE_BYTES - 1)}`)).toMatchObject({ state: "none" });
    const spaced = unlabelled.scanner();
    expect(spaced.push(`${UUID}\n${filler(SCAN_SETTLE_BYTES - 2)}`).stopped).toBeUndefined();
    expect(spaced.push("x")).toMatchObject({ state: "one", id: UUID, stopped: "settled" });
    expect(spaced.push(` ${OTHER}\n`)).toMatchObject({ state: "one", id: UUID, stopped: "settled" });
    expect(spaced.end()).toMatchObject({ state: "one", id: UUID, stopped: "settled" });
  });

  it("is ambiguous when another comes before", () => {
    const scanner = unlabelled.scanner();
    scanner.push(`${UUID}\n${filler(SCAN_SETTLE_BYTES - 100)}`);
    expect(scanner.push(` ${OTHER}\n`)).toMatchObject({ state: "ambiguous", stopped: "ambiguous" });
  });
});

describe("when a scanner is used", () => {
  it("does not keep the bytes that it was given", () => {
    const scanner = labelled.scanner({ budgetBytes: 0 });
    const shared = Buffer.from(line);
    scanner.push(shared);
    shared.fill(0);
    expect(scanner.end().id).toBe(UUID);
  });

  it("reads nothing of what comes after the answer is final", () => {
    const scanner = labelled.scanner();
    expect(scanner.push(`${line}x`).stopped).toBe("found");
    const unreadable = Object.defineProperty(new Uint8Array(4), "length", {
      get: () => {
        throw new Error("was read");
      },
    });
    expect(() => labelled.scanner().push(unreadable)).toThrow("was read");
    expect(scanner.push(unreadable).id).toBe(UUID);
  });

  it("knows where an id began after its memory was moved", () => {
    // Pushed one by one, a stream moves its window for the first time after some 6,145 characters.
    for (let size = 6_090; size < 6_160; size += 7) {
      const scanner = labelled.scanner();
      for (const byte of Buffer.from(`${filler(size)} ${line}`)) scanner.push(Uint8Array.of(byte));
      expect(scanner.end()).toMatchObject({ id: UUID, at: size + 13, evidence: `session id: ${UUID}` });
    }
  });

  it("gives the last result after the end", () => {
    const scanner = labelled.scanner();
    const ended = scanner.end();
    expect(ended).toEqual({ state: "none", stopped: "end" });
    expect(scanner.push(line)).toEqual(ended);
    expect(scanner.end()).toEqual(ended);
  });

  it("hands out results that later output does not change", () => {
    const scanner = search("n: ([a-z]+)").scanner();
    const before = scanner.push("n: abc \n");
    scanner.push("n: def \n");
    expect(before.rejected).toHaveLength(1);
  });

  it("shares nothing between two scanners of one pattern, whatever the flags", () => {
    const sticky = search("id: ([0-9]+)", "gy");
    const [one, two] = [sticky.scanner(), sticky.scanner()];
    one.push("xx id: 1");
    two.push("xx id: 2");
    expect([one.end().id, two.end().id]).toEqual(["1", "2"]);
  });

  it("throws for arguments of the wrong type", () => {
    const wrong: (() => unknown)[] = [
      () => labelled.scanner().push(7 as never),
      () => labelled.scanner().push(undefined as never),
      ...[
        { policy: "newest" },
        { budgetBytes: -1 },
        { budgetBytes: 1.5 },
        { budgetBytes: Number.NaN },
        { tailBytes: -1 },
        { tailBytes: 2 ** 30 },
        { idPattern: /x/u.source },
      ].map((options) => () => labelled.scanner(options as never)),
    ];
    for (const call of wrong) expect(call).toThrow(PatternError);
  });
});
