import { readdirSync } from "node:fs";
import type { Agent, Delivery } from "@slipway/manifest";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LaunchRequest } from "../src/index.js";
import { describePlan, launch, planLaunch, run } from "../src/index.js";
import { bindNode, codesOf, makeFolder, take } from "./bind-for-test.js";
import { makeAgent, makeCell } from "./make-agent.js";
import { planFor } from "./plan-for-test.js";
import { readBytes } from "./read-output.js";

const after: Delivery = { via: "argv", args: ["--", "{PROMPT}"], dash: "safe", sigils: "" };
const valued: Delivery = { via: "argv", args: ["--prompt", "{PROMPT}"], dash: "refuse", sigils: "" };
const joined: Delivery = { via: "argv", args: ["--prompt={PROMPT}"], dash: "safe", sigils: "!" };
const stdin: Delivery = { via: "stdin", args: ["-"], sigils: "" };
const paste: Delivery = { via: "paste", sigils: "!/" };
const file: Delivery = { via: "file", args: ["--prompt-file={VALUE}", "--end"], sigils: "" };

function agentWith(...deliveries: Delivery[]): Agent {
  const cell = makeCell({ prompt: { need: "optional", deliveries } });
  return makeAgent({ launch: { headless: { new: cell }, pty: { new: cell } } });
}

function ask(deliveries: Delivery[], request: Partial<LaunchRequest>) {
  return planLaunch(agentWith(...deliveries), {
    surface: "headless",
    start: "new",
    cwd: "/w",
    tmpdir: "/t",
    platform: "linux",
    ...request,
  });
}

describe("when the way of a prompt is chosen", () => {
  it.each<[string, Delivery[], string, string, string]>([
    ["the only way", [after], "--yolo", "argv", "only way"],
    ["the first of several", [joined, stdin], "hi", "argv", "first of the ways"],
    ["a dash behind an option", [valued, joined], "-x", "argv", "begins with -"],
    ["a sigil", [joined, paste, stdin], "!ls", "stdin", "not by paste"],
    ["the size", [after, stdin], "x".repeat(131_072), "stdin", "131071 bytes"],
    ["a carriage return", [paste, file], "a\rb", "file", "control characters"],
    ["nothing given", [after], "", "none", "no prompt"],
  ])("decides by %s and says why", (_, deliveries, prompt, via, why) => {
    const { transport } = take(ask(deliveries, { prompt }));
    expect(transport.via).toBe(via);
    expect(transport.reason).toContain(why);
  });

  it("says of every way why it cannot be", () => {
    const refused = planLaunch(agentWith(valued, { ...joined, sigils: "-" }, paste, file), {
      surface: "headless",
      start: "new",
      cwd: "/w",
      prompt: "-!\u001b",
    });
    expect(codesOf(refused)).toEqual(["RUNTIME_PROMPT_UNDELIVERABLE"]);
    for (const why of ["read as an option", "is a command", "control characters", "no private temporary folder"])
      expect(refused.issues[0]?.message).toContain(why);
  });

  it("takes another way when argv as a whole is too long, and only then", () => {
    const extraArgs = Array.from({ length: 18 }, () => "x".repeat(110_000));
    const prompt = "y".repeat(120_000);
    const plan = take(ask([after, stdin], { prompt, extraArgs }));
    expect(plan.transport).toMatchObject({ via: "stdin" });
    expect(codesOf(ask([after], { prompt, extraArgs }))).toEqual(["RUNTIME_PROMPT_UNDELIVERABLE"]);
    const tooMany = [...extraArgs, "x".repeat(120_000)];
    expect(codesOf(ask([after, stdin], { prompt, extraArgs: tooMany }))).toEqual(["RUNTIME_ARGV_TOO_LONG"]);
  });
});

