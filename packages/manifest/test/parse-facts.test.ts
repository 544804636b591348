import { describe, expect, it } from "vitest";
import { parseFacts } from "../src/index.js";
import { toBytes } from "./make-document.js";

const UUID = "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$";
const ROW = {
  agent: "bird",
  program: "bird",
  versions: ">=1.0.0 <2.0.0",
  sessionId: { minter: "agent", reuse: "refused", pattern: UUID },
  approval: { byDefault: "asks", bypassRefusedAsRoot: false },
  pty: {
    new: {
      kind: "plain",
      prompt: [{ how: "dashdash", sigils: "!" }],
      idEvents: ["pty-label"],
      approval: "plain",
      switches: ["no-daemon"],
    },
  },
  headless: { new: { kind: "exec", prompt: [{ how: "stdin-dash", sigils: "" }], idEvents: ["stderr-label"] } },
  environment: ["no-autoupdate"],
  evidence: { how: "run", version: "1.2.3", note: "seen" },
};
const document = (...rows: unknown[]) => toBytes({ kind: "slipway-facts", schema: 1, updatedAt: "2026-11-30", rows });
/** The row with one value, given by its path, changed. */
function change(path: string, value: unknown): unknown {
  const row = structuredClone(ROW) as Record<string, unknown>;
  const steps = path.split(".");
  let place = row;
  for (const step of steps.slice(0, -1)) place = place[step] as Record<string, unknown>;
  place[steps.at(-1) as string] = value;
  return row;
}

describe("when facts are well formed", () => {
  it("gives the rows with every default filled in", () => {
    const result = parseFacts(document(ROW), { trust: "first-party" });
    expect(result).toMatchObject({ ok: true, issues: [], value: { updatedAt: "2026-11-30", trust: "first-party" } });
    const [row] = result.ok ? result.value.rows : [];
    expect(row).toMatchObject(ROW);
    expect(row?.headless?.new).toEqual({ ...ROW.headless.new, approval: "plain", switches: [] });
  });
});

describe("when one row is ambiguous", () => {
  it("leaves out that row only, however ambiguous", () => {
    const twice = Array.from({ length: 5_000 }, () => '"agent":"bird"').join(",");
    const rows = `[{${twice}},${JSON.stringify(ROW)}]`;
    const result = parseFacts(toBytes(`{"kind":"slipway-facts","schema":1,"updatedAt":"2026-11-30","rows":${rows}}`));
    expect(result.ok && result.value.rows).toHaveLength(1);
  });
});

describe("when the document is not facts", () => {
  it.each<[string, unknown, string[]]>([
    ["another kind", { kind: "slipway-keys", schema: 1, updatedAt: "2026-11-30", rows: [] }, ["MANIFEST_WRONG_KIND"]],
    ["no kind", { schema: 1, updatedAt: "2026-11-30", agents: [] }, ["MANIFEST_WRONG_KIND"]],
    ["an array", [], ["MANIFEST_WRONG_TYPE"]],
    ["newer", { kind: "slipway-facts", schema: 2, updatedAt: "2026-11-30", rows: [] }, ["MANIFEST_NEWER_SCHEMA"]],
    ["undated", { kind: "slipway-facts", schema: 1, rows: [] }, ["MANIFEST_UPDATED_AT"]],
    ["without rows", { kind: "slipway-facts", schema: 1, updatedAt: "2026-11-30" }, ["MANIFEST_WRONG_TYPE"]],
    [
      "with more in it",
      { kind: "slipway-facts", schema: 1, updatedAt: "2026-11-30", rows: [], only: "linux" },
      ["MANIFEST_UNKNOWN_FIELD"],
    ],
  ])("refuses it: %s", (_, value, codes) => {
    const result = parseFacts(toBytes(value));
    expect(result.ok).toBe(false);
    expect(result.issues.map((found) => found.code)).toEqual(codes);
  });

  it("refuses text that is not JSON with its one reason", () => {
    expect(parseFacts(toBytes('{"kind": "slipway-'))).toMatchObject({
      ok: false,
      issues: [{ code: "MANIFEST_TRUNCATED" }],
    });
  });
});

