import { chmodSync, copyFileSync, existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parrotPath } from "../src/index.js";
import { makeFolder, runHeadless } from "./start-fake-agent.js";

const UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

function parrot(home: string, argv: readonly string[], stdin?: string) {
  return runHeadless(parrotPath(), argv, { env: { HOME: home }, cwd: home, ...(stdin === undefined ? {} : { stdin }) });
}

function transcript(home: string, id: string): unknown[] {
  const text = readFileSync(join(home, ".parrot", "sessions", `${id}.jsonl`), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);
}

describe("when parrot prints one answer", () => {
  it("says its version", async () => {
    expect(await parrot(makeFolder(), ["--version"])).toEqual({ exitCode: 0, stdout: "parrot 1.0.0\n", stderr: "" });
  });

  it("answers on stdout, names a minted UUID on stderr, and keeps the transcript", async () => {
    const home = makeFolder();
    const ran = await parrot(home, ["-p", "hello there"]);
    expect(ran.exitCode).toBe(0);
    expect(ran.stdout).toBe("parrot heard: hello there [turn 1]\n");
    const id = new RegExp(`^session id: (${UUID})\n$`).exec(ran.stderr)?.[1] ?? "";
    expect(transcript(home, id)).toEqual([
      { type: "session", id, cwd: home, version: "1.0.0" },
      { type: "user", text: "hello there" },
      { type: "assistant", text: "parrot heard: hello there [turn 1]" },
    ]);
    const file = join(home, ".parrot", "sessions", `${id}.jsonl`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it("writes one JSON object a line with --json", async () => {
    const ran = await parrot(makeFolder(), ["-p", "--json", "--session-id", "own-1", "--model", "m9", "hi"]);
    expect(ran.stderr).toBe("");
    expect(
      ran.stdout
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([
      { type: "session", id: "own-1" },
      { type: "assistant", text: "parrot heard: hi [turn 1] [model m9]" },
    ]);
  });

  it("takes a prompt that looks like an option after --", async () => {
    const ran = await parrot(makeFolder(), ["-p", "--", "--yolo"]);
    expect(ran.stdout).toBe("parrot heard: --yolo [turn 1]\n");
  });

  it.each([[["-p", "-"]], [["-p"]]])("reads the prompt from stdin with %j", async (argv) => {
    const long = "x".repeat(200_000);
    const ran = await parrot(makeFolder(), argv, `first\n${long}\n`);
    expect(ran.stdout).toBe(`parrot heard: first\n${long} [turn 1]\n`);
  });

  it("continues a conversation and counts its turns", async () => {
    const home = makeFolder();
    await parrot(home, ["-p", "--session-id", "abc", "one"]);
    const second = await parrot(home, ["-p", "--resume", "abc", "two"]);
    expect(second.stdout).toBe("parrot heard: two [turn 2]\n");
    expect(second.stderr).toBe("session id: abc\n");
    expect(transcript(home, "abc")).toHaveLength(5);
  });

  it("runs a command only with --yolo", async () => {
    const home = makeFolder();
    const refused = await parrot(home, ["-p", "run: touch made; echo done"]);
    expect(refused.stdout).toBe("refused to run: touch made; echo done [turn 1]\n");
    expect(existsSync(join(home, "made"))).toBe(false);
    const ran = await parrot(home, ["-p", "--yolo", "run: touch made; echo done"]);
    expect(ran.stdout).toBe("parrot ran: touch made; echo done [turn 1]\ndone\n[exit 0]\n");
    expect(existsSync(join(home, "made"))).toBe(true);
  });

  it("works as a copied file under another name, with no package.json near it", async () => {
    const home = makeFolder();
    const copy = join(home, "polly");
    copyFileSync(parrotPath(), copy);
    chmodSync(copy, 0o755);
    expect(await runHeadless(copy, ["--version"])).toEqual({ exitCode: 0, stdout: "parrot 1.0.0\n", stderr: "" });
  });
});

describe("when parrot is asked for what it cannot do", () => {
  it("refuses an id in use and leaves that conversation as it was", async () => {
    const home = makeFolder();
    await parrot(home, ["-p", "--session-id", "abc", "one"]);
    const again = await parrot(home, ["-p", "--session-id", "abc", "two"]);
    expect(again).toEqual({ exitCode: 1, stdout: "", stderr: "parrot: session id abc is already in use\n" });
    expect(transcript(home, "abc")).toHaveLength(3);
  });

  it.each([
    ["an unknown id to resume", ["-p", "--resume", "nobody", "x"], 1, "no conversation found with session id nobody"],
    ["an id that is a path", ["-p", "--session-id", "../x", "x"], 1, "not a session id: ../x"],
    ["a path to resume", ["-p", "--resume", "../x", "x"], 1, "no conversation found with session id ../x"],
    ["both kinds of id", ["-p", "--resume", "a", "--session-id", "b", "x"], 1, "give one of them"],
    ["a conversation without a terminal", ["hello"], 1, "stdin is not a terminal; use -p"],
    ["an empty prompt", ["-p", ""], 1, "the prompt is empty"],
    ["an unknown option", ["-p", "--dangerous", "x"], 2, "unknown option --dangerous"],
    ["two prompts", ["-p", "a", "b"], 2, "only one prompt is taken; quote it"],
    ["an option without its value", ["-p", "--model"], 2, "--model needs a value"],
    ["--json without -p", ["--json", "x"], 2, "--json needs -p"],
  ])("refuses %s", async (_what, argv, exitCode, message) => {
    const ran = await parrot(makeFolder(), argv);
    expect(ran.exitCode).toBe(exitCode);
    expect(ran.stdout).toBe("");
    expect(ran.stderr).toContain(message);
  });
});
