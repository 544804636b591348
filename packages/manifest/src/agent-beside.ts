import type { ArgTemplate } from "./agent.js";

/** What answers when an agent is no program of its own. */
export type Engine =
  /** A chat endpoint; which one, the user's own settings say. */
  | { kind: "chat"; endpoint: "openai-chat"; aiSettings: boolean }
  /** The machine interface of another agent. */
  | { kind: "api"; protocol: "codex-app-server" | "claude-stream-json" | "opencode-acp"; source: string };

/** Layouts of agents' own stores that reviewed readers know. */
export const STORE_LAYOUTS = Object.freeze([
  "antigravity-cli",
  "battlelab-chat",
  "claude-projects",
  "codex-rollouts",
  "gemini-tmp",
  "kimi-code",
  "opencode-sqlite",
  "shell-records",
] as const);

/** The layout of a store. */
export type StoreLayout = (typeof STORE_LAYOUTS)[number];

/** Where an agent keeps its conversations. Paths are absolute or `~/`, inner ones relative to the root. */
export type Store = {
  root: string;
  /** The variable that moves the root. */
  rootEnv?: string;
  layout: StoreLayout;
  readOnly: boolean;
  paths: { [N in "db" | "log" | "sessions" | "archive" | "index"]?: { path: string; env?: string } };
};

/** How a conversation's text is read. `strict`: by the reader that fails instead of skipping. */
export type Transcript = {
  kind:
    | "claude-jsonl"
    | "codex-rollout"
    | "kimi-wire"
    | "opencode-sqlite"
    | "gemini-chat"
    | "antigravity-brain"
    | "battlelab-chat";
  strict: boolean;
};

/** Where spending is read from, by the name of a reviewed reader. */
export type Usage = {
  source: "plan" | "tokens" | "manual";
  reader?:
    | "claude-cli-probe"
    | "agy-cli-probe"
    | "codex-app-server-probe"
    | "codex-rollout-field"
    | "kimi-web-usage-probe"
    | "opencode-store-query"
    | "chat-response-tokens";
  /** What the reader types. */
  command?: "/usage";
  access?: "gemini-acp-auth" | "kimi-wire-auth-error";
};

/**
 * A pinned source of the program. The authority is a name (`npm-registry`), not a host: which host it is, one constant of the
 * installer says. `digest` is `sha256:` and 64 hexadecimal digits of the first artifact.
 */
export type Install = {
  kind: "npm-prefix" | "tarball";
  authority: "npm-registry" | "github";
  package: string;
  version: string;
  digest: string;
  /** Relative to the installed tree. */
  entrypoint: string;
  platform?: "linux-x64";
};

/** What a launcher may do with an agent. Resume and new are said by the cells. */
export type Capability =
  | "archive"
  | "handoff-target"
  | "seed-start"
  | "orchestrator-input"
  | "raw-tty"
  | "owns-transcript";

/** Arguments that lead a person through signing in; an empty list is the bare program, in a terminal. */
export type SignIn = { args: ArgTemplate[] };

/** What keeps an installation in order. */
export type Upkeep = {
  /** Sessions that share one database are let in one at a time. */
  admission?: "sqlite-store-shared";
  maintenance: "sqlite-vacuum"[];
  /** Checks that an installed version has to pass. */
  verify: ("binary" | "version" | "store" | "new" | "resume" | "transcript" | "usage")[];
  /** What shows that an unattended session really began. */
  startEvidence?: "claude-sessions" | "opencode-log";
  /** Files of instructions that it reads. */
  instructions: ("CLAUDE.md" | "AGENTS.md" | "GEMINI.md")[];
  memory?: "claude-auto-memory";
};