describe("when the command line is one of Windows", () => {
  const windows = (prompt: string, deliveries: Delivery[] = [after]) => ask(deliveries, { prompt, platform: "win32" });
  // 32,766 units, 800 of them for the program, 3 for `--`, 1 blank.
  const ROOM = 32_766 - 800 - 3 - 1;

  it("counts UTF-16 units, quotes and doubled backslashes", () => {
    expect(take(windows("x".repeat(ROOM))).transport.via).toBe("argv");
    expect(codesOf(windows("x".repeat(ROOM + 1)))).toEqual(["RUNTIME_PROMPT_UNDELIVERABLE"]);
    expect(take(windows("é".repeat(ROOM))).transport.via).toBe("argv");
    expect(codesOf(windows(` ${"x".repeat(ROOM - 2)}`))).toEqual(["RUNTIME_PROMPT_UNDELIVERABLE"]);
    expect(take(windows(` ${"x".repeat(ROOM - 3)}`)).transport.via).toBe("argv");
    expect(codesOf(windows('"'.repeat(ROOM / 2)))).toEqual(["RUNTIME_PROMPT_UNDELIVERABLE"]);
    expect(take(windows('"'.repeat(ROOM / 2 - 1))).transport.via).toBe("argv");
  });

  it("sends a longer one by input", () => {
    expect(take(windows("x".repeat(ROOM + 1), [after, stdin])).transport).toMatchObject({
      via: "stdin",
      reason: expect.stringContaining("32766"),
    });
  });
});

describe("when a prompt goes in a file", () => {
  const SHOW = `
const fs = require("node:fs");
const path = process.argv[2].split("=")[1];
const stat = fs.statSync(path);
const folder = fs.statSync(require("node:path").dirname(path));
console.log(JSON.stringify({
  argv: process.argv.slice(2), path, text: fs.readFileSync(path, "utf8"), mode: stat.mode & 0o777, folder: folder.mode & 0o777,
}));`;

  it("is a private file of this launch alone, whole, and gone afterwards", async () => {
    const folder = makeFolder();
    const prompt = `--yolo \u001b ${"é".repeat(200_000)}\r\n`;
    const plan = planFor(folder, { surface: "headless", prompt, extraArgs: [] }, agentWith(file));
    const binary = bindNode(folder, SHOW);
    const seen = [await run(plan, { binary }), await run(plan, { binary })].map(({ stdout }) =>
      JSON.parse(stdout.text),
    );
    for (const one of seen) {
      expect(one).toMatchObject({ text: prompt, mode: 0o600, folder: 0o700 });
      expect(one.argv).toEqual([`--prompt-file=${one.path}`, "--end"]);
    }
    expect(seen[0].path).not.toBe(seen[1].path);
    await new Promise((resolve) => setImmediate(resolve));
    expect(readdirSync(folder)).toEqual(["fake"]);
    expect(JSON.stringify(plan.argv)).not.toContain("yolo");
    expect(describePlan(plan)).not.toContain("yolo");
  });

  it("leaves none behind when the start fails, and in a terminal", async () => {
    const folder = makeFolder();
    const plan = planFor(folder, { surface: "headless", prompt: "p" }, agentWith(file));
    const binary = bindNode(folder, SHOW);
    expect((await launch({ ...plan, wrap: ["/nonexistent"] }, { binary })).ok).toBe(false);
    expect(readdirSync(folder)).toEqual(["fake"]);
    const session = take(await launch(planFor(folder, { surface: "pty", prompt: "p" }, agentWith(file)), { binary }));
    expect((await readBytes(session.output)).toString()).toContain('"text":"p"');
    await session.ended;
    await new Promise((resolve) => setImmediate(resolve));
    expect(readdirSync(folder)).toEqual(["fake"]);
  });

  it("is refused where the folder cannot be written", async () => {
    const folder = makeFolder();
    const plan = planFor(folder, { surface: "headless", prompt: "p" }, agentWith(file));
    const binary = bindNode(folder, SHOW);
    const long = { ...plan, files: plan.files.map((one) => ({ ...one, name: "x".repeat(300) })) };
    const refused = await launch(long, { binary });
    expect(codesOf(refused)).toEqual(["RUNTIME_FILE_UNWRITABLE"]);
    expect(readdirSync(folder)).toEqual(["fake"]);
  });
});

describe("when a prompt is any text at all", () => {
  it("is delivered whole by the chosen way, or refused: never cut, never changed", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", minLength: 1, maxLength: 40 }),
        fc.shuffledSubarray([after, valued, joined, stdin, paste, file], { minLength: 1 }),
        (prompt, deliveries) => {
          const planned = ask(deliveries, { prompt });
          if (!planned.ok) return;
          const { argv, stdin: input, paste: pasted, files } = planned.value;
          const whole = [argv.at(-1), argv.at(-1)?.slice("--prompt=".length), input, pasted, files[0]?.text[0]];
          expect(whole).toContain(prompt);
        },
      ),
    );
  });
});
