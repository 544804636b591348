import { describe, expect, it } from "vitest";
import type { LaunchRequest } from "../src/index.js";
import {
  buildEnvironment,
  NEVER_INHERITED,
  PASSED_NAMES,
  PROVIDER_NAMES,
  PROVIDERS,
  planLaunch,
  RuntimeError,
  run,
} from "../src/index.js";
import { bindNode, codesOf, makeFolder } from "./bind-for-test.js";
import { makeAgent } from "./make-agent.js";
import { planFor } from "./plan-for-test.js";

const MARKER = "0".repeat(32);

function ask(request: Partial<LaunchRequest>, agent = makeAgent()) {
  return planLaunch(agent, { surface: "headless", start: "new", cwd: "/w", tmpdir: "/t", ...request });
}

function build(
  host: Record<string, string>,
  request: Partial<LaunchRequest> = {},
  platform: NodeJS.Platform = "linux",
) {
  return buildEnvironment(planFor("/t", { surface: "headless", ...request }), { host, marker: MARKER, platform });
}

describe("when the tables of names are read", () => {
  const passed = [...PASSED_NAMES, ...PROVIDER_NAMES].map(({ name }) => name);
  it.each(
    "HOME USER LOGNAME SHELL PATH TERM COLORTERM LANG LC_* TZ XDG_* SSH_AUTH_SOCK DBUS_SESSION_BUS_ADDRESS DISPLAY WAYLAND_DISPLAY HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY http_proxy https_proxy all_proxy no_proxy SSL_CERT_FILE NODE_EXTRA_CA_CERTS SystemRoot USERPROFILE APPDATA LOCALAPPDATA PATHEXT ComSpec CLAUDE_CONFIG_DIR CODEX_HOME ANTHROPIC_* OPENAI_* AWS_*".split(
      " ",
    ),
  )("passes %s", (name) => {
    expect(passed).toContain(name);
  });

  it.each(
    "NODE_OPTIONS NODE_PATH npm_* INIT_CWD LD_* DYLD_* BASH_ENV ENV PYTHONPATH PERL5OPT RUBYOPT JAVA_TOOL_OPTIONS GIT_DIR GIT_CONFIG_* GIT_SSH_COMMAND".split(
      " ",
    ),
  )("never inherits %s", (name) => {
    expect(NEVER_INHERITED.map((rule) => rule.name)).toContain(name);
  });
});

describe("when a preset or a user sets variables", () => {
  const denied =
    "PATH PATHEXT NODE_OPTIONS BUN_OPTIONS DENO_FLAGS LD_PRELOAD LD_LIBRARY_PATH LD_AUDIT DYLD_INSERT_LIBRARIES DYLD_LIBRARY_PATH DYLD_FRAMEWORK_PATH PYTHONSTARTUP PYTHONPATH PERL5OPT RUBYOPT GEM_PATH PSModulePath COMSPEC SHELL IFS BASH_ENV ENV PROMPT_COMMAND DATABASE_URL PGHOST PGPORT PGUSER PGDATABASE PGPASSWORD GIT_SSH_COMMAND HTTPS_PROXY JAVA_TOOL_OPTIONS SLIPWAY_SESSION_MARKER TMPDIR CLAUDECODE".split(
      " ",
    );
  it.each(denied)("refuses %s in any spelling", (name) => {
    for (const spelling of [name, name.toLowerCase(), name.toUpperCase()])
      expect([spelling, codesOf(ask({ setEnv: { [spelling]: "x" } }))]).toEqual([spelling, ["RUNTIME_ENV_REFUSED"]]);
  });

  it.each([
    ["a-b", "x"],
    ["1A", "x"],
    ["A=B", "x"],
    ["", "x"],
    ["__proto__ ", "x"],
    ["GOOD", "a\0b"],
    ["GOOD", "\ud800"],
    ["GOOD", "x".repeat(32 * 1024 + 1)],
    ["OPENAI_API_KEY", "k"],
    ["gh_token", "k"],
    ["DB_PASSWORD", "k"],
  ])("refuses %j", (name, value) => {
    const planned = ask({ setEnv: { [name]: value } });
    expect(codesOf(planned)).toEqual(["RUNTIME_ENV_REFUSED"]);
    expect(JSON.stringify(planned.issues).length).toBeLessThan(600);
  });

  it("tells all problems at once, and twins that Windows takes for one", () => {
    const setEnv = { Good: "1", GOOD: "2", PATH: "/x", "a-b": "y" };
    expect(codesOf(ask({ setEnv, model: "-x" }))).toEqual([
      "RUNTIME_MODEL_INVALID",
      ...Array.from({ length: 3 }, () => "RUNTIME_ENV_REFUSED"),
    ]);
    expect(codesOf(ask({ setEnv: Object.fromEntries(Array.from({ length: 257 }, (_, i) => [`A${i}`, ""])) }))).toEqual([
      "RUNTIME_ENV_REFUSED",
    ]);
    expect(() => ask({ setEnv: { A: 1 } as never })).toThrowError(RuntimeError);
  });

  it("reach a real child, over a switch of the catalog and over the host, MAX_TOKENS among them", async () => {
    const folder = makeFolder();
    const setEnv = { ANTHROPIC_BASE_URL: "http://127.0.0.1:1", DISABLE_TELEMETRY: "0", MAX_TOKENS: "9", LANG: "de" };
    const plan = planFor(folder, { surface: "headless", setEnv }, makeAgent({ environment: ["no-telemetry"] }));
    const binary = bindNode(folder, "console.log(JSON.stringify(process.env))");
    const result = await run(plan, { binary, env: { ANTHROPIC_BASE_URL: "http://other", PATH: "/usr/bin" } });
    const seen = JSON.parse(result.stdout.text) as Record<string, string>;
    expect(seen).toMatchObject({ ...setEnv, TMPDIR: folder, DO_NOT_TRACK: "1", LC_CTYPE: "C.UTF-8" });
  });
});

