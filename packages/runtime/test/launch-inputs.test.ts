import { readdirSync } from "node:fs";
import type { Agent, InputForm } from "@slipway/manifest";
import { describe, expect, it } from "vitest";
import type { LaunchRequest, McpServer } from "../src/index.js";
import { describePlan, launch, planLaunch, RuntimeError, run } from "../src/index.js";
import { bindNode, codesOf, makeFolder, take } from "./bind-for-test.js";
import { makeAgent, makeCell } from "./make-agent.js";
import { planFor } from "./plan-for-test.js";

const ARGS: Readonly<Record<InputForm, string[]>> = {
  "system-prompt-text": ["--system={VALUE}"],
  "system-prompt-file": ["--system-file={VALUE}"],
  "mcp-file": ["--mcp", "{VALUE}"],
  "image-path": ["-i", "{VALUE}"],
  "any-path": ["--attach={VALUE}"],
};

function taking(...forms: InputForm[]): Agent {
  const inputs = forms.map((takes) => ({ slot: "input", takes, args: ARGS[takes] }) as const);
  return makeAgent({
    launch: {
      headless: { new: makeCell({ parts: [...inputs, { slot: "extra" }, { slot: "prompt" }] }) },
    },
  });
}

function ask(agent: Agent, request: Partial<LaunchRequest>) {
  return planLaunch(agent, { surface: "headless", start: "new", cwd: "/w", tmpdir: "/t", ...request });
}

const SERVERS: Record<string, McpServer> = {
  files: { command: "/usr/bin/files", args: ["--root", "a b"], env: { fromEnv: "x", API_TOKEN: { fromEnv: "TOKEN" } } },
  web: { type: "http", url: "https://mcp.test/x", headers: { Authorization: { fromEnv: "BEARER" }, Accept: "*/*" } },
};
const SECRETS = { TOKEN: 'sec"ret\n1', BEARER: "Bearer sec-2" };

describe("when an agent has no way for an input", () => {
  it.each<[string, Partial<LaunchRequest>]>([
    ["RUNTIME_SYSTEM_PROMPT_UNSUPPORTED", { systemPrompt: "be brief" }],
    ["RUNTIME_MCP_UNSUPPORTED", { mcp: SERVERS }],
    ["RUNTIME_FILE_UNSUPPORTED", { files: ["/a/b.png"] }],
  ])("refuses with %s", (code, request) => {
    expect(codesOf(ask(makeAgent(), request))).toEqual([code]);
  });

  it("tells all of them at once, and nothing of what is empty", () => {
    expect(codesOf(ask(makeAgent(), { systemPrompt: "x", mcp: SERVERS, files: ["/a.png", "/b.txt"] }))).toHaveLength(4);
    expect(take(ask(makeAgent(), { systemPrompt: "", mcp: {}, files: [] })).argv).toEqual([]);
  });

  it("takes pictures where only pictures are taken, each with its own arguments, and no name that would be two", () => {
    const agent = taking("image-path");
    expect(take(ask(agent, { files: ["/a.png", "/b c.JPG"], prompt: "see" })).argv).toEqual([
      "-i",
      "/a.png",
      "-i",
      "/b c.JPG",
      "--",
      "see",
    ]);
    expect(codesOf(ask(agent, { files: ["/a.txt"] }))).toEqual(["RUNTIME_FILE_UNSUPPORTED"]);
    expect(codesOf(ask(agent, { files: ["/a,b.png"] }))).toEqual(["RUNTIME_FILE_UNSUPPORTED"]);
    expect(take(ask(taking("image-path", "any-path"), { files: ["/a,b.png"] })).argv).toEqual(["--attach=/a,b.png"]);
  });
});

