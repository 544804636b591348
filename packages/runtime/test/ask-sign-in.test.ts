import { readdirSync } from "node:fs";
import type { SignInStatus } from "@slipway/manifest";
import { SIGN_IN_QUESTIONS } from "@slipway/manifest";
import { describe, expect, it } from "vitest";
import { askSignIn } from "../src/index.js";
import { bindNode, codesOf, makeFolder } from "./bind-for-test.js";

/** Asks a program whose arguments decide what it does; any others end it with 64. */
function ask(asked: SignInStatus["asked"] | undefined, body: string, env: Record<string, string> = { HOME: "/h" }) {
  const folder = makeFolder();
  const expected = JSON.stringify(asked === "auth-status" ? ["auth", "status"] : ["login", "status"]);
  const guard = `if (JSON.stringify(process.argv.slice(2)) !== '${expected}') process.exit(64);`;
  const agent = { id: "fake", ...(asked === undefined ? {} : { signInStatus: { asked } }) };
  return askSignIn(bindNode(folder, `${guard}\n${body}`), agent, { stateDir: folder, env, timeoutMs: 1_000 });
}
const says = (text: string, code: number, stream = "log") =>
  `console.${stream}(${JSON.stringify(text)}); process.exitCode = ${code};`;

describe("when a program is asked whether somebody is signed in", () => {
  it.each<[SignInStatus["asked"], string, boolean]>([
    ["auth-status", says('{ "loggedIn": true, "authMethod": "api_key" }', 0), true],
    ["auth-status", says('{ "loggedIn": false, "authMethod": "none" }', 1), false],
    ["login-status", says("API key configured - sk-obvio***-test", 0, "error"), true],
    ["login-status", says("WARNING: something\nNot logged in", 1, "error"), false],
    ["login-status", says("Not logged in", 1), false],
  ])("takes the answer of %s: %s", async (asked, body, signedIn) => {
    expect(await ask(asked, body)).toMatchObject({ ok: true, value: { signedIn }, issues: [] });
  });

  it.each<[string, SignInStatus["asked"] | undefined, string]>([
    ["nobody has said how", undefined, says("{}", 0)],
    ["the object lacks the member", "auth-status", says("{}", 0)],
    ["the member is a word", "auth-status", says('{ "loggedIn": "false" }', 0)],
    ["it prints null", "auth-status", says("null", 0)],
    ["it prints a page", "auth-status", says("<html>", 0)],
    ["it fails in another way", "auth-status", says('{ "loggedIn": true }', 2)],
    ["it fails in other words", "login-status", says("error: unrecognized subcommand 'status'", 1, "error")],
    ["the words stand in a line of others", "login-status", says("error: Not logged in to a terminal", 1, "error")],
    ["it crashes", "login-status", "process.kill(process.pid, 'SIGKILL');"],
    ["it does not end", "auth-status", "setInterval(() => {}, 1_000);"],
  ])("does not know when %s", async (_what, asked, body) => {
    const result = await ask(asked, body);
    expect(codesOf(result)).toEqual(["RUNTIME_SIGN_IN_UNKNOWN"]);
    expect(result.issues[0]?.severity).toBe("info");
  });

  it("repeats nothing of what the program prints, which can hold a part of the key", async () => {
    for (const code of [0, 1, 2])
      expect(JSON.stringify(await ask("login-status", says("key sk-obviously-fake", code)))).not.toContain("sk-");
  });

  it("lets it see the key that may be the sign-in, no other secret, and leaves nothing behind", async () => {
    const folder = makeFolder();
    const body = `const { env } = process;
      console.log(JSON.stringify({ loggedIn: env.ANTHROPIC_API_KEY === "k" && env.OTHER_SECRET === undefined && env.HOME === "/h" &&
        process.cwd() === ${JSON.stringify(folder)} && env.NODE_OPTIONS === undefined }));`;
    const env = { HOME: "/h", ANTHROPIC_API_KEY: "k", OTHER_SECRET: "s", NODE_OPTIONS: "--require ./x.js" };
    const agent = { id: "fake", signInStatus: { asked: "auth-status" as const } };
    const asked = await askSignIn(bindNode(folder, body), agent, { stateDir: folder, env });
    expect(asked).toMatchObject({ ok: true, value: { signedIn: true } });
    expect(readdirSync(folder)).toEqual(["fake"]);
  });

  it("has a reader for each question that facts can name", async () => {
    for (const asked of SIGN_IN_QUESTIONS) expect(codesOf(await ask(asked, says("?", 9)))).toHaveLength(1);
  });
});
