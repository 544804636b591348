import { describe, expect, it } from "vitest";
import { decodeCurveKey } from "../src/curve-key.js";
import { passesKnownAnswers } from "../src/known-answers.js";
import { chooseEngine, nodeEngine } from "../src/node-engine.js";
import type { Engine } from "../src/verify-engine.js";
import { pureEngine } from "../src/verify-engine.js";

describe("when an engine is asked for the known answers", () => {
  it("takes both engines here", () => {
    expect(passesKnownAnswers(nodeEngine)).toBe(true);
    // The answers bring bytes, and the pure engine works on points.
    const holds: Engine["holds"] = ({ bytes }, signature, message) => {
      const key = decodeCurveKey(bytes);
      return typeof key !== "string" && pureEngine.holds(key, signature, message);
    };
    expect(passesKnownAnswers({ ...pureEngine, holds })).toBe(true);
    expect(chooseEngine()).toBe(nodeEngine);
  });

  // Each stands for a library that exists: no BLAKE2b, no check of small order, cofactored, all-accepting, all-refusing.
  const faults: [string, Partial<Engine>][] = [
    [
      "has no BLAKE2b",
      {
        startBlake2b: () => {
          throw new Error("unsupported");
        },
      },
    ],
    ["gives another digest for BLAKE2b", { startBlake2b: nodeEngine.startSha512 }],
    ["gives another digest for SHA-512", { startSha512: nodeEngine.startBlake2b }],
    ["accepts everything", { holds: () => true }],
    ["refuses everything", { holds: () => false }],
    [
      "throws",
      {
        holds: () => {
          throw new Error("unsupported");
        },
      },
    ],
  ];
  it.each(faults)("refuses one that %s", (_name, fault) => {
    expect(passesKnownAnswers({ ...nodeEngine, ...fault })).toBe(false);
  });

  it("refuses one that gets a single answer wrong", () => {
    const answerWrong = (wrong: number) => {
      let asked = 0;
      const holds: Engine["holds"] = (...question) => {
        const answer = nodeEngine.holds(...question);
        asked += 1;
        return asked - 1 === wrong ? !answer : answer;
      };
      return { passes: passesKnownAnswers({ ...nodeEngine, holds }), asked };
    };
    const { asked } = answerWrong(-1);
    expect(asked).toBeGreaterThan(10);
    for (let wrong = 0; wrong < asked; wrong += 1) expect(answerWrong(wrong).passes).toBe(false);
  });

  it("refuses one whose equation has the cofactor", async () => {
    const { hashes, verify: verifyCofactored } = await import("@noble/ed25519");
    const { sha512 } = await import("@noble/hashes/sha2.js");
    hashes.sha512 = sha512;
    const cofactored: Engine["holds"] = (key, signature, message) =>
      nodeEngine.holds(key, signature, message) || verifyCofactored(signature, message, key.bytes, { zip215: false });
    expect(passesKnownAnswers({ ...nodeEngine, holds: cofactored })).toBe(false);
  });
});
