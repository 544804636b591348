import { describe, expect, it } from "vitest";
import { OWN_INPUT_UNITS, PatternError } from "../src/index.js";
import { OTHER, scanAll, search, UUID, UUID_SOURCE } from "./compile-for-test.js";

const labelled = search(`session id: (${UUID_SOURCE})`);
const unlabelled = search(`(${UUID_SOURCE})`);

describe("when the host's own input comes back on the screen", () => {
  it("does not take an id that was typed, and goes on to the agent's own", () => {
    const scanner = labelled.scanner();
    scanner.noteInput(`why does it say session id: ${OTHER}?\r`);
    const output = `> why does it say \u001b[1msession id: ${OTHER}\u001b[0m?\r\nsession id: ${UUID}\r\n`;
    expect(scanner.push(output)).toMatchObject({
      state: "one",
      id: UUID,
      rejected: [{ text: OTHER, reason: "own-input" }],
    });
  });

  it("is not made ambiguous by it, nor by input that came in pieces of bytes", () => {
    const scanner = unlabelled.scanner();
    const typed = Buffer.from(`\u20ac look at ${OTHER}`);
    for (const byte of typed) scanner.noteInput(Uint8Array.of(byte));
    scanner.push(`${OTHER} ${UUID} `);
    expect(scanner.end()).toMatchObject({ state: "one", id: UUID });
  });

  it("takes an id that is typed after it was printed", () => {
    const scanner = labelled.scanner();
    scanner.push(`session id: ${UUID} `);
    scanner.noteInput(UUID);
    expect(scanner.end()).toMatchObject({ id: UUID });
  });

  it("looks in the tail as well", () => {
    const scanner = labelled.scanner({ budgetBytes: 0 });
    scanner.noteInput(OTHER);
    scanner.push(`session id: ${OTHER} \n`);
    expect(scanner.end()).toMatchObject({ state: "none", rejected: [{ reason: "own-input" }] });
  });

  it("remembers the end of a long input", () => {
    const scanner = unlabelled.scanner({ policy: "last" });
    scanner.noteInput(`${UUID}${"x".repeat(OWN_INPUT_UNITS)}${OTHER}`);
    scanner.push(`${OTHER} ${UUID} `);
    expect(scanner.end()).toMatchObject({ id: UUID, rejected: [{ text: OTHER }] });
  });

  it("counts looking through it as work", () => {
    const scanner = search("n(1[0-9])").scanner({ policy: "last", tailBytes: 0 });
    scanner.noteInput("n1".repeat(OWN_INPUT_UNITS));
    expect(scanner.push("n12 ".repeat(3_000))).toMatchObject({ state: "one", stopped: "budget" });
    expect(scanAll(search("n(1[0-9])"), "n12 ".repeat(3_000), { policy: "last" }).stopped).toBe("end");
  });

  it("throws for input of the wrong type", () => {
    expect(() => labelled.scanner().noteInput(7 as never)).toThrow(PatternError);
  });
});
