import type { RowName } from "./golden-reference-rows.js";
import type { NamedRow, NamedRows } from "./golden-refusals.js";

/**
 * Where our catalog starts something else than the reference on purpose. Every field behind a row is in CORRECTIONS.md of
 * the catalog, with the evidence.
 */
export const DIFFERENCES: Readonly<Record<string, NamedRows>> = {
  claude: print(
    ["claude -p -- P", "claude --model M --dangerously-skip-permissions -p -- P"],
    "-p is a switch and the prompt a positional: behind -- a leading dash stays text",
  ),
  cline: {
    ...each(["first+model", "all"], ["cline -m M", "cline -m M P"], "it has a model option"),
    ...resume(["cline --id C", "cline -m M --id C"], "it resumes by id"),
    ...print(["cline -- P", "cline -m M -- P"], "without a terminal it answers a positional prompt and ends"),
  },
  codex: {
    ...resume(
      ["codex resume C", "codex --model M resume C --dangerously-bypass-approvals-and-sandbox"],
      "its id is captured, so that conversation is resumed and not the newest of the folder",
    ),
    ...print(
      [
        "codex exec --skip-git-repo-check -- P",
        "codex exec --model M --dangerously-bypass-approvals-and-sandbox --skip-git-repo-check -- P",
      ],
      "it has a headless command",
    ),
  },
  copilot: {
    ...each(
      ["first", "first+prompt"],
      ["copilot --session-id S", "copilot --session-id S P"],
      "copilot is the program",
    ),
    ...each(
      ["first+model", "first+auto", "all"],
      [
        "copilot --model M --session-id S",
        "copilot --session-id S --allow-all-tools",
        "copilot --model M --session-id S --allow-all-tools P",
      ],
      "copilot is the program, and has these options",
    ),
    ...resume(["copilot --resume=C", "copilot --model M --resume=C --allow-all-tools"], "it resumes by id"),
    ...print(["copilot --prompt=P", "copilot --model M --allow-all-tools --prompt=P"], "it has a headless mode"),
  },
  cursor: each(
    ["first", "first+prompt", "first+model", "first+auto", "all"],
    ["cursor-agent", "cursor-agent P", "cursor-agent --model M", "cursor-agent", "cursor-agent --model M P"],
    "cursor opens the editor; cursor-agent is the agent",
  ),
  gemini: print(["gemini --prompt=P", "gemini --model M --yolo --prompt=P"], "it has a headless mode"),
  opencode: print(["opencode run -- P", "opencode run --model M --auto -- P"], "behind -- a leading dash stays text"),
  pi: {
    ...each(
      ["first+auto", "all"],
      ["pi --session-id S", "pi --model M --session-id S P"],
      "--approve trusts the folder's files; it is no bypass, and pi never asks",
    ),
    ...resume(
      ["pi --session C", "pi --model M --session C"],
      "--session refuses an unknown id where --session-id begins a new conversation",
    ),
    ...print(["pi -p -- P", "pi --model M -p -- P"], "it has a headless mode"),
  },
  qwen: print(["qwen --prompt=P", "qwen --model M --yolo --prompt=P"], "-p takes a leading dash for an option"),
  droid: each(
    ["first+model", "all", "print+model+auto"],
    ["refused RUNTIME_MODEL_UNSUPPORTED", "refused RUNTIME_MODEL_UNSUPPORTED", "refused RUNTIME_MODEL_UNSUPPORTED"],
    "in a terminal it swallows the model option without a word",
  ),
  grok: print(
    ["grok --single=P", "grok --model M --always-approve --single=P"],
    "-p takes a leading dash for an option",
  ),
};

function each(rows: readonly RowName[], gives: readonly string[], why: string): NamedRows {
  return Object.fromEntries(rows.map((row, index): [RowName, NamedRow] => [row, { gives: gives[index] ?? "", why }]));
}

function print(gives: readonly [string, string], why: string): NamedRows {
  return each(["print", "print+model+auto"], gives, why);
}

function resume(gives: readonly [string, string], why: string): NamedRows {
  return each(["resume", "resume+model+auto"], gives, why);
}
