import { ENVIRONMENT_SWITCHES as NAMED_BY_FACTS } from "@slipway/manifest";
import { describe, expect, it } from "vitest";
import { buildEnvironment, ENVIRONMENT_SWITCHES, MARKER_NAME, run } from "../src/index.js";
import { bindNode, makeFolder } from "./bind-for-test.js";
import { planFor } from "./plan-for-test.js";

const MARKER = "0".repeat(32);
const HOSTILE = {
  HOME: "/home/u",
  LANG: "C.UTF-8",
  LC_CTYPE: "C",
  ANTHROPIC_API_KEY: "k",
  SECRET_OF_SOMETHING_ELSE: "s",
  NODE_OPTIONS: "--require ./evil.js",
  NODE_PATH: "/x",
  npm_config_prefix: "/x",
  NPM_CONFIG_REGISTRY: "x",
  LD_PRELOAD: "/x.so",
  DYLD_INSERT_LIBRARIES: "x",
  BASH_ENV: "/x",
  ENV: "/x",
  PYTHONPATH: "/x",
  GIT_SSH_COMMAND: "x",
  GIT_CONFIG_COUNT: "1",
  INIT_CWD: "/x",
  TMPDIR: "/tmp",
  CLAUDECODE: "1",
  CLAUDE_CODE_CHILD_SESSION: "1",
  CLAUDE_CODE_ENTRYPOINT: "cli",
  OLDPWD: "/x",
  LATIN: "caf\uFFFD",
  PATH: "node_modules/.bin:/repo/node_modules/.bin:/usr/bin::.:/opt/bin/",
};
const DENIED = Object.keys(HOSTILE).filter(
  (name) => !["HOME", "LANG", "LC_CTYPE", "ANTHROPIC_API_KEY", "SECRET_OF_SOMETHING_ELSE", "PATH"].includes(name),
);

describe("when the child's environment is built", () => {
  const build = (envMode: "clean" | "inherit", platform: NodeJS.Platform = "linux", passEnv: string[] = []) =>
    buildEnvironment(planFor("/t", { surface: "headless", envMode, passEnv }), {
      host: HOSTILE,
      marker: MARKER,
      platform,
    });

  it("passes the table's names and nothing else in clean mode", () => {
    const { env } = build("clean");
    expect(Object.keys(env).sort()).toEqual(
      ["ANTHROPIC_API_KEY", "HOME", "LANG", "LC_CTYPE", MARKER_NAME, "PATH", "PWD", "TEMP", "TMP", "TMPDIR"].sort(),
    );
    expect(env).toMatchObject({ TMPDIR: "/t", TMP: "/t", TEMP: "/t", PWD: "/t", [MARKER_NAME]: MARKER });
  });

  it.each(["clean", "inherit"] as const)("never passes what would run code or mark a nested session (%s)", (mode) => {
    const { env } = build(mode, "linux", DENIED);
    for (const name of DENIED)
      expect([name, env[name] === HOSTILE[name as keyof typeof HOSTILE]]).toEqual([name, false]);
  });

  it("passes the rest in inherit mode and names what it left out, without values", () => {
    const { env, dropped } = build("inherit");
    expect(env["SECRET_OF_SOMETHING_ELSE"]).toBe("s");
    expect(dropped.map(({ name }) => name)).toEqual(expect.arrayContaining(["NODE_OPTIONS", "CLAUDECODE", "LATIN"]));
    expect(JSON.stringify(dropped)).not.toContain("evil.js");
  });

  it("passes a name the caller adds", () => {
    expect(build("clean", "linux", ["SECRET_OF_SOMETHING_ELSE"]).env["SECRET_OF_SOMETHING_ELSE"]).toBe("s");
  });

  it("cleans PATH of relative, empty and package-runner entries, and puts the interpreter's folder last", () => {
    expect(build("clean").env["PATH"]).toBe("/usr/bin:/opt/bin/");
    const plan = planFor("/t", { surface: "headless" });
    const with_ = (PATH: string) =>
      buildEnvironment(plan, { host: { PATH }, marker: MARKER, platform: "linux", interpreterFolder: "/n/bin" }).env[
        "PATH"
      ];
    expect(with_("/usr/bin")).toBe("/usr/bin:/n/bin");
    expect(with_("./x")).toBe("/usr/local/bin:/usr/bin:/bin:/n/bin");
  });

  it("compares names without regard to case on Windows only", () => {
    const plan = planFor("/t", { surface: "headless", envMode: "inherit" });
    const host = { Node_Options: "x", systemroot: "C" };
    expect(buildEnvironment(plan, { host, marker: MARKER, platform: "win32" }).env["Node_Options"]).toBeUndefined();
    expect(buildEnvironment(plan, { host, marker: MARKER, platform: "linux" }).env["Node_Options"]).toBe("x");
  });

  it("keeps the markers of outer sessions, bounded, and takes no other value for one", () => {
    const plan = planFor("/t", { surface: "headless" });
    const chain = (outer: string) =>
      buildEnvironment(plan, { host: { [MARKER_NAME]: outer }, marker: MARKER, platform: "linux" }).env[MARKER_NAME];
    const outer = "a".repeat(32);
    expect(chain(outer)).toBe(`${outer},${MARKER}`);
    expect(chain("../../evil")).toBe(MARKER);
    expect(chain(Array.from({ length: 8 }, () => outer).join(","))?.split(",")).toHaveLength(8);
  });

  it("is what a real child sees", async () => {
    const folder = makeFolder();
    const binary = bindNode(folder, "console.log(JSON.stringify(process.env))");
    const result = await run(planFor(folder, { surface: "headless" }), { binary, env: HOSTILE });
    const seen = JSON.parse(result.stdout.text) as Record<string, string>;
    expect(Object.keys(seen)).not.toEqual(expect.arrayContaining(["NODE_OPTIONS"]));
    expect(seen).toMatchObject({ HOME: "/home/u", TMPDIR: folder, PWD: folder });
  });
});

it("knows every switch that facts can name", () => {
  expect(ENVIRONMENT_SWITCHES).toEqual(expect.arrayContaining([...NAMED_BY_FACTS]));
});