describe("when no UTF-8 locale is set", () => {
  it.each<[string, Record<string, string>, string | undefined]>([
    ["nothing", {}, "C.UTF-8"],
    ["empty values", { LC_ALL: "", LC_CTYPE: "", LANG: "" }, "C.UTF-8"],
    ["C", { LANG: "C" }, "C.UTF-8"],
    ["latin1", { LANG: "de_DE.ISO-8859-1" }, "C.UTF-8"],
    ["a ctype over a good LANG", { LANG: "C.UTF-8", LC_CTYPE: "POSIX" }, "C.UTF-8"],
    ["LANG", { LANG: "en_US.utf8" }, undefined],
    ["LC_CTYPE", { LANG: "C", LC_CTYPE: "en_US.UTF-8" }, "en_US.UTF-8"],
    ["LC_ALL", { LANG: "C", LC_ALL: "de_DE.UTF-8" }, undefined],
    ["LC_ALL of another encoding, the user's own word", { LC_ALL: "C" }, undefined],
  ])("%s", (_, host, ctype) => {
    const { env, repaired } = build(host);
    expect(env["LC_CTYPE"]).toBe(ctype);
    expect(env["LC_ALL"]).toBe(host["LC_ALL"]);
    expect(env["LANG"]).toBe(host["LANG"]);
    expect(repaired.map(({ name }) => name)).toEqual(ctype === "C.UTF-8" ? ["LC_CTYPE"] : []);
  });

  it("is told as macOS knows it, and not on Windows", () => {
    expect(build({}, {}, "darwin").env["LC_CTYPE"]).toBe("UTF-8");
    expect(build({}, {}, "win32").repaired).toEqual([]);
  });

  it("makes a real program read UTF-8", async () => {
    const folder = makeFolder();
    const binary = bindNode(
      folder,
      `console.log(require("node:child_process").execFileSync("/usr/bin/locale", ["charmap"]).toString())`,
    );
    const host = { PATH: "/usr/bin:/bin", LANG: "C" };
    expect((await run(planFor(folder, { surface: "headless" }), { binary, env: host })).stdout.text.trim()).toBe(
      "UTF-8",
    );
  });
});

describe("when the launch says who pays", () => {
  const keys = {
    ANTHROPIC_API_KEY: "a",
    OPENAI_API_KEY: "o",
    GEMINI_API_KEY: "g",
    AWS_PROFILE: "w",
    XAI_API_KEY: "x",
    GH_TOKEN: "t",
  };
  const reach = (request: Partial<LaunchRequest>) =>
    Object.keys(build(keys, request).env).filter((name) => name in keys);

  it.each(["clean", "inherit"] as const)("passes the logins of the named providers only (%s)", (envMode) => {
    expect(reach({ envMode })).toEqual(Object.keys(keys));
    expect(reach({ envMode, providers: [] })).toEqual(["GH_TOKEN"]);
    expect(reach({ envMode, providers: ["anthropic", "xai"] })).toEqual([
      "ANTHROPIC_API_KEY",
      "XAI_API_KEY",
      "GH_TOKEN",
    ]);
    expect(reach({ envMode, providers: [], passEnv: ["OPENAI_API_KEY"] })).toEqual(["GH_TOKEN"]);
  });

  it("names what it left out, and knows every provider", () => {
    const { dropped } = build(keys, { envMode: "inherit", providers: ["google"] });
    expect(dropped).toContainEqual({ name: "OPENAI_API_KEY", why: "not wanted in this launch" });
    expect(new Set(PROVIDER_NAMES.map(({ provider }) => provider))).toEqual(new Set(PROVIDERS));
    expect(() => ask({ providers: ["acme"] as never })).toThrowError(RuntimeError);
  });
});

describe("when names differ by case only", () => {
  it("gives Windows each variable once, the plan's own before the host's", () => {
    const host = { Path: "C:\\one", PATH: "C:\\two", Editor: "a", EDITOR: "b", disable_telemetry: "0" };
    const plan = planFor(
      "/t",
      { surface: "headless", envMode: "inherit" },
      makeAgent({ environment: ["no-telemetry"] }),
    );
    const { env, dropped } = buildEnvironment(plan, { host, marker: MARKER, platform: "win32" });
    const names = Object.keys(env).map((name) => name.toLowerCase());
    expect(names).toHaveLength(new Set(names).size);
    expect(env).toMatchObject({ Path: "C:\\one", Editor: "a", DISABLE_TELEMETRY: "1" });
    expect(dropped.map(({ name }) => name)).toEqual(expect.arrayContaining(["PATH", "EDITOR"]));
    expect(build({ Editor: "a", EDITOR: "b" }, { envMode: "inherit" }).env).toMatchObject({ Editor: "a", EDITOR: "b" });
  });
});
