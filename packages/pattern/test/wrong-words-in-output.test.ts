import { describe, expect, it } from "vitest";
import { idPattern, OTHER, scanAll, search, UUID, UUID_SOURCE } from "./compile-for-test.js";

const uuid = search(`(${UUID_SOURCE})`);
const anyId = search("session ID[: ]+([A-Za-z0-9_-]+)", "i");

describe("when a sentence looks like an id", () => {
  it("does not take a word without a digit, and goes on to the real id", () => {
    const output = `Use a session ID from a previous run\nsession ID: ${UUID}\n`;
    expect(scanAll(anyId, output, { policy: "first" })).toMatchObject({
      id: UUID,
      rejected: [{ text: "from", reason: "no-digit" }],
    });
    expect(scanAll(anyId, "Use a session ID from a previous run").state).toBe("none");
  });

  it("leaves that to the agent's own pattern where there is one", () => {
    const words = idPattern("^[a-z]+-[a-z]+$");
    expect(scanAll(anyId, "session ID from a run, session ID brave-otter\n", { idPattern: words })).toMatchObject({
      id: "brave-otter",
      rejected: [{ text: "from", reason: "not-an-id" }],
    });
  });

  it("does not take a row of dashes for the seed's own example", () => {
    const seed = search("([0-9a-f-]{36})");
    expect(scanAll(seed, `${"-".repeat(36)}\n`)).toMatchObject({ state: "none", rejected: [{ reason: "not-an-id" }] });
    expect(scanAll(seed, `${"-".repeat(80)}\n${UUID}\n`)).toMatchObject({ state: "one", id: UUID });
  });

  it("does not cut an id out of something longer", () => {
    const seed = search("([0-9a-f-]{36})");
    expect(scanAll(seed, "commit 3f786850e387550fdab836ed7e6dc881de23001b\n")).toMatchObject({
      state: "none",
      rejected: [{ reason: "part-of-word" }],
    });
    for (const longer of [`local_${UUID}`, `x${UUID}`, `${UUID}0`, `${UUID}-log`, `rollout-${UUID}`])
      expect(scanAll(uuid, `at ${longer} \n`)).toMatchObject({ state: "none", rejected: [{ reason: "part-of-word" }] });
    for (const bounded of [`"${UUID}"`, `(${UUID})`, `${UUID}.`, `id=${UUID},`, `[${UUID}]`])
      expect(scanAll(uuid, bounded).id).toBe(UUID);
  });

  it("does not take what an id cannot be", () => {
    const quoted = search('"session": "([^"]+)"');
    const output = `"session": "-rf 1" "session": "../../x1" "session": "$(id)1" "session": "${"a1".repeat(65)}"\n`;
    expect(scanAll(quoted, output)).toEqual({
      state: "none",
      rejected: [
        { text: "-rf 1", at: 12, reason: "not-an-id" },
        { text: "../../x1", at: 31, reason: "not-an-id" },
        { text: "$(id)1", at: 53, reason: "not-an-id" },
        { text: "a1".repeat(64), at: 73, reason: "too-long" },
      ],
      stopped: "end",
    });
  });

  it("does not accept through an agent's pattern what no id may be", () => {
    const lax = { ...idPattern("^[a-z]+$"), test: () => true };
    expect(scanAll(search("label: ([^ ]+)"), "label: --yolo \n", { idPattern: lax })).toMatchObject({ state: "none" });
  });

  it("takes no piece of a word that is longer than the window", () => {
    const word = search("([a-z0-9]+)");
    const result = scanAll(word, `${"a1".repeat(5_000)} x\n`);
    expect(result).toMatchObject({
      state: "none",
      rejected: [{ reason: "too-long" }, { text: "x", reason: "no-digit" }],
    });
  });

  it("prints nothing raw as evidence", () => {
    const result = scanAll(search("s\u00e9ance\u202e: ([0-9]+)"), "s\u00e9ance\u202e: 42\n");
    expect(result).toMatchObject({ id: "42", evidence: "s\u00e9ance\\u{202e}: 42" });
  });
});

describe("when several ids are on the screen", () => {
  const output = `trace ${OTHER}\nsession ${UUID}\n`;

  it("is ambiguous for a pattern without a label", () => {
    expect(scanAll(uuid, output)).toMatchObject({
      state: "ambiguous",
      candidates: [{ id: OTHER }, { id: UUID }],
      stopped: "ambiguous",
    });
    expect(scanAll(uuid, output)).not.toHaveProperty("id");
  });

  it("takes the first for a pattern with a label, and the last when asked", () => {
    expect(scanAll(search(`session (${UUID_SOURCE})`), output)).toMatchObject({
      state: "one",
      id: UUID,
      stopped: "found",
    });
    expect(scanAll(uuid, output, { policy: "first" }).id).toBe(OTHER);
    expect(scanAll(uuid, output, { policy: "last" }).id).toBe(UUID);
  });

  it("is not ambiguous when the same id stands there twice", () => {
    expect(scanAll(uuid, `${UUID}\nsession ${UUID}\n`)).toMatchObject({ state: "one", id: UUID });
  });
});

describe("when real agents print their ids", () => {
  it.each([
    ["codex, stderr", "session id: ([0-9a-f-]{36})", `--------\nsession id: ${UUID}\n--------\n`, UUID],
    [
      "codex, exit line",
      "codex resume ([0-9a-f-]{36})",
      `To continue this session, run \u001b[36mcodex resume ${UUID}\u001b[39m\r\n`,
      UUID,
    ],
    ["codex, JSON", '"thread_id":"([0-9a-f-]{36})"', `{"type":"thread.started","thread_id":"${UUID}"}\n`, UUID],
    ["gemini, exit line", "--resume ([0-9a-f-]{36})", `To resume: gemini --resume ${UUID}\n`, UUID],
    [
      "opencode, exit line",
      "opencode -s (ses_[A-Za-z0-9]{26})",
      `  Continue  opencode -s ses_4f8aZZ00112233445566778899\r\n`,
      "ses_4f8aZZ00112233445566778899",
    ],
    [
      "opencode, JSON",
      '"sessionID":"([^"]+)"',
      `{"type":"text","sessionID":"ses_4f8aZZ00112233445566778899"}\n`,
      "ses_4f8aZZ00112233445566778899",
    ],
    [
      "kimi, stderr",
      "kimi -r (session_[0-9a-f-]{36})",
      `To resume this session: kimi -r session_${UUID}\n`,
      `session_${UUID}`,
    ],
    ["copilot, stderr", "--resume=([0-9a-f-]{36})", `Resume copilot --resume=${UUID}\n`, UUID],
    ["pi, exit line", "pi (?:--session|--resume) ([A-Za-z0-9._-]+)", `pi --session my-work.1\n`, "my-work.1"],
    ["cline, any case", "ID: ([0-9]{13}_[a-z0-9]+)", `id: 1766000000000_x7k\n`, "1766000000000_x7k"],
  ])("finds the id of %s", (name, source, output, id) => {
    expect(scanAll(search(source, name.endsWith("case") ? "i" : ""), output)).toMatchObject({ state: "one", id });
  });
});
