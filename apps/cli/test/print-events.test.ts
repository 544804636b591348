import { spawn } from "node:child_process";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Machine } from "./machine.js";
import { makeMachine, SLIPWAY, writeScript } from "./machine.js";

const ID = "01234567-89ab-4cde-8f01-23456789abcd";
let machine: Machine;
beforeEach(() => {
  machine = makeMachine();
});

/** Puts a program into the place of codex that writes these lines, as `codex exec --json` does, and ends with this code. */
function installCodex(lines: readonly (object | string)[], code = 0): void {
  const echo = lines.map((line) => `printf '%s\\n' '${typeof line === "string" ? line : JSON.stringify(line)}'`);
  const body = `case "$*" in --version) echo codex-cli 0.171.0; exit;; "exec --json "*|"exec "*" --json "*) ;; *) exit 64;; esac`;
  writeScript(join(machine.bin, "codex"), [body, "cat >/dev/null", ...echo, `exit ${code}`].join("\n"));
}
const EVENTS = [
  { type: "thread.started", thread_id: ID },
  { type: "turn.started" },
  { type: "item.completed", item: { id: "1", type: "agent_message", text: "caf\u00e9 ::add-mask::x" } },
  { type: "turn.completed", usage: { input_tokens: 3, output_tokens: 5 } },
];
const readLines = (stdout: string) =>
  stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

describe("when events are asked for", () => {
  it("writes one object a line, the result last, and passes the exit code on", () => {
    installCodex([...EVENTS, "no JSON at all", { type: "something.new" }], 7);
    const ran = machine.slipway(["print", "--events", "codex", "hi"]);
    expect(ran.code).toBe(7);
    const lines = readLines(ran.stdout);
    expect(lines.slice(0, -1)).toEqual([
      { kind: "session", id: ID },
      { kind: "text", text: "caf\u00e9 ::add-mask::x", partial: false },
      { kind: "usage", of: "run", inputTokens: 3, outputTokens: 5 },
    ]);
    expect(lines.at(-1)).toMatchObject({
      kind: "result",
      ok: false,
      exitCode: 7,
      session: { state: "known", id: ID, source: "event" },
      answer: { state: "given", text: "caf\u00e9 ::add-mask::x" },
      unknownEvents: 1,
      unreadableLines: 1,
    });
    // The conversation is remembered like any other.
    const { sessions } = JSON.parse(machine.slipway(["sessions", "--json"]).stdout);
    expect(sessions).toMatchObject([{ agent: "codex", sessionId: ID }]);
  });

  it("writes them while the agent works, not at its end", async () => {
    installCodex([]);
    const body = `case "$*" in --version) echo codex-cli 0.171.0; exit;; esac
cat >/dev/null; printf '%s\\n' '${JSON.stringify(EVENTS[0])}'; sleep 30`;
    writeScript(join(machine.bin, "codex"), body);
    const child = spawn(process.execPath, [SLIPWAY, "print", "--events", "codex", "hi"], {
      cwd: machine.work,
      env: machine.env,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const first = await new Promise<string>((resolve) => child.stdout.once("data", (data) => resolve(String(data))));
    expect(JSON.parse(first)).toEqual({ kind: "session", id: ID });
    child.kill("SIGTERM");
    expect(await new Promise((resolve) => child.once("close", resolve))).not.toBe(0);
  });

  it("gives one result line for a launch that is refused", () => {
    const ran = machine.slipway(["print", "--events", "codex", "hi"]);
    const [only, ...more] = readLines(ran.stdout);
    expect([only.kind, only.ok, more]).toEqual(["result", false, []]);
    expect(ran.code).toBe(1);
  });

  it.each(["--json", "--raw"])("excludes %s", (flag) => {
    const ran = machine.slipway(["print", "--events", flag, "codex", "hi"]);
    expect(ran.code).toBe(2);
    expect(readLines(ran.stdout)).toMatchObject([{ ok: false, issues: [{ code: "CLI_OPTION_CONFLICT" }] }]);
  });

  it("says that an agent without structured output has none", () => {
    machine.installParrot();
    const ran = machine.slipway(["print", "--events", "parrot", "hi"]);
    expect(readLines(ran.stdout).at(-1)).toMatchObject({ kind: "result", ok: false });
    expect(ran.stdout).toContain("RUNTIME_REPORT_UNSUPPORTED");
  });

  it("ends the agent and itself quietly when the reader goes away", () => {
    installCodex(Array.from({ length: 20_000 }, () => EVENTS[2] as object));
    const ran = machine.runShell('"$0" print --events codex hi | head -n 1; echo "${PIPESTATUS:-}"');
    expect(readLines(ran.stdout.split("\n")[0] as string)).toHaveLength(1);
    expect(ran.stderr).toBe("");
  });
});
