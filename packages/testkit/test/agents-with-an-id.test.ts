import { createHash } from "node:crypto";
import { chmodSync, copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { fakeAgentPath } from "../src/index.js";
import { makeFolder, runHeadless, startInTerminal } from "./start-fake-agent.js";

const ID = "11111111-2222-4333-8444-555555555555";
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/u;

describe("when a fake agent that prints its id runs", () => {
  it.each(["cut-id", "split-utf8", "crash"] as const)("mints one, or repeats the one it resumes: %s", async (name) => {
    const minted = await runHeadless(fakeAgentPath(name), []);
    expect(minted.stdout).toMatch(UUID);
    expect(minted.stdout).not.toContain(ID);
    expect((await runHeadless(fakeAgentPath(name), ["--resume", ID])).stdout).toContain(`session id: ${ID}`);
  });

  it("colours from the character on that was asked for: cut-id", async () => {
    const { stdout } = await runHeadless(fakeAgentPath("cut-id"), ["--resume", ID, "--at", "20", "--colour"]);
    expect(stdout).toContain(`session id: ${ID.slice(0, 8)}\u001b[1m${ID.slice(8)}\u001b[0m\n`);
    const bytes = await runHeadless(fakeAgentPath("cut-id"), ["--resume", ID, "--bytes"]);
    expect(bytes.stdout).toContain(`session id: ${ID}\n`);
    const last = await runHeadless(fakeAgentPath("cut-id"), ["--exit"]);
    expect(last.stdout.indexOf("session id")).toBeGreaterThan(25_000);
  });

  it("says how much of its output was taken: exit-while-writing", async () => {
    const report = join(makeFolder(), "taken");
    const ran = await runHeadless(fakeAgentPath("exit-while-writing"), ["--milliseconds", "20", "--report", report]);
    const counters = ran.stdout.slice(ran.stdout.indexOf("\n") + 1);
    expect(counters.length).toBe(Number(readFileSync(report, "utf8")));
    expect(counters.startsWith("0000000,0000001,")).toBe(true);
  });

  it("waits for the end of its input: read-stdin", async () => {
    const stdin = "typed \u6f22";
    const ran = await runHeadless(fakeAgentPath("read-stdin"), ["--resume", ID], { stdin });
    expect(JSON.parse(ran.stdout)).toEqual({
      bytes: Buffer.byteLength(stdin),
      sha256: createHash("sha256").update(stdin).digest("hex"),
    });
    expect(ran.stderr).toBe(`session id: ${ID}\n`);
  });

  it("leaves two processes that live on: fork-grandchild", async () => {
    const ran = await runHeadless(fakeAgentPath("fork-grandchild"), ["--seconds", "20"]);
    const left = Object.values(JSON.parse(ran.stdout.split("\n")[1] as string) as Record<string, number>);
    onTestFinished(() => {
      for (const pid of left) process.kill(pid, "SIGKILL");
    });
    expect(left).toHaveLength(2);
    for (const pid of left) expect(() => process.kill(pid, 0)).not.toThrow();
  });
});

describe("when arm-paste runs in a terminal", () => {
  it("arms bracketed paste and tells pasted from typed at the first Enter that is no part of a paste", async () => {
    const talk = startInTerminal(fakeAgentPath("arm-paste"), [], makeFolder());
    await talk.waitFor("\u001b[?2004h");
    talk.type("a\u001b[200~one\rtwo\u001b[201~b\r");
    await talk.waitFor("}");
    expect(talk.text()).toContain('{"pasted":["one\\rtwo"],"typed":"ab"}');
    expect(await talk.ended).toBe(0);
  });

  it("never arms it when told so", async () => {
    const talk = startInTerminal(fakeAgentPath("arm-paste"), ["--plain"], makeFolder());
    await talk.waitFor("session id");
    talk.type("a\r");
    expect(await talk.ended).toBe(0);
    expect(talk.text()).not.toContain("2004h");
  });
});

describe("when two-versions is updated in place", () => {
  it("takes the options of one version and refuses those of the other", async () => {
    const folder = makeFolder();
    const file = join(folder, "renamed");
    copyFileSync(fakeAgentPath("two-versions"), file);
    chmodSync(file, 0o755);
    const old = ["--resume", ID, "-p", "--", "hi"];
    const now = ["exec", "resume", "--skip-git-repo-check", ID, "--", "hi"];
    const codes = async () => [(await runHeadless(file, old)).exitCode, (await runHeadless(file, now)).exitCode];
    expect((await runHeadless(file, ["--version"])).stdout).toBe("two-versions 1.9.0\n");
    expect(await codes()).toEqual([0, 2]);
    writeFileSync(join(folder, "version"), "2\n");
    expect((await runHeadless(file, ["--version"])).stdout).toBe("two-versions 2.0.0\n");
    expect(await codes()).toEqual([2, 0]);
    expect(await runHeadless(file, now)).toEqual({
      exitCode: 0,
      stdout: "hi [2.0.0]\n",
      stderr: `session id: ${ID}\n`,
    });
  });
});
