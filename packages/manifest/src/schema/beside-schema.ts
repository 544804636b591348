import { z } from "zod";
import { STORE_LAYOUTS } from "../agent-beside.js";

const text = z.string();

/** What answers when an agent is no program of its own. */
export const engine = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("chat"), endpoint: z.literal("openai-chat"), aiSettings: z.boolean() }),
  z.strictObject({
    kind: z.literal("api"),
    protocol: z.enum(["codex-app-server", "claude-stream-json", "opencode-acp"]),
    source: text,
  }),
]);

const place = z.strictObject({ path: text, env: text.exactOptional() }).exactOptional();

/** Where an agent keeps its conversations. */
export const store = z.strictObject({
  root: text,
  rootEnv: text.exactOptional(),
  layout: z.enum(STORE_LAYOUTS),
  readOnly: z.boolean(),
  paths: z.strictObject({ db: place, log: place, sessions: place, archive: place, index: place }),
});

/** How a conversation's text is read. */
export const transcript = z.strictObject({
  kind: z.enum([
    "claude-jsonl",
    "codex-rollout",
    "kimi-wire",
    "opencode-sqlite",
    "gemini-chat",
    "antigravity-brain",
    "battlelab-chat",
  ]),
  strict: z.boolean(),
});

/** Where spending is read from. */
export const usage = z.strictObject({
  source: z.enum(["plan", "tokens", "manual"]),
  reader: z
    .enum([
      "claude-cli-probe",
      "agy-cli-probe",
      "codex-app-server-probe",
      "codex-rollout-field",
      "kimi-web-usage-probe",
      "opencode-store-query",
      "chat-response-tokens",
    ])
    .exactOptional(),
  command: z.literal("/usage").exactOptional(),
  access: z.enum(["gemini-acp-auth", "kimi-wire-auth-error"]).exactOptional(),
});

/** A pinned source of the program. */
export const install = z.strictObject({
  kind: z.enum(["npm-prefix", "tarball"]),
  authority: z.enum(["npm-registry", "github"]),
  package: text,
  version: text,
  digest: text.regex(/^sha256:[0-9a-f]{64}$/),
  entrypoint: text,
  platform: z.literal("linux-x64").exactOptional(),
});

/** How a person signs in. */
export const signIn = z.strictObject({ args: z.array(text) });

/** What keeps an installation in order. */
export const upkeep = z.strictObject({
  admission: z.literal("sqlite-store-shared").exactOptional(),
  maintenance: z.array(z.literal("sqlite-vacuum")),
  verify: z.array(z.enum(["binary", "version", "store", "new", "resume", "transcript", "usage"])),
  startEvidence: z.enum(["claude-sessions", "opencode-log"]).exactOptional(),
  instructions: z.array(z.enum(["CLAUDE.md", "AGENTS.md", "GEMINI.md"])),
  memory: z.literal("claude-auto-memory").exactOptional(),
});