describe("when a row says what facts may not say", () => {
  it.each<[string, unknown, string]>([
    ["agent", "../x", "MANIFEST_FACT"],
    ["program", "/bin/sh", "MANIFEST_FACT"],
    ["versions", "not a range", "MANIFEST_FACT"],
    ["versions", "", "MANIFEST_FACT"],
    ["versions", undefined, "MANIFEST_MISSING_FIELD"],
    ["sessionId", undefined, "MANIFEST_MISSING_FIELD"],
    ["sessionId.minter", "nobody", "MANIFEST_FACT"],
    ["sessionId.pattern", ".*", "PATTERN_"],
    ["approval.byDefault", "yes", "MANIFEST_FACT"],
    ["approval.bypassRefusedAsRoot", "true", "MANIFEST_WRONG_TYPE"],
    ["args", ["--dangerously-skip-permissions"], "MANIFEST_UNKNOWN_FIELD"],
    ["env", { NODE_OPTIONS: "--require /tmp/x" }, "MANIFEST_UNKNOWN_FIELD"],
    ["pty.new.args", ["-x"], "MANIFEST_UNKNOWN_FIELD"],
    ["pty.new.kind", "exec", "MANIFEST_FACT"],
    ["pty.new.kind", "continue-flag", "MANIFEST_FACT"],
    ["pty.new.prompt", [{ how: "eq:--config", sigils: "" }], "MANIFEST_FACT"],
    ["pty.new.prompt", [{ how: "dashdash" }], "MANIFEST_MISSING_FIELD"],
    ["pty.new.prompt", [{ how: "dashdash", sigils: "abc" }], "MANIFEST_FACT"],
    ["pty.new.prompt", [{ how: "stdin", sigils: "" }], "MANIFEST_FACT"],
    ["headless.new.prompt", [{ how: "paste", sigils: "" }], "MANIFEST_FACT"],
    ["pty.new.idEvents", ["stderr-label"], "MANIFEST_FACT"],
    ["pty.new.idEvents", ["json-thread-started"], "MANIFEST_FACT"],
    ["headless.new.idEvents", ["json-thread-started", "json-format-session"], "MANIFEST_FACT"],
    ["headless.new.idEvents", ["stderr-label", "stderr-label"], "MANIFEST_FACT"],
    ["pty.new.approval", "always", "MANIFEST_FACT"],
    ["pty.new.switches", ["no-sandbox"], "MANIFEST_FACT"],
    ["environment", ["NODE_OPTIONS=--require"], "MANIFEST_FACT"],
    ["versionFlag", "-c", "MANIFEST_FACT"],
    ["evidence", undefined, "MANIFEST_MISSING_FIELD"],
    ["evidence.how", "believed", "MANIFEST_FACT"],
    ["evidence.version", "1.x", "MANIFEST_FACT"],
  ])("leaves the row out and keeps its neighbours: %s %j", (path, value, code) => {
    const result = parseFacts(document(change(path, value), { ...ROW, agent: "next" }));
    expect(result.ok && result.value.rows.map((row) => row.agent)).toEqual(["next"]);
    expect(result.issues.length).toBeGreaterThan(0);
    for (const found of result.issues) {
      expect(found.code).toContain(code);
      expect(found).toMatchObject({ severity: "warning", line: 1 });
      expect(found.path.slice(0, 2)).toEqual(["rows", 0]);
      expect(found.message).toMatch(/^row 0 .*left out: /);
    }
  });

  it("leaves out a row that readers could read two ways", () => {
    const text = new TextDecoder().decode(document(ROW)).replace('"program"', '"agent":"other","program"');
    const result = parseFacts(toBytes(text));
    expect(result).toMatchObject({ ok: true, value: { rows: [] }, issues: [{ code: "MANIFEST_DUPLICATE_MEMBER" }] });
  });

  it("names a near word", () => {
    const result = parseFacts(document(change("pty.new.switches", ["no-deamon"])));
    expect(result.issues[0]?.hint).toBe("did you mean no-daemon?");
  });
});
