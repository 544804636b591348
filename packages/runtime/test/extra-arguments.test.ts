import type { Agent } from "@slipway/manifest";
import { describe, expect, it } from "vitest";
import type { LaunchRequest } from "../src/index.js";
import { planLaunch } from "../src/index.js";
import { codesOf, take } from "./bind-for-test.js";
import { makeAgent, makeCell } from "./make-agent.js";

const ID = "11111111-1111-4111-8111-111111111111";

function makeBird(applied: boolean): Agent {
  const options = [
    { slot: "model" as const, args: ["-m", "{MODEL}"] },
    { slot: "approval" as const, bypass: ["--fly"], ask: ["--perch=yes"], plan: ["-P"], inherits: false },
    { slot: "extra" as const },
    { slot: "prompt" as const },
  ];
  const make = (...args: string[]) => makeCell({ parts: [{ slot: "args", args }, ...options] });
  return makeAgent({
    facts: { applied },
    program: { names: ["codex"], prefix: [], searchPaths: [], envVar: "X" },
    model: { accepts: "any", list: [] },
    launch: {
      headless: {
        new: { ...make("--session-id", "{UUID}"), target: "own-id" },
        resume: { ...make("--resume={UUID}"), target: "id" },
      },
      pty: {
        new: make(),
        resume: { ...make("resume", "{UUID}"), target: "id" },
        continue: { ...make("--continue"), target: "last-in-folder" },
      },
    },
  });
}

function ask(extraArgs: string[], request: Partial<LaunchRequest> = {}, applied = false) {
  return planLaunch(makeBird(applied), {
    surface: "headless",
    start: "new",
    cwd: "/w",
    tmpdir: "/t",
    mintId: () => ID,
    extraArgs,
    ...request,
  });
}

describe("when the user's own arguments say what the launch says", () => {
  it.each([
    ["the agent's own bypass", "--fly"],
    ["with a value", "--fly=1"],
    ["another mode of it", "--perch=no"],
    ["a short one with its value", "-Pno"],
    ["a bypass of the table", "--yolo"],
    ["a sandbox of the table", "--sandbox=danger-full-access"],
    ["a short one of this program", "-sdanger-full-access"],
    ["the id of a new conversation", "--session-id"],
    ["a conversation to resume", `--resume=${ID}`],
    ["the newest conversation", "--continue"],
    ["the model", "-m"],
    ["the model, with its value", "-mbig"],
    ["a sub-command, which would resume", "resume"],
    ["the end of the options", "--"],
    ["NUL", "a\0b"],
  ])("refuses %s", (_, argument) => {
    expect(codesOf(ask(["--fine", argument]))).toEqual(["RUNTIME_EXTRA_ARGS_REFUSED"]);
  });

  it("lets a permission option through once the bypass was asked for, and nothing else", () => {
    expect(take(ask(["--yolo", "-s", "x"], { approval: "bypass" })).argv).toContain("--yolo");
    expect(codesOf(ask(["--resume=x"], { approval: "bypass" }))).toEqual(["RUNTIME_EXTRA_ARGS_REFUSED"]);
  });

  it("tells each of them, whatever the start", () => {
    const resume = { start: "resume", sessionId: ID, prompt: "p" } as const;
    expect(codesOf(ask(["--fly", "-m", "--session-id", "x"], resume))).toHaveLength(3);
    expect(codesOf(ask(Array.from({ length: 257 }, () => "a")))).toEqual(["RUNTIME_EXTRA_ARGS_REFUSED"]);
  });

  it("lets what can set anything through and says so, and takes no value for an option", () => {
    const plan = take(ask(["-c", "model_reasoning_effort=high", "fly", "m", "--permissive", "", "--with=resume"]));
    expect(plan.argv.slice(-7)).toEqual([
      "-c",
      "model_reasoning_effort=high",
      "fly",
      "m",
      "--permissive",
      "",
      "--with=resume",
    ]);
    expect(plan.notes.join("\n")).toContain("-c can change");
    expect(take(ask(["--verbose"])).notes).toEqual([]);
    expect(take(ask(["-cmodel_key=s3cret", "--api-key=s3cret"])).notes.join("\n")).toMatch(
      /-c can[\s\S]*--api-key can/,
    );
    expect(take(ask(["-cmodel_key=s3cret", "--api-key=s3cret"])).notes.join("\n")).not.toContain("s3cret");
    expect(take(ask(["--sandbox"], {}, true)).notes.join("\n")).toContain("--sandbox can change");
  });
});

describe("when placeholders of the workspace are filled", () => {
  const agent = makeAgent({
    sessionId: { minter: "host", reuse: "refused" },
    launch: {
      headless: Object.fromEntries(
        (["new", "resume"] as const).map((start) => [
          start,
          makeCell({
            parts: [
              {
                slot: "args",
                args: [
                  "--w={WORKSPACE_ID}",
                  "--n={WORKSPACE_NAME}",
                  "--s={WORKSPACE_SLUG}",
                  "--p={WORKSPACE_PATH}",
                  "--b={BRANCH}",
                  "--port={PORT}",
                  "--id={UUID}",
                ],
              },
            ],
            target: start === "new" ? "own-id" : "id",
          }),
        ]),
      ),
    },
  });
  const fill = (request: Partial<LaunchRequest>) =>
    planLaunch(agent, { surface: "headless", start: "new", cwd: "/w", tmpdir: "/t", mintId: () => ID, ...request });
  const rest = { name: "Öl & {UUID} x", branch: "f/{MODEL}", port: 0 };

  it("takes the host's own values, in one pass", () => {
    expect(take(fill({ workspace: { id: "w1", path: "/p q", ...rest } })).argv).toEqual([
      "--w=w1",
      "--n=Öl & {UUID} x",
      "--s=l-uuid-x",
      "--p=/p q",
      "--b=f/{MODEL}",
      "--port=0",
      `--id=${ID}`,
    ]);
  });

  it("takes the session's id and the working directory where the host gives none, the same on resume", () => {
    const first = take(fill({ workspace: rest })).argv;
    const again = take(fill({ start: "resume", sessionId: ID, workspace: rest })).argv;
    expect(first.slice(0, 1)).toEqual([`--w=${ID}`]);
    expect(first[3]).toBe("--p=/w");
    expect(again).toEqual(first);
  });

  it("never leaves a placeholder standing", () => {
    expect(new Set(codesOf(fill({})))).toEqual(new Set(["PLACEHOLDER_UNSET"]));
  });
});
