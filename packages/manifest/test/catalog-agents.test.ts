import { verify } from "@slipway/minisign";
import { developmentKey } from "@slipway/testkit";
import { describe, expect, it } from "vitest";
import { applyFacts, parseAgentsJson, parseFacts } from "../src/index.js";
import { drawCell } from "./make-document.js";
import { readCatalog, readCatalogFile } from "./read-catalog.js";

const ID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const SEEN: Record<string, string> = {
  claude: "2.1.332",
  codex: "0.171.0",
  gemini: "0.61.0",
  opencode: "1.18.33",
  parrot: "1.0.0",
  qwen: "0.24.4",
  copilot: "1.0.102",
};

describe("when the floor is read", () => {
  it.each(["agents.json", "facts.json"])("verifies %s under the development key, and not without leave", (name) => {
    const [message, signature] = [readCatalogFile(name), readCatalogFile(`${name}.minisig`)];
    const options = { allowDevelopmentKeys: true, expectedFile: name, requirePrehashed: true };
    expect(verify(message, signature, developmentKey.publicKey, options)).toMatchObject({
      ok: true,
      keyId: developmentKey.keyId,
      timestamp: expect.any(Number),
    });
    expect(verify(message, signature, developmentKey.publicKey)).toMatchObject({
      ok: false,
      code: "MINISIGN_DEVELOPMENT_KEY",
    });
    const changed = message.slice();
    changed[20] = (changed[20] as number) ^ 1;
    expect(verify(changed, signature, developmentKey.publicKey, options)).toMatchObject({ ok: false });
  });

  it("parses without any issue", () => {
    const agents = parseAgentsJson(readCatalogFile("agents.json"), { trust: "first-party" });
    expect(agents.issues).toEqual([]);
    expect(agents.agents.map((agent) => agent.id)).toEqual(expect.arrayContaining(Object.keys(SEEN)));
    expect(parseFacts(readCatalogFile("facts.json"))).toMatchObject({ ok: true, issues: [] });
  });

  it("has facts for the agents that were run, in the version they were seen with, and for no other", () => {
    const { agents, facts } = readCatalog();
    expect(new Set(facts.rows.map((row) => row.agent))).toEqual(new Set(Object.keys(SEEN)));
    for (const agent of agents) {
      if (SEEN[agent.id] === undefined) {
        expect(applyFacts(agent, "1.0.0", facts).facts).toEqual({ applied: false, note: "NO_FACTS" });
        continue;
      }
      const known = applyFacts(agent, SEEN[agent.id], facts);
      expect(known.facts).toEqual({ applied: true, row: expect.stringContaining(agent.id) });
      expect(facts.rows.find((row) => row.agent === agent.id)?.evidence.version).toBe(SEEN[agent.id]);
      expect(known.trust).toBe("first-party");
    }
  });
});

