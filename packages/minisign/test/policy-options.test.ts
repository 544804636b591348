import { describe, expect, it } from "vitest";
import type { VerifyOptions } from "../src/index.js";
import { CLOCK_SKEW_SECONDS, verify } from "../src/index.js";
import { makeSignature, makeSigner, textBytes } from "./sign-in-tests.js";

const signer = makeSigner(7);
const message = textBytes("x");
const T = 1_700_000_000;

function judge(trustedComment: string, options: VerifyOptions, legacy = false) {
  return verify(message, makeSignature(signer, message, { trustedComment, legacy }), signer.publicKey, options);
}

describe("when a file name is expected", () => {
  it.each([
    ["timestamp:1\tfile:agents.json\thashed", "ok"],
    ["file:agents.json", "ok"],
    ["file:facts.json", "MINISIGN_FILE_MISMATCH"],
    ["file:Agents.json", "MINISIGN_FILE_MISMATCH"],
    ["file:agents.json ", "MINISIGN_FILE_MISMATCH"],
    ["file: agents.json", "MINISIGN_FILE_MISMATCH"],
    ["file:", "MINISIGN_FILE_MISMATCH"],
    ["file", "MINISIGN_FILE_MISSING"],
    ["FILE:agents.json", "MINISIGN_FILE_MISSING"],
    ["agents.json", "MINISIGN_FILE_MISSING"],
    ["", "MINISIGN_FILE_MISSING"],
    ["file:agents.json\tfile:agents.json", "MINISIGN_FIELD_AMBIGUOUS"],
    ["file:facts.json\tfile:agents.json", "MINISIGN_FIELD_AMBIGUOUS"],
    ["file\tfile:agents.json", "MINISIGN_FIELD_AMBIGUOUS"],
    ["file:a\tfile:b\tfile:agents.json", "MINISIGN_FIELD_AMBIGUOUS"],
  ])("judges %j: %s", (comment, expected) => {
    const result = judge(comment, { expectedFile: "agents.json" });
    expect(result.ok ? "ok" : result.code).toBe(expected);
  });
});

describe("when a timestamp is demanded", () => {
  it.each([
    [`timestamp:${T}`, "ok"],
    [`timestamp:${T + 1}`, "ok"],
    [`timestamp:${T - 1}`, "MINISIGN_TIMESTAMP_TOO_OLD"],
    ["timestamp:0", "MINISIGN_TIMESTAMP_TOO_OLD"],
    ["timestamp:9007199254740991", "ok"],
    ["timestamp:9007199254740992", "MINISIGN_TIMESTAMP_MALFORMED"],
    [`timestamp:0${T}`, "MINISIGN_TIMESTAMP_MALFORMED"],
    [`timestamp:+${T}`, "MINISIGN_TIMESTAMP_MALFORMED"],
    [`timestamp: ${T}`, "MINISIGN_TIMESTAMP_MALFORMED"],
    [`timestamp:${T}.0`, "MINISIGN_TIMESTAMP_MALFORMED"],
    ["timestamp:1e12", "MINISIGN_TIMESTAMP_MALFORMED"],
    ["timestamp:\u0661\u0662", "MINISIGN_TIMESTAMP_MALFORMED"],
    ["timestamp:", "MINISIGN_TIMESTAMP_MALFORMED"],
    ["timestamp", "MINISIGN_TIMESTAMP_MALFORMED"],
    ["hashed", "MINISIGN_TIMESTAMP_MISSING"],
    [`timestamp:1\ttimestamp:${T}`, "MINISIGN_FIELD_AMBIGUOUS"],
  ])("judges %j: %s", (comment, expected) => {
    const result = judge(comment, { minTimestamp: T });
    expect(result.ok ? "ok" : result.code).toBe(expected);
  });

  it.each([
    [T, "ok"],
    [T + 60, "ok"],
    [T + 61, "MINISIGN_TIMESTAMP_EXPIRED"],
    [T - CLOCK_SKEW_SECONDS, "ok"],
    [T - CLOCK_SKEW_SECONDS - 1, "MINISIGN_TIMESTAMP_IN_FUTURE"],
    [Number.NaN, "MINISIGN_TIMESTAMP_IN_FUTURE"],
  ])("judges the age by the given clock: %d %s", (seconds, expected) => {
    const result = judge(`timestamp:${T}`, { maxAge: 60, now: () => seconds * 1000 });
    expect(result.ok ? "ok" : result.code).toBe(expected);
  });

  it("uses the real clock by default", () => {
    expect(judge(`timestamp:${T}`, { maxAge: 60 })).toMatchObject({ code: "MINISIGN_TIMESTAMP_EXPIRED" });
    expect(judge(`timestamp:${Math.floor(Date.now() / 1000)}`, { maxAge: 600 })).toMatchObject({ ok: true });
  });
});

describe("when several demands are not met", () => {
  it("reports all of them, and keeps the comment back", () => {
    const result = judge("file:facts.json\ttimestamp:5", { expectedFile: "agents.json", minTimestamp: T, maxAge: 1 });
    expect(result.issues.map(({ code }) => code)).toEqual([
      "MINISIGN_FILE_MISMATCH",
      "MINISIGN_TIMESTAMP_TOO_OLD",
      "MINISIGN_TIMESTAMP_EXPIRED",
    ]);
    expect(result).not.toHaveProperty("trustedComment");
  });

  it("escapes the signed file name in its message", () => {
    const result = judge("file:\u202Egnp.json", { expectedFile: "agents.json" });
    if (result.ok) throw new Error("accepted");
    expect(result.message).toContain("\\u{202e}gnp.json");
  });
});

describe("when the trusted comment is read", () => {
  it("gives the fields, the first colon dividing", () => {
    const result = judge("timestamp:5\tfile:a:b\thashed\t\t:odd\tplain words", {});
    if (!result.ok) throw new Error("refused");
    expect([...result.fields]).toEqual([
      ["timestamp", "5"],
      ["file", "a:b"],
      ["hashed", true],
      ["", "odd"],
      ["plain words", true],
    ]);
    expect(result).toMatchObject({
      timestamp: 5,
      file: "a:b",
      ambiguousFields: [],
      trustedComment: "timestamp:5\tfile:a:b\thashed\t\t:odd\tplain words",
    });
  });

  it("leaves repeated fields out and names them, also without any option", () => {
    const result = judge(
      "timestamp:1\ttimestamp:99999999999\tfile:a\tfile\tfile:third\thashed\t__proto__:x\tconstructor",
      {},
    );
    if (!result.ok) throw new Error("refused");
    expect(result.ambiguousFields).toEqual(["timestamp", "file"]);
    expect(result).not.toHaveProperty("timestamp");
    expect(result).not.toHaveProperty("file");
    expect([...result.fields.keys()]).toEqual(["hashed", "__proto__", "constructor"]);
  });
});

describe("when a legacy signature says hashed", () => {
  it("warns, and refuses when prehashed is required", () => {
    const result = judge("file:a\thashed", {}, true);
    expect(result).toMatchObject({
      ok: true,
      algorithm: "legacy",
      issues: [{ code: "MINISIGN_ALGORITHM_RELABELLED", severity: "warning" }],
    });
    expect(judge("file:a\thashed", { requirePrehashed: true }, true)).toMatchObject({
      code: "MINISIGN_LEGACY_REFUSED",
    });
    expect(judge("file:a\thashed", {}).issues).toEqual([]);
    expect(judge("file:a", {}, true).issues).toEqual([]);
  });
});
