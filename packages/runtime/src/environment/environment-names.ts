/** A name, or a beginning when it ends in `*`. */
export type NameRule = { name: string; why: string };

/** Whose models an agent can be paid through. */
export const PROVIDERS = Object.freeze(["anthropic", "openai", "google", "aws", "azure", "openrouter", "xai"] as const);

/** One of {@link PROVIDERS}. */
export type Provider = (typeof PROVIDERS)[number];

/**
 * What a child gets from the host in `clean` mode, with {@link PROVIDER_NAMES}: nothing else. Each name with its
 * reason. On Windows names are compared without regard to case.
 */
export const PASSED_NAMES: readonly NameRule[] = [
  { name: "HOME", why: "where the agent keeps its own settings and conversations" },
  { name: "USER", why: "identity, read by shells and git" },
  { name: "LOGNAME", why: "identity" },
  { name: "SHELL", why: "the shell the agent's own tools start" },
  { name: "PATH", why: "programs the agent's tools start; cleaned first" },
  { name: "TERM", why: "terminal type" },
  { name: "COLORTERM", why: "terminal colours" },
  { name: "NO_COLOR", why: "the user's wish for plain text" },
  { name: "LANG", why: "locale" },
  { name: "LANGUAGE", why: "locale" },
  { name: "LC_*", why: "locale" },
  { name: "TZ", why: "time zone" },
  { name: "XDG_*", why: "folders of the user's desktop and settings" },
  { name: "SSH_AUTH_SOCK", why: "git over ssh" },
  { name: "DBUS_SESSION_BUS_ADDRESS", why: "the keyring that holds the agent's login" },
  { name: "DISPLAY", why: "a browser for the agent's sign-in" },
  { name: "WAYLAND_DISPLAY", why: "a browser for the agent's sign-in" },
  { name: "HTTP_PROXY", why: "reaching the network" },
  { name: "HTTPS_PROXY", why: "reaching the network" },
  { name: "ALL_PROXY", why: "reaching the network" },
  { name: "NO_PROXY", why: "reaching the network" },
  { name: "http_proxy", why: "reaching the network" },
  { name: "https_proxy", why: "reaching the network" },
  { name: "all_proxy", why: "reaching the network" },
  { name: "no_proxy", why: "reaching the network" },
  { name: "SSL_CERT_FILE", why: "the site's own certificate authority" },
  { name: "SSL_CERT_DIR", why: "the site's own certificate authority" },
  { name: "NODE_EXTRA_CA_CERTS", why: "the site's own certificate authority" },
  { name: "REQUESTS_CA_BUNDLE", why: "the site's own certificate authority" },
  { name: "CURL_CA_BUNDLE", why: "the site's own certificate authority" },
  { name: "SystemRoot", why: "Windows cannot start programs without it" },
  { name: "windir", why: "Windows" },
  { name: "USERPROFILE", why: "the home folder on Windows" },
  { name: "HOMEDRIVE", why: "the home folder on Windows" },
  { name: "HOMEPATH", why: "the home folder on Windows" },
  { name: "APPDATA", why: "settings on Windows" },
  { name: "LOCALAPPDATA", why: "settings on Windows" },
  { name: "PATHEXT", why: "what counts as a program on Windows" },
  { name: "ComSpec", why: "the command processor on Windows" },
  { name: "CLAUDE_CONFIG_DIR", why: "an agent's own home" },
  { name: "CODEX_HOME", why: "an agent's own home" },
  { name: "GEMINI_CLI_*", why: "an agent's own settings" },
  { name: "GEMINI_CONFIG_DIR", why: "an agent's own home" },
  { name: "OPENCODE_*", why: "an agent's own settings" },
  { name: "GITHUB_TOKEN", why: "the agent's own use of pull requests" },
  { name: "GH_TOKEN", why: "the agent's own use of pull requests" },
];

/**
 * Logins, endpoints and choices of the model providers: part of what `clean` passes, unless the launch names the providers
 * that may be reached. Which account pays is decided by what the child finds here.
 */
