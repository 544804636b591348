import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ModelApi } from "../fake-model/conversation.js";

/** Obviously no credential: the agents want a key before they speak, and the fake model does not look at it. */
export const FAKE_KEY = "fake-key-not-a-credential";

/** What an agent needs before it speaks to the fake model without asking anything, and how a person talks to it. */
export interface AgentSeed {
  readonly api: ModelApi;
  /** Settings by their path under HOME. */
  readonly files: (place: SeedPlace) => Readonly<Record<string, string>>;
  readonly env: (place: SeedPlace) => Readonly<Record<string, string>>;
  /** Options of `slipway` in front of the agent's id. */
  readonly options: readonly string[];
  /** What the screen shows when the agent takes keys. */
  readonly ready: RegExp;
  /** The polite way out; some agents print their session id only then. */
  readonly quit: string;
  /** How the launcher learns the id: it gives it, or reads it. */
  readonly idSource: "supplied" | "captured";
}

export interface SeedPlace {
  /** The fake model, no slash at the end. */
  readonly url: string;
  readonly work: string;
}

const codexConfig = ({ url, work }: SeedPlace): string => `model = "fake-model"
model_provider = "fake"
check_for_update_on_startup = false

# Without this each start waits 5 s for a network that is not there.
[analytics]
enabled = false

[model_providers.fake]
name = "fake"
base_url = "${url}/v1"
env_key = "OPENAI_API_KEY"
wire_api = "responses"

[projects."${work}"]
trust_level = "trusted"
`;

const geminiSettings = {
  security: { auth: { selectedType: "gemini-api-key" } },
  privacy: { usageStatisticsEnabled: false },
  general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
};

/** By agent id. */
export const AGENT_SEEDS: ReadonlyMap<string, AgentSeed> = new Map([
  [
    "gemini",
    {
      api: "gemini",
      files: () => ({ ".gemini/settings.json": JSON.stringify(geminiSettings) }),
      env: ({ url }) => ({
        GEMINI_API_KEY: FAKE_KEY,
        GOOGLE_GEMINI_BASE_URL: url,
        GEMINI_CLI_TRUST_WORKSPACE: "true",
        GEMINI_CLI_NO_RELAUNCH: "1",
      }),
      options: ["--model", "gemini-2.5-flash"],
      ready: /Type your message/,
      quit: "/quit",
      idSource: "supplied",
    },
  ],
  [
    "codex",
    {
      api: "responses",
      files: (place) => ({ ".codex/config.toml": codexConfig(place) }),
      env: () => ({ OPENAI_API_KEY: FAKE_KEY }),
      options: [],
      ready: /fake-model/,
      quit: "/quit",
      idSource: "captured",
    },
  ],
]);

/** Writes an agent's settings under `home`. */
export function seedHome(seed: AgentSeed, home: string, place: SeedPlace): void {
  for (const [path, text] of Object.entries(seed.files(place))) {
    const file = join(home, path);
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, text, { mode: 0o600 });
  }
}