describe("when an input is not one", () => {
  const all = taking("system-prompt-file", "mcp-file", "any-path");
  const server = (one: unknown): Partial<LaunchRequest> => ({ mcp: { s: one as McpServer } });
  it.each<[string, Partial<LaunchRequest>]>([
    ["NUL in the system prompt", { systemPrompt: "a\0" }],
    ["half a character", { systemPrompt: "\ud800" }],
    ["a system prompt beyond the limit", { systemPrompt: "x".repeat(1024 * 1024 + 1) }],
    ["a relative file", { files: ["a.txt"] }],
    ["too many files", { files: Array.from({ length: 33 }, (_, index) => `/f${index}`) }],
    ["a server's name", { mcp: { "a b": { command: "/x" } } }],
    [
      "too many servers",
      { mcp: Object.fromEntries(Array.from({ length: 65 }, (_, i) => [`s${i}`, { command: "x" }])) },
    ],
    ["a program of the repository", server({ command: "./mcp" })],
    ["a program that is an option", server({ command: "-x" })],
    ["no program", server({ command: "" })],
    ["a variable's name", server({ command: "/x", env: { "A B": "x" } })],
    ["a secret in plain text", server({ command: "/x", env: { GITHUB_TOKEN: "ghp" } })],
    ["a header with a secret", server({ type: "http", url: "https://x.test", headers: { authorization: "Bearer x" } })],
    ["a key in a header", server({ type: "http", url: "https://x.test", headers: { "X-Api-Key": "x" } })],
    ["a header's name", server({ type: "http", url: "https://x.test", headers: { "a: b\r\n": "x" } })],
    ["an address in the clear", server({ type: "sse", url: "http://x.test" })],
    ["an address with a login", server({ type: "sse", url: "https://u:p@x.test" })],
    ["no address", server({ type: "sse", url: "x" })],
    ["a long text", server({ command: "/x", args: ["x".repeat(8 * 1024 + 1)] })],
    ["too many arguments", server({ command: "/x", args: Array.from({ length: 65 }, () => "x") })],
    ["a variable to read that is none", server({ command: "/x", env: { A: { fromEnv: "B C" } } })],
  ])("refuses %s", (_, request) => {
    const planned = ask(all, request);
    expect(codesOf(planned)).toEqual(["RUNTIME_INPUT_INVALID"]);
    expect(planned.issues[0]?.message).not.toContain("ghp");
  });

  it("takes a server of this machine and a program by its name", () => {
    expect(ask(all, { mcp: { a: { command: "npx" }, b: { type: "http", url: "http://127.0.0.1:9/x" } } }).ok).toBe(
      true,
    );
  });

  it("needs a folder for what goes in a file, and throws for wrong types", () => {
    const { tmpdir: _, ...request } = {
      surface: "headless",
      start: "new",
      cwd: "/w",
      mcp: SERVERS,
      tmpdir: "",
    } as const;
    expect(codesOf(planLaunch(all, request))).toEqual(["RUNTIME_INPUT_INVALID"]);
    for (const wrong of [
      { mcp: [] },
      { mcp: { a: {} } },
      { mcp: { a: { url: "x" } } },
      { files: "x" },
      { systemPrompt: 1 },
    ])
      expect(() => ask(all, wrong as never)).toThrowError(RuntimeError);
  });
});

describe("when inputs reach a real child", () => {
  const SHOW = `
const { readFileSync, statSync } = require("node:fs");
const argv = process.argv.slice(2);
const mcp = argv[argv.indexOf("--mcp") + 1];
const system = argv.find((text) => text.startsWith("--system-file=")).slice(14);
console.log(JSON.stringify({ argv, mcp: JSON.parse(readFileSync(mcp)), system: readFileSync(system, "utf8"),
  modes: [mcp, system].map((path) => statSync(path).mode & 0o777) }));`;
  const agent = taking("system-prompt-file", "mcp-file", "any-path");
  const request = {
    surface: "headless",
    systemPrompt: "-be\u001b brief {MODEL} $&",
    mcp: SERVERS,
    files: ["/a b.txt"],
  } as const;

  it("are private files with the secrets filled in, of which plan and argv hold nothing", async () => {
    const folder = makeFolder();
    const plan = planFor(folder, { ...request, prompt: "go" }, agent);
    const result = await run(plan, { binary: bindNode(folder, SHOW), env: { ...SECRETS, PATH: "/usr/bin" } });
    const seen = JSON.parse(result.stdout.text);
    expect(seen.system).toBe(request.systemPrompt);
    expect(seen.modes).toEqual([0o600, 0o600]);
    expect(seen.mcp).toEqual({
      mcpServers: {
        files: {
          type: "stdio",
          command: "/usr/bin/files",
          args: ["--root", "a b"],
          env: { fromEnv: "x", API_TOKEN: SECRETS.TOKEN },
        },
        web: { type: "http", url: "https://mcp.test/x", headers: { Authorization: SECRETS.BEARER, Accept: "*/*" } },
      },
    });
    expect(seen.argv.slice(-3)).toEqual(["--attach=/a b.txt", "--", "go"]);
    expect(JSON.stringify([plan, seen.argv])).not.toContain("sec");
    expect(plan.notes.join()).toContain("the MCP servers files, web");
    expect(describePlan(plan)).not.toMatch(/brief|mcp\.test|fromEnv/);
    await new Promise((resolve) => setImmediate(resolve));
    expect(readdirSync(folder)).toEqual(["fake"]);
  });

  it("are refused when a variable that a server is given is not set", async () => {
    const folder = makeFolder();
    const plan = planFor(folder, request, agent);
    const refused = await launch(plan, { binary: bindNode(folder, SHOW), env: { TOKEN: "x" } });
    expect(codesOf(refused)).toEqual(["RUNTIME_MCP_VALUE_MISSING"]);
    expect(refused.issues[0]?.message).toContain("BEARER");
    expect(readdirSync(folder)).toEqual(["fake"]);
  });

  it("stand in argv where the agent reads a system prompt there only, and are not shown", () => {
    const plan = take(ask(taking("system-prompt-text"), { systemPrompt: "-be {UUID} brief" }));
    expect(plan.argv).toEqual(["--system=-be {UUID} brief"]);
    expect(describePlan(plan)).toContain("--system=<system prompt of 16 characters>");
    expect(describePlan(plan)).not.toContain("brief");
    expect(take(ask(taking("system-prompt-text", "system-prompt-file"), { systemPrompt: "x" })).files).toHaveLength(1);
  });
});