export const PROVIDER_NAMES: readonly (NameRule & { provider: Provider })[] = [
  { name: "ANTHROPIC_*", provider: "anthropic", why: "model provider: login and endpoint" },
  { name: "CLAUDE_CODE_OAUTH_TOKEN", provider: "anthropic", why: "model provider: login" },
  { name: "CLAUDE_CODE_USE_BEDROCK", provider: "anthropic", why: "model provider: choice" },
  { name: "CLAUDE_CODE_USE_VERTEX", provider: "anthropic", why: "model provider: choice" },
  { name: "OPENAI_*", provider: "openai", why: "model provider: login and endpoint" },
  { name: "CODEX_API_KEY", provider: "openai", why: "model provider: login" },
  { name: "GEMINI_API_KEY", provider: "google", why: "model provider: login" },
  { name: "GOOGLE_API_KEY", provider: "google", why: "model provider: login" },
  { name: "GOOGLE_GEMINI_BASE_URL", provider: "google", why: "model provider: endpoint" },
  { name: "GOOGLE_GENAI_USE_VERTEXAI", provider: "google", why: "model provider: choice" },
  { name: "GOOGLE_APPLICATION_CREDENTIALS", provider: "google", why: "model provider: login" },
  { name: "GOOGLE_CLOUD_PROJECT", provider: "google", why: "model provider: account" },
  { name: "GOOGLE_CLOUD_LOCATION", provider: "google", why: "model provider: region" },
  { name: "AWS_*", provider: "aws", why: "model provider: login and region" },
  { name: "AZURE_OPENAI_*", provider: "azure", why: "model provider: login and endpoint" },
  { name: "OPENROUTER_API_KEY", provider: "openrouter", why: "model provider: login" },
  { name: "XAI_API_KEY", provider: "xai", why: "model provider: login" },
];

/**
 * What no child inherits in any mode: each name lets whoever set it run code inside the agent, or inside what the agent
 * starts, before a line of the agent's own runs; or makes it act on another repository. A value that the plan itself sets
 * is not meant.
 */