describe("when an agent of the floor is launched with its facts", () => {
  const { agents, facts } = readCatalog();
  const [MODEL, YOLO, CODEX] = [
    "[model --model {MODEL}]",
    "[bypass --yolo]",
    "[bypass --dangerously-bypass-approvals-and-sandbox]",
  ];
  const INPUTS = "[system-prompt-file --append-system-prompt-file={VALUE}] [mcp-file --mcp-config={VALUE}]";
  const IMAGE = "[image-path --image={VALUE}]";
  const SKIP =
    "[bypass --dangerously-skip-permissions | ask --permission-mode default | plan --permission-mode plan | " +
    "acceptEdits --permission-mode acceptEdits]";
  const RESET =
    "[bypass --dangerously-bypass-approvals-and-sandbox | ask -s workspace-write -a on-request | " +
    "plan -s read-only -a on-request | inherits]";
  const SANDBOX = "[bypass --dangerously-bypass-approvals-and-sandbox | plan --sandbox read-only]";
  const GEMINI =
    "[bypass --yolo | ask --approval-mode default | plan --approval-mode plan | acceptEdits --approval-mode auto_edit]";
  const STREAM = "[report --output-format stream-json --verbose]";
  const LINES = "[report --output-format stream-json]";
  const REPLY = "prompt required: stdin not /@; argv";

  it.each<[string, string, string[]]>([
    [
      "claude",
      "pty",
      [
        `${INPUTS} ${MODEL} --session-id {UUID} ${SKIP} [extra] [prompt]\nprompt optional: argv -- {PROMPT} dash-safe not /@\nown-id:`,
        `${INPUTS} ${MODEL} --resume {UUID} ${SKIP} [extra] [prompt]\nprompt optional: argv -- {PROMPT} dash-safe not /@\nid:`,
        `${INPUTS} ${MODEL} --continue ${SKIP} [extra] [prompt]\nprompt optional: argv -- {PROMPT} dash-safe not /@\nlast-in-folder:`,
      ],
    ],
    [
      "claude",
      "headless",
      [
        `${INPUTS} ${MODEL} --session-id {UUID} ${SKIP} -p ${STREAM} [extra] [prompt]\n${REPLY} -- {PROMPT} dash-safe not /@\nown-id:`,
        `${INPUTS} ${MODEL} --resume {UUID} ${SKIP} -p ${STREAM} [extra] [prompt]\n${REPLY} -- {PROMPT} dash-safe not /@\nid:`,
        `${INPUTS} ${MODEL} --continue ${SKIP} -p ${STREAM} [extra] [prompt]\n` +
          `${REPLY} -- {PROMPT} dash-safe not /@\nlast-in-folder: stdout json {"type":"result"} session_id`,
      ],
    ],
    [
      "codex",
      "pty",
      [
        `${IMAGE} --no-daemon ${MODEL} ${RESET} [extra] [prompt]\nprompt optional: argv -- {PROMPT} dash-safe not !\n` +
          `minted: pty exit codex resume (${ID}); store codex-rollouts`,
        `resume ${IMAGE} --no-daemon ${MODEL} ${RESET} [extra] {UUID} [prompt]\n` +
          "prompt optional: argv -- {PROMPT} dash-safe not !\nid:",
        `resume --last --no-daemon ${MODEL} ${RESET} [extra] [prompt]\nprompt none:\n` +
          `last-in-folder: pty exit codex resume (${ID})`,
      ],
    ],
    [
      "codex",
      "headless",
      [
        `exec ${IMAGE} ${MODEL} ${SANDBOX} --skip-git-repo-check [report --json] [extra] [prompt]\n` +
          "prompt required: stdin - not none; argv -- {PROMPT} dash-safe not none\n" +
          `minted: stderr running session id: (${ID}); stdout json {"type":"thread.started"} thread_id; store codex-rollouts`,
        `exec resume ${IMAGE} ${MODEL} ${CODEX} --skip-git-repo-check [report --json] [extra] {UUID} [prompt]\n` +
          "prompt required: stdin - not none; argv -- {PROMPT} dash-safe not none\nid:",
        `exec resume --last ${IMAGE} ${MODEL} ${CODEX} --skip-git-repo-check [report --json] [extra] [prompt]\n` +
          "prompt required: stdin - not none; argv -- {PROMPT} dash-safe not none\n" +
          `last-in-folder: stderr running session id: (${ID}); stdout json {"type":"thread.started"} thread_id`,
      ],
    ],
    [
      "gemini",
      "pty",
      [
        `${MODEL} --session-id {UUID} ${GEMINI} [extra] [prompt]\n` +
          "prompt optional: argv --prompt-interactive={PROMPT} dash-safe not /@\nown-id:",
        `${MODEL} --resume {UUID} ${GEMINI} [extra] [prompt]\n` +
          "prompt optional: argv --prompt-interactive={PROMPT} dash-safe not /@\nid:",
        `${MODEL} --resume latest ${GEMINI} [extra] [prompt]\n` +
          "prompt optional: argv --prompt-interactive={PROMPT} dash-safe not /@\nlast-in-folder:",
      ],
    ],
    [
      "gemini",
      "headless",
      [
        `${MODEL} --session-id {UUID} ${GEMINI} ${LINES} [extra] [prompt]\n${REPLY} --prompt={PROMPT} dash-safe not /@\nown-id:`,
        `${MODEL} --resume {UUID} ${GEMINI} ${LINES} [extra] [prompt]\n${REPLY} --prompt={PROMPT} dash-safe not /@\nid:`,
        `${MODEL} --resume latest ${GEMINI} ${LINES} [extra] [prompt]\n${REPLY} --prompt={PROMPT} dash-safe not /@\nlast-in-folder:`,
      ],
    ],
    [
      "opencode",
      "pty",
      [
        `${MODEL} [bypass --auto] [extra] [prompt]\nprompt optional: argv --prompt={PROMPT} dash-safe not /@\n` +
          "minted: pty exit opencode -s (ses_[A-Za-z0-9]{26})",
        `${MODEL} -s {UUID} [bypass --auto] [extra] [prompt]\nprompt none:\nid:`,
        "refused",
      ],
    ],
    [
      "opencode",
      "headless",
      [
        `run ${MODEL} [bypass --auto] [report --format json] [extra] [prompt]\n` +
          "prompt required: stdin  not none; argv -- {PROMPT} dash-safe not none\nminted: stdout json {} sessionID",
        `run ${MODEL} -s {UUID} [bypass --auto] [report --format json] [extra] [prompt]\n` +
          "prompt required: stdin  not none; argv -- {PROMPT} dash-safe not none\nid:",
        "refused",
      ],
    ],
    [
      "parrot",
      "pty",
      [
        `${MODEL} ${YOLO} [extra] [prompt]\nprompt optional: argv -- {PROMPT} dash-safe not /\n` +
          `minted: pty running session id: (${ID})`,
        `${MODEL} --resume {UUID} ${YOLO} [extra] [prompt]\nprompt optional: argv -- {PROMPT} dash-safe not /\nid:`,
        "refused",
      ],
    ],
    [
      "parrot",
      "headless",
      [
        `${MODEL} ${YOLO} -p [extra] [prompt]\n` +
          "prompt required: stdin  not none; argv -- {PROMPT} dash-safe not none\n" +
          `minted: stderr running session id: (${ID})`,
        `${MODEL} --resume {UUID} ${YOLO} -p [extra] [prompt]\n` +
          "prompt required: stdin  not none; argv -- {PROMPT} dash-safe not none\nid:",
        "refused",
      ],
    ],
  ])("has the argv of %s %s", (id, surface, cells) => {
    const agent = agents.find((one) => one.id === id);
    if (agent === undefined) throw new Error(id);
    const launch = applyFacts(agent, SEEN[id], facts).launch[surface as "pty" | "headless"];
    const drawn = [launch?.new, launch?.resume, launch?.continue].map((cell) =>
      drawCell(cell).replace("stdin  not", "stdin not"),
    );
    expect(drawn).toEqual(cells.map((cell) => cell.replace("stdin  not", "stdin not")));
  });
});
