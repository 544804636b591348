import type { Agent, Cell, Delivery, IdTarget, Part } from "@slipway/manifest";
import { makeAgent, makeCell } from "./make-agent.js";

const UUID = "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$";
const DIR = "{WORKSPACE_PATH}";

const args = (...list: string[]): Part => ({ slot: "args", args: list });
const bypass = (...list: string[]): Part => ({ slot: "approval", bypass: list, inherits: false });
const MODEL: Part = { slot: "model", args: ["--model", "{MODEL}"] };
const MESSAGE: Part = { slot: "prompt" };

/** A cell of the terminal: the plugin format hands no prompt over there. */
function terminal(target: IdTarget, ...parts: Part[]): Cell {
  return makeCell({ parts, target, prompt: { need: "none", deliveries: [] } });
}

/** A cell of a check, which always has its message: `way` says as what arguments, or typed. */
function probe(target: IdTarget, way: string[] | "typed", ...parts: Part[]): Cell {
  const delivery: Delivery =
    way === "typed" ? { via: "paste", sigils: "" } : { via: "argv", args: way, dash: "refuse", sigils: "" };
  return makeCell({ parts, target, prompt: { need: "required", deliveries: [delivery] } });
}

type Shape = Pick<Agent, "id" | "name" | "launch"> & {
  program?: string;
  minter: Agent["sessionId"]["minter"];
  pattern?: string;
  models?: Agent["model"]["list"];
  runsUnasked?: boolean;
  signIn?: string[];
};

function plugin({ id, name, launch, program = id, minter, pattern = UUID, models = [], ...shape }: Shape): Agent {
  const { runsUnasked, signIn } = shape;
  return makeAgent({
    id,
    name,
    launch,
    program: { names: [program], prefix: [], searchPaths: [], envVar: `SLIPWAY_BIN_${id.toUpperCase()}` },
    sessionId: { minter, reuse: "unknown", pattern },
    model: { accepts: models.length === 0 ? "none" : "list", list: models },
    approval: { byDefault: runsUnasked === true ? "runs" : "asks", bypassRefusedAsRoot: false },
    version: ["--version"],
    ...(signIn === undefined ? {} : { signIn: { args: signIn } }),
  });
}

const CLAUDE_CHECK = args("--print", "--tools", "", "--disable-slash-commands");
const CODEX_CHECK = args("exec", "--sandbox", "read-only", "--skip-git-repo-check", "--json");
const AGY_CHECK = args("--disable-slash-commands", "--print-timeout", "60s");
const SKIP = bypass("--dangerously-skip-permissions");
const YOLO = bypass("--yolo", "--skip-trust");

/** The first-party agents of the plugin format, written by hand in the one launch model. */
export const PLUGIN_AGENTS: readonly Agent[] = [
  plugin({
    id: "claude",
    name: "Claude Code",
    signIn: ["auth", "login"],
    minter: "host",
    models: [{ id: "opus-5", aliases: ["opus"] }],
    launch: {
      pty: {
        new: terminal("own-id", args("--session-id", "{UUID}"), MODEL, SKIP),
        resume: terminal("id", args("--resume", "{UUID}"), MODEL, SKIP),
      },
      probe: {
        new: probe("own-id", ["{PROMPT}"], CLAUDE_CHECK, args("--session-id", "{UUID}"), MESSAGE),
        resume: probe("id", ["{PROMPT}"], CLAUDE_CHECK, args("--resume", "{UUID}"), MESSAGE),
      },
    },
  }),
  plugin({
    id: "opencode",
    name: "opencode",
    signIn: ["auth", "login"],
    minter: "agent",
    pattern: "^ses_[A-Za-z0-9]+$",
    runsUnasked: true,
    launch: {
      pty: {
        new: terminal("minted", args(DIR)),
        resume: terminal("id", args(DIR, "--session", "{UUID}")),
      },
      probe: {
        new: probe("minted", ["{PROMPT}"], args("run", "--pure", "--format", "json"), MESSAGE),
        resume: probe("id", ["{PROMPT}"], args("run", "--pure", "--format", "json", "--session", "{UUID}"), MESSAGE),
      },
    },
  }),
  plugin({
    id: "codex",
    name: "Codex",
    signIn: ["login"],
    minter: "agent",
    models: [{ id: "gpt-5-codex", aliases: [] }],
    launch: {
      pty: {
        new: terminal("minted", args("--cd", DIR), MODEL, bypass("--dangerously-bypass-approvals-and-sandbox")),
        resume: terminal("id", args("resume", "{UUID}")),
      },
      probe: {
        new: probe("minted", ["{PROMPT}"], CODEX_CHECK, MESSAGE),
        resume: probe("id", ["{PROMPT}"], CODEX_CHECK, args("resume", "{UUID}", "--json"), MESSAGE),
      },
    },
  }),
  plugin({
    id: "gemini",
    name: "Gemini CLI",
    signIn: [],
    minter: "host",
    models: [{ id: "2.5-pro", aliases: [] }],
    launch: {
      pty: {
        new: terminal("own-id", args("--session-id", "{UUID}"), MODEL, YOLO),
        resume: terminal("id", args("--resume", "{UUID}"), YOLO),
      },
      probe: {
        new: probe(
          "own-id",
          ["--prompt", "{PROMPT}"],
          args("--approval-mode", "default", "--session-id", "{UUID}"),
          MESSAGE,
        ),
        resume: probe(
          "id",
          ["--prompt", "{PROMPT}"],
          args("--approval-mode", "default", "--resume", "{UUID}"),
          MESSAGE,
        ),
      },
    },
  }),
  plugin({
    id: "antigravity",
    name: "Antigravity",
    signIn: [],
    program: "agy",
    minter: "agent",
    launch: {
      pty: {
        new: terminal("minted", SKIP),
        resume: terminal("id", args("--conversation", "{UUID}"), SKIP),
      },
      probe: {
        new: probe("minted", ["--print", "{PROMPT}"], MESSAGE, AGY_CHECK),
        resume: probe("id", ["--print", "{PROMPT}"], MESSAGE, AGY_CHECK, args("--conversation", "{UUID}")),
      },
    },
  }),
  plugin({
    id: "kimi",
    name: "Kimi Code",
    signIn: ["login"],
    minter: "agent",
    pattern: "^session_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",
    launch: {
      pty: {
        new: terminal("minted", bypass("-y")),
        resume: terminal("id", args("-S", "{UUID}"), bypass("-y")),
      },
      probe: {
        new: probe("minted", ["--prompt", "{PROMPT}"], MESSAGE),
        resume: probe("id", ["--prompt", "{PROMPT}"], MESSAGE, args("--session", "{UUID}")),
      },
    },
  }),
  plugin({
    id: "shell",
    name: "Shell",
    program: "bash",
    minter: "host",
    runsUnasked: true,
    launch: {
      pty: { new: terminal("own-id", args("-l")), resume: terminal("id", args("-l")) },
      probe: { new: probe("own-id", "typed", args("-l")), resume: probe("id", "typed", args("-l")) },
    },
  }),
];