export const NEVER_INHERITED: readonly NameRule[] = [
  { name: "NODE_OPTIONS", why: "preloads a file into every Node program" },
  { name: "NODE_PATH", why: "adds places that modules are taken from" },
  { name: "NODE_COMPILE_CACHE", why: "bytecode is executed from there" },
  { name: "NODE_CHANNEL_FD", why: "an IPC channel of the host" },
  { name: "NODE_UNIQUE_ID", why: "a cluster worker's number of the host" },
  { name: "BUN_OPTIONS", why: "preloads a file" },
  { name: "DENO_FLAGS", why: "preloads a file" },
  { name: "npm_*", why: "settings that npm put there for its own script" },
  { name: "NPM_CONFIG_*", why: "settings of npm, prefix and registry among them" },
  { name: "PNPM_SCRIPT_SRC_DIR", why: "left by a package manager's script" },
  { name: "INIT_CWD", why: "left by a package manager's script" },
  { name: "LD_*", why: "the dynamic linker loads what it names" },
  { name: "DYLD_*", why: "the dynamic linker loads what it names" },
  { name: "GCONV_PATH", why: "libc loads modules from there" },
  { name: "BASH_ENV", why: "bash runs that file" },
  { name: "BASH_FUNC_*", why: "a shell function in place of a command" },
  { name: "ENV", why: "sh runs that file" },
  { name: "ZDOTDIR", why: "zsh runs files of that folder" },
  { name: "PROMPT_COMMAND", why: "bash runs it" },
  { name: "SHELLOPTS", why: "switches of bash, tracing among them" },
  { name: "BASHOPTS", why: "switches of bash" },
  { name: "PS4", why: "bash expands it, commands included, when it traces" },
  { name: "IFS", why: "changes how shells split words" },
  { name: "PYTHONPATH", why: "places modules are taken from" },
  { name: "PYTHONHOME", why: "places modules are taken from" },
  { name: "PYTHONSTARTUP", why: "python runs that file" },
  { name: "PYTHONBREAKPOINT", why: "python calls what it names" },
  { name: "PERL5DB", why: "perl runs it" },
  { name: "PERL5OPT", why: "preloads a module" },
  { name: "PERL5LIB", why: "places modules are taken from" },
  { name: "PERLLIB", why: "places modules are taken from" },
  { name: "RUBYOPT", why: "preloads a file" },
  { name: "RUBYLIB", why: "places modules are taken from" },
  { name: "GEM_PATH", why: "places modules are taken from" },
  { name: "JAVA_TOOL_OPTIONS", why: "loads an agent library" },
  { name: "_JAVA_OPTIONS", why: "loads an agent library" },
  { name: "JDK_JAVA_OPTIONS", why: "loads an agent library" },
  { name: "DOTNET_STARTUP_HOOKS", why: "loads a library" },
  { name: "LUA_INIT*", why: "lua runs it" },
  { name: "OPENSSL_CONF", why: "loads engines and providers that the file names" },
  { name: "GIT_DIR", why: "git acts on another repository" },
  { name: "GIT_WORK_TREE", why: "git acts on another repository" },
  { name: "GIT_COMMON_DIR", why: "git acts on another repository" },
  { name: "GIT_OBJECT_DIRECTORY", why: "git acts on another repository" },
  { name: "GIT_TEMPLATE_DIR", why: "git copies hooks from there" },
  { name: "GIT_INDEX_FILE", why: "git acts on another repository" },
  { name: "GIT_CONFIG", why: "git runs what the file says" },
  { name: "GIT_CONFIG_*", why: "git runs what the settings say" },
  { name: "GIT_EXEC_PATH", why: "where git takes its programs from" },
  { name: "GIT_SSH", why: "git runs it" },
  { name: "GIT_SSH_COMMAND", why: "git runs it" },
  { name: "GIT_PROXY_COMMAND", why: "git runs it" },
  { name: "GIT_EXTERNAL_DIFF", why: "git runs it" },
  { name: "GIT_ASKPASS", why: "git runs it" },
  { name: "PSModulePath", why: "places modules are taken from" },
  { name: "COLUMNS", why: "the size of the host's window" },
  { name: "LINES", why: "the size of the host's window" },
  { name: "OLDPWD", why: "a folder of the host" },
  { name: "PWD", why: "set to the working directory of the child" },
  { name: "_", why: "the host's own program" },
  { name: "TMPDIR", why: "agents execute caches they find in a shared folder; the plan sets a private one" },
  { name: "TMP", why: "see TMPDIR" },
  { name: "TEMP", why: "see TMPDIR" },
];

/**
 * What a running agent leaves in the environment of what it starts. A child that sees it takes itself for a nested session:
 * it refuses to start, or stops saving its conversation.
 */
export const NESTED_SESSION_NAMES: readonly NameRule[] = [
  { name: "CLAUDECODE", why: "Claude Code refuses to start inside itself" },
  { name: "CLAUDE_CODE_CHILD_SESSION", why: "stops saving the conversation" },
  { name: "CLAUDE_CODE_ENTRYPOINT", why: "how the outer session was started" },
  { name: "CLAUDE_CODE_SESSION_ID", why: "the outer session's id" },
  { name: "CLAUDE_CODE_SSE_PORT", why: "the outer session's editor" },
  { name: "CLAUDE_CODE_EXECPATH", why: "the outer session's program" },
  { name: "CODEX_SANDBOX", why: "marks tools that run inside codex's sandbox" },
  { name: "CODEX_SANDBOX_NETWORK_DISABLED", why: "marks tools that run inside codex's sandbox" },
  { name: "CODEX_THREAD_ID", why: "the outer thread" },
  { name: "GEMINI_CLI", why: "marks tools that run inside the agent" },
  { name: "OPENCODE", why: "marks tools that run inside the agent" },
  { name: "OPENCODE_PID", why: "the outer process" },
  { name: "QWEN_CODE", why: "marks tools that run inside the agent" },
];

/** True when a rule's name stands for this one. */
export function matchesName(pattern: string, name: string, ignoreCase: boolean): boolean {
  const rule = ignoreCase ? pattern.toLowerCase() : pattern;
  const given = ignoreCase ? name.toLowerCase() : name;
  return rule.endsWith("*") ? given.startsWith(rule.slice(0, -1)) : given === rule;
}
