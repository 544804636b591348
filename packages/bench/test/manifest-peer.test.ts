import { parseAgentsJson } from "@slipway/manifest";
import { describe, expect, it } from "vitest";
import { makeDocument } from "../src/manifest-document.js";
import { countDuplicateMembers, createPeer } from "../src/manifest-peer.js";

const bytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

describe("when documents are made to be measured", () => {
  it("are read whole by both sides, and hold nothing twice", () => {
    const document = makeDocument(200);
    const { agents, issues } = parseAgentsJson(document, { trust: "signed" });
    expect([agents.length, issues]).toEqual([200, []]);
    expect(createPeer()(document)).toBe(0);
    const { agents: entries } = JSON.parse(Buffer.from(document).toString("utf8"));
    const patterns = entries.flatMap((entry: { capture?: { pattern: string } }) => entry.capture?.pattern ?? []);
    expect(patterns.length).toBeGreaterThan(20);
    expect(new Set(patterns).size).toBe(patterns.length);
  });
});

describe("when the peer reads", () => {
  it("sees members named twice, in their own object only, escapes resolved", () => {
    expect(countDuplicateMembers('{"a":1,"b":{"a":1},"c":[{"a":1},{"a":2}],"d":"a\\"b: {"}')).toBe(0);
    expect(countDuplicateMembers('{"a":1,"\\u0061" : 2,"c":{"x":1,"x":2}}')).toBe(2);
  });

  it("tells every problem, not the first only", () => {
    const agents = [{ id: "", name: 1, command: "a  b", adapter: "x", flags: { print: [1] } }];
    expect(createPeer()(bytes({ schema: 1, updatedAt: "2026-01-01", agents }))).toBe(5);
  });
});
