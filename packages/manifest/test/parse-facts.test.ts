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
      inputs: ["mcp-config", "image"],
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

const BEHAVIOUR = {
  ...ROW,
  approval: {
    byDefault: "runs",
    always: "bypass",
    bypassRefusedAsRoot: true,
    bypass: { means: "most-prompts", sticks: "unknown", voidIn: ["untrusted-folder"] },
    evidence: { how: "help", version: "1.2.3", check: "bird-bypass" },
  },
  terminal: {
    ready: "bracketed-paste",
    typing: { afterReadyMs: 0, betweenKeysMs: 35, beforeEnterMs: 10_000 },
    gates: [{ name: "folder-trust", when: "new-folder", enter: "ends-session" }],
    prefixes: "!/",
    evidence: { how: "documented", version: "1.2.3" },
  },
  exits: [{ code: 1, reasons: ["session-id-in-use", "signed-out"], evidence: { how: "none", version: "1.0.0" } }],
  background: { daemon: "avoided", updater: "switch" },
  signInStatus: { asked: "auth-status", evidence: { how: "run", version: "1.2.3" } },
};

describe("when a row says how the agent behaves", () => {
  it("reads every member as it stands, and its own evidence", () => {
    const result = parseFacts(document(BEHAVIOUR));
    expect(result.issues).toEqual([]);
    expect(result.ok && result.value.rows[0]).toMatchObject(BEHAVIOUR);
  });

  const [terminal, approval] = [BEHAVIOUR.terminal, BEHAVIOUR.approval];
  const [gate] = terminal.gates;
  it.each<[string, string, unknown]>([
    ["a ready sign of its own", "terminal.ready", "[$#] $"],
    ["a pause beyond the limit", "terminal.typing.beforeEnterMs", 10_001],
    ["a negative pause", "terminal.typing.afterReadyMs", -1],
    ["half a millisecond", "terminal.typing.afterReadyMs", 0.5],
    ["text to type", "terminal.keys", "yes\r"],
    ["an answer to a gate", "terminal.gates", [{ ...gate, answer: "1" }]],
    ["a gate of its own", "terminal.gates", [{ ...gate, name: "any-dialog" }]],
    ["a gate without its default", "terminal.gates", [{ name: "folder-trust", when: "new-folder" }]],
    ["letters as prefixes", "terminal.prefixes", "abc"],
    ["a dash as prefix", "terminal.prefixes", "-"],
    ["exit code 0", "exits", [{ code: 0, reasons: [] }]],
    ["exit code 256", "exits", [{ code: 256, reasons: [] }]],
    ["a reason of its own", "exits", [{ code: 1, reasons: ["rm -rf"] }]],
    ["an exit code twice", "exits", [BEHAVIOUR.exits[0], BEHAVIOUR.exits[0]]],
    ["a daemon to start", "background.daemon", "started"],
    ["an updater by URL", "background.updater", "https://example.com/update"],
    ["a program to end the daemon", "background.stop", ["pkill", "bird"]],
    ["a mode of its own", "approval.always", "root"],
    ["a bypass in words", "approval.bypass.args", ["--yolo"]],
    ["what it means in words", "approval.bypass.means", "everything"],
    ["a place where it is void", "approval.bypass.voidIn", ["/home"]],
    ["a check by path", "evidence.check", "../../check.sh"],
    ["evidence of another kind", "terminal.evidence.how", "heard"],
    ["a variable", "terminal.env", { BIRD_READY: "1" }],
    ["a sign-in command of its own", "signInStatus.asked", "auth login"],
    ["arguments that ask", "signInStatus.args", ["auth", "token"]],
    ["a proxy", "background.proxy", "http://127.0.0.1:8080"],
    ["an own argument", "pty.new.prompt", [{ how: "eq:--config", sigils: "" }]],
    ["an option for the mode", "pty.new.modes", { plan: ["-c", "x=1"] }],
    ["approvals of its own", "pty.new.approval", "--permission-mode"],
    ["a store by path", "pty.new.idEvents", ["store-/etc"]],
  ])("leaves out a row with %s", (_, path, value) => {
    const row = structuredClone(BEHAVIOUR) as Record<string, unknown>;
    const steps = path.split(".");
    let place = row;
    for (const step of steps.slice(0, -1)) place = place[step] as Record<string, unknown>;
    place[steps.at(-1) as string] = value;
    const result = parseFacts(document(row, { ...BEHAVIOUR, agent: "next" }));
    expect(result.ok && result.value.rows.map(({ agent }) => agent)).toEqual(["next"]);
    expect(result.issues.map(({ code }) => code)).toEqual([expect.stringMatching(/^MANIFEST_[A-Z]+/)]);
  });

  it.each<[string, unknown, string]>([
    [
      "a bypass that sticks where the launch does not say so",
      {
        ...BEHAVIOUR,
        approval: { ...approval, bypass: { ...approval.bypass, sticks: "terminal" } },
        pty: { ...ROW.pty, resume: { kind: "plain" } },
      },
      "a bypass sticks here, and plain does not say so",
    ],
    [
      "a launch that inherits what sticks nowhere",
      {
        ...BEHAVIOUR,
        approval: { ...approval, bypass: { ...approval.bypass, sticks: "nowhere" } },
        pty: { ...ROW.pty, resume: { kind: "plain", approval: "inherits" } },
      },
      "inherits says that a bypass sticks here, and approval.bypass.sticks is nowhere",
    ],
    [
      "a paste that lets a prefix of the prompt line through",
      { ...BEHAVIOUR, pty: { new: { ...ROW.pty.new, prompt: [{ how: "paste", sigils: "!" }] } } },
      "a paste must refuse /, which the prompt line takes as a command",
    ],
    [
      "one mode always, and arguments of another",
      {
        ...BEHAVIOUR,
        approval: { ...approval, byDefault: "runs", always: "bypass" },
        pty: { ...ROW.pty, resume: { kind: "plain", approval: "permission-mode" } },
      },
      "permission-mode has arguments for plan, ask, acceptEdits, and approval.always is bypass",
    ],
    [
      "one mode always, and a launch that always runs in another",
      {
        ...BEHAVIOUR,
        approval: { ...approval, byDefault: "asks", always: "ask" },
        pty: { ...ROW.pty, resume: { kind: "plain", approval: "always-bypass" } },
      },
      "always-bypass always runs in bypass, and approval.always is ask",
    ],
    [
      "asking by default, and a bypass always",
      { ...BEHAVIOUR, approval: { ...approval, byDefault: "asks", always: "bypass" } },
      "approval.always is bypass, and approval.byDefault is asks",
    ],
    [
      "running by default, and asking always",
      { ...BEHAVIOUR, approval: { ...approval, byDefault: "runs", always: "ask" } },
      "approval.always is ask, and approval.byDefault is runs",
    ],
    [
      "a daemon that nothing avoids",
      { ...BEHAVIOUR, pty: { new: { ...ROW.pty.new, switches: [] } } },
      "no launch has the switch that avoids the daemon",
    ],
  ])("leaves out a row that contradicts itself: %s", (_, row, message) => {
    const result = parseFacts(document(row));
    expect(result.ok && result.value.rows).toEqual([]);
    expect(result.issues.map((found) => found.message).join()).toContain(message);
  });

  it("reads numbers one way only", () => {
    const text = new TextDecoder().decode(document(BEHAVIOUR));
    for (const [plain, other] of [
      ['"betweenKeysMs":35', '"betweenKeysMs":35.0'],
      ['"betweenKeysMs":35', '"betweenKeysMs":35e0'],
      ['"code":1', '"code":1E0'],
    ] as const) {
      expect(text).toContain(plain);
      const result = parseFacts(toBytes(text.replace(plain, other)));
      expect(result.ok && result.value.rows).toEqual([]);
    }
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
    ["pty.new.report", "codex-jsonl", "MANIFEST_FACT"],
    ["headless.new.report", "xml", "MANIFEST_FACT"],
    ["headless.new.report", ["--json"], "MANIFEST_WRONG_TYPE"],
    [
      "headless.new",
      { kind: "exec", prompt: [], idEvents: ["json-thread-started"], report: "opencode-json" },
      "MANIFEST_FACT",
    ],
    ["pty.new.approval", "always", "MANIFEST_FACT"],
    ["pty.new.switches", ["no-sandbox"], "MANIFEST_FACT"],
    ["pty.new.inputs", ["settings"], "MANIFEST_FACT"],
    ["pty.new.inputs", ["image", "image"], "MANIFEST_FACT"],
    ["pty.new.inputs", "image", "MANIFEST_WRONG_TYPE"],
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
