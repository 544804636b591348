import { describe, expect, it } from "vitest";
import { launch, planSignIn, planVersion, RuntimeError, run } from "../src/index.js";
import { bindNode, codesOf, makeFolder, take } from "./bind-for-test.js";
import { makeAgent } from "./make-agent.js";
import { readBytes } from "./read-output.js";

const program = { names: ["gh"], prefix: ["bird"], searchPaths: [], envVar: "X" };
const SHOW = "console.log(JSON.stringify({ argv: process.argv.slice(2), env: process.env }))";

describe("when an agent is asked for its version", () => {
  it("runs with the prefix, without anything of the host's environment", async () => {
    const folder = makeFolder();
    const plan = take(planVersion(makeAgent({ program, version: ["--version"] }), { cwd: folder, tmpdir: folder }));
    expect(plan).toMatchObject({ surface: "probe", argv: ["bird", "--version"], transport: { via: "none" } });
    const result = await run(plan, { binary: bindNode(folder, SHOW), env: { SECRET: "s", HOME: "/other" } });
    const seen = JSON.parse(result.stdout.text);
    expect(seen.argv).toEqual(["bird", "--version"]);
    expect(seen.env).toMatchObject({ HOME: folder, TMPDIR: folder });
    expect(seen.env).not.toHaveProperty("SECRET");
  });

  it("is refused where nobody has said how, and where there is no program", () => {
    const wishes = { cwd: "/w", tmpdir: "/t" };
    expect(codesOf(planVersion(makeAgent(), wishes))).toEqual(["RUNTIME_VERSION_UNSUPPORTED"]);
    const engine = { kind: "chat", endpoint: "openai-chat", aiSettings: false } as const;
    expect(codesOf(planVersion(makeAgent({ engine, version: ["-v"] }), wishes))).toEqual([
      "RUNTIME_VERSION_UNSUPPORTED",
    ]);
    expect(() => planVersion(makeAgent(), { cwd: "w", tmpdir: "/t" })).toThrowError(RuntimeError);
  });
});

describe("when a person signs in", () => {
  it("runs the declared arguments in a terminal, with no provider's key beside it", async () => {
    const folder = makeFolder();
    const agent = makeAgent({ program, signIn: { args: ["auth", "login"] }, environment: ["no-autoupdate"] });
    const plan = take(planSignIn(agent, { cwd: folder, tmpdir: folder }));
    const env = { ...process.env, ANTHROPIC_API_KEY: "k", EDITOR: "vi" };
    const session = take(await launch(plan, { binary: bindNode(folder, SHOW), env }));
    const output = (await readBytes(session.output)).toString();
    expect(output).toContain('"argv":["bird","auth","login"]');
    expect(output).toContain("EDITOR");
    expect(output).toContain("DISABLE_AUTOUPDATER");
    expect(output).not.toContain("ANTHROPIC_API_KEY");
    await session.ended;
  });

  it("is the bare program where its own screens lead there, and refused where nobody has said", () => {
    expect(take(planSignIn(makeAgent({ signIn: { args: [] } }), { cwd: "/w" })).argv).toEqual([]);
    expect(codesOf(planSignIn(makeAgent(), { cwd: "/w" }))).toEqual(["RUNTIME_SIGN_IN_UNSUPPORTED"]);
  });
});
