/** What an option can do that an entry may not do unasked. */
export type FlagKind =
  /** Lets the agent act without asking. */
  | "bypass"
  /** Sets any setting of the agent, its model endpoint and its commands included. */
  | "config"
  /** Loads files that hold commands: settings, tool servers, hooks, plugins, extensions. */
  | "code"
  /** Sends the conversation, and the key with it, to another server. */
  | "endpoint"
  /** Opens folders beside the working directory. */
  | "folders"
  /** Changes what the agent's own sandbox lets through. */
  | "sandbox";

/** One option, of every program or of the programs named. */
export type SecurityFlag = { flag: string; kind: FlagKind; programs?: readonly string[] };

const ALL = (kind: FlagKind, ...flags: string[]): SecurityFlag[] => flags.map((flag) => ({ flag, kind }));
const OF = (programs: string, kind: FlagKind, ...flags: string[]): SecurityFlag[] =>
  flags.map((flag) => ({ flag, kind, programs: programs.split(" ") }));

/**
 * Options that decide what an agent may do. The long ones mean the same in every program that has them; the short ones are
 * listed by program, because `-s` is a session here and a sandbox there. A tripwire for reviewers: an option that is not
 * listed passes, and `slipway-catalog diff` still shows it.
 */
export const SECURITY_FLAGS: readonly SecurityFlag[] = [
  ...ALL(
    "bypass",
    "--yolo",
    "--dangerously-skip-permissions",
    "--allow-dangerously-skip-permissions",
    "--dangerously-bypass-approvals-and-sandbox",
    "--dangerously-bypass-hook-trust",
    "--dangerously-allow-all",
    "--skip-permissions-unsafe",
    "--full-auto",
    "--always-approve",
    "--auto-approve",
    "--auto-approve-all",
    "--allow-all",
    "--allow-all-tools",
    "--allow-all-paths",
    "--allow-all-urls",
    "--allow-tool",
    "--allowed-tools",
    "--allowedTools",
    "--trust-all-tools",
    "--permission-mode",
    "--permission-prompt-tool",
    "--approval-mode",
    "--ask-for-approval",
    "--afk",
    "--no-permissions",
    "--skip-trust",
  ),
  ...OF("opencode droid kimi", "bypass", "--auto"),
  ...OF("gemini qwen cline", "bypass", "-y"),
  ...OF("cursor cursor-agent", "bypass", "-f", "--force"),
  ...OF("codex", "bypass", "-a"),
  ...OF("pi", "bypass", "--approve"),
  ...ALL("config", "--config", "--config-file", "--config-dir", "--setting", "--profile", "--env", "--env-file"),
  ...OF("codex", "config", "-c", "-p", "--enable", "--disable"),
  ...ALL(
    "code",
    "--settings",
    "--setting-sources",
    "--mcp-config",
    "--mcp-server",
    "--additional-mcp-config",
    "--allowed-mcp-server-names",
    "--plugin",
    "--plugin-dir",
    "--plugin-url",
    "--hook",
    "--hooks",
    "--extension",
    "--extensions",
    "--with-extension",
    "--with-builtin",
    "--skill",
    "--agents",
    "--policy",
  ),
  ...OF("gemini qwen pi", "code", "-e"),
  ...ALL("endpoint", "--base-url", "--api-base", "--api-key", "--endpoint", "--proxy", "--remote", "--openai-base-url"),
  ...ALL("folders", "--add-dir", "--include-directories", "--additional-dir", "--cd", "--cwd"),
  ...ALL("sandbox", "--sandbox", "--no-sandbox", "--sandbox-mode"),
  ...OF("codex gemini qwen", "sandbox", "-s"),
];

const BY_FLAG = new Map<string, SecurityFlag[]>();
for (const entry of SECURITY_FLAGS) BY_FLAG.set(entry.flag, [...(BY_FLAG.get(entry.flag) ?? []), entry]);

/**
 * The security-relevant option that an argument of `program` is: alone, with `=value`, or a short one with its value right
 * behind it (`-capproval_policy=never`). An argument that only holds such a text as a value is none.
 */
export function findSecurityFlag(argument: string, program: string): SecurityFlag | undefined {
  if (!argument.startsWith("-")) return undefined;
  const name = program.toLowerCase();
  const isOfProgram = ({ programs }: SecurityFlag) => programs === undefined || programs.includes(name);
  const long = argument.startsWith("--") ? (argument.split("=", 1)[0] as string) : argument.slice(0, 2);
  const wanted = argument.startsWith("--") ? long : argument.startsWith(long) ? long : argument;
  return BY_FLAG.get(wanted)?.find(isOfProgram);
}
