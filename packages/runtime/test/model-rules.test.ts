import type { Agent, ModelRule } from "@slipway/manifest";
import { describe, expect, it } from "vitest";
import type { LaunchRequest } from "../src/index.js";
import { modelChoices, planLaunch } from "../src/index.js";
import { makeAgent, makeCell } from "./make-agent.js";

const ID = "11111111-1111-4111-8111-111111111111";
const LIST = [
  { id: "opus-4", aliases: ["opus"] },
  { id: "haiku-4", aliases: ["haiku", "small"], contextWindow: 200_000 },
];

/** An agent with this rule; its resume carries a model unless told otherwise. */
function makeChooser(model: Partial<ModelRule>, resumeCarries = true): Agent {
  const slot = { slot: "model", args: ["-m", "{MODEL}"] } as const;
  const id = { slot: "args", args: ["resume", "{UUID}"] } as const;
  const make = (...parts: ({ slot: "model"; args: string[] } | { slot: "args"; args: string[] })[]) =>
    makeCell({ parts });
  return makeAgent({
    model: { accepts: "list", list: LIST, ...model },
    launch: {
      headless: {
        new: make({ ...slot, args: [...slot.args] }),
        resume: {
          ...make({ ...id, args: [...id.args] }, ...(resumeCarries ? [{ ...slot, args: [...slot.args] }] : [])),
          target: "id",
        },
        continue: { ...make({ slot: "args", args: ["last"] }), target: "last-in-folder" },
      },
    },
  });
}

/** What the plan says of the model: `argv | recorded`, or the code of the refusal. */
function decide(agent: Agent, request: Partial<LaunchRequest>): string {
  const id = request.start === "resume" ? { sessionId: ID } : {};
  const planned = planLaunch(agent, { surface: "headless", start: "new", cwd: "/w", tmpdir: "/t", ...id, ...request });
  if (!planned.ok) return planned.issues.map(({ code }) => code.replace("RUNTIME_MODEL_", "")).join(" ");
  return `${planned.value.argv.filter((argument) => argument !== ID).join(" ")} | ${planned.value.model ?? "-"}`;
}

const listed = makeChooser({});
const keeper = makeChooser({ onResume: "same-only" }, false);
const never = makeChooser({ onResume: "refused" });
const free = makeChooser({ accepts: "any", list: [] });
const elsewhere = makeChooser({ accepts: "configured-elsewhere", list: [] });
const none = makeChooser({ accepts: "none", list: [] });

describe("when a model is resolved, rule by rule", () => {
  it.each<[string, Agent, Partial<LaunchRequest>, string]>([
    ["1 nothing asked", listed, {}, " | -"],
    ["1 default asked", listed, { model: "default" }, " | -"],
    ["1 default of an agent without models", none, { model: "default" }, " | -"],
    ["2 no name", listed, { model: "-m" }, "INVALID"],
    ["2 before membership", elsewhere, { model: "a b" }, "INVALID"],
    ["3 told elsewhere", elsewhere, { model: "opus" }, "CONFIGURED_ELSEWHERE"],
    ["3 no models", none, { model: "opus" }, "UNSUPPORTED"],
    ["3 added ones do not help", none, { model: "mine", addedModels: ["mine"] }, "UNSUPPORTED"],
    ["4 an id", listed, { model: "opus-4" }, "-m opus-4 | opus-4"],
    ["4 an alias", listed, { model: "small" }, "-m haiku-4 | haiku-4"],
    ["4 an added id", listed, { model: "mine", addedModels: ["mine"] }, "-m mine | mine"],
    ["4 an added id behind an alias", listed, { model: "opus", addedModels: ["opus"] }, "-m opus-4 | opus-4"],
    ["4 never downgraded", listed, { model: "gone" }, "NOT_OFFERED"],
    ["4 an added id of another spelling", listed, { model: "Mine", addedModels: ["mine"] }, "NOT_OFFERED"],
    ["4 any name", free, { model: "x/y:z" }, "-m x/y:z | x/y:z"],
    ["5 told on resume", listed, { start: "resume", model: "opus" }, "resume -m opus-4 | opus-4"],
    ["6 the same, unsaid", keeper, { start: "resume", model: "opus", recordedModel: "opus-4" }, "resume | opus-4"],
    ["6 another", keeper, { start: "resume", model: "haiku", recordedModel: "opus-4" }, "RESUME_OVERRIDE"],
    ["6 unrecorded", keeper, { start: "resume", model: "opus" }, "RESUME_OVERRIDE"],
    ["6 not offered comes first", keeper, { start: "resume", model: "gone", recordedModel: "gone" }, "NOT_OFFERED"],
    ["6 never on resume", never, { start: "resume", model: "opus", recordedModel: "opus-4" }, "RESUME_OVERRIDE"],
    ["6 the newest of the folder", listed, { start: "continue", model: "opus" }, "RESUME_OVERRIDE"],
    ["7 the recorded again", listed, { start: "resume", recordedModel: "opus" }, "resume -m opus-4 | opus-4"],
    ["7 no longer offered", listed, { start: "resume", recordedModel: "gone" }, "RECORDED_NOT_OFFERED"],
    ["7 a record that is no name", free, { start: "resume", recordedModel: "-x" }, "RECORDED_NOT_OFFERED"],
    ["7 added meanwhile", listed, { start: "resume", recordedModel: "m", addedModels: ["m"] }, "resume -m m | m"],
    ["7 kept by the conversation", keeper, { start: "resume", recordedModel: "gone" }, "resume | gone"],
    ["7 cannot be told", never, { start: "resume", recordedModel: "opus-4" }, "resume | -"],
    ["7 only for a resume", listed, { recordedModel: "opus-4" }, " | -"],
    ["8 default takes it back", listed, { start: "resume", model: "default", recordedModel: "opus-4" }, "resume | -"],
    ["8 a recorded default", listed, { start: "resume", recordedModel: "default" }, "resume | -"],
    [
      "8 not where it is kept",
      keeper,
      { start: "resume", model: "default", recordedModel: "opus-4" },
      "resume | opus-4",
    ],
  ])("%s", (_, agent, request, expected) => {
    expect(decide(agent, request)).toBe(expected);
  });

  it("says when a recorded model is asked for again, and when it cannot be", () => {
    const resume = { surface: "headless", start: "resume", cwd: "/w", sessionId: ID, recordedModel: "opus-4" } as const;
    for (const [agent, words] of [
      [listed, "asked for again"],
      [never, "it decides"],
    ] as const) {
      const planned = planLaunch(agent, resume);
      expect(planned.ok && planned.value.notes.join("\n")).toContain(words);
    }
  });
});

describe("when models are offered", () => {
  it("begins with default, then the agent's, then the user's that none hides", () => {
    const { choices, free, issues } = modelChoices(listed, { added: ["mine", "opus", "mine", "haiku-4"] });
    expect(choices.map(({ id, from }) => `${id} ${from}`)).toEqual([
      "default default",
      "opus-4 agent",
      "haiku-4 agent",
      "mine user",
    ]);
    expect(choices[2]).toEqual({ id: "haiku-4", aliases: ["haiku", "small"], contextWindow: 200_000, from: "agent" });
    expect({ free, issues }).toEqual({ free: false, issues: [] });
    expect(modelChoices(makeChooser({ accepts: "any" })).free).toBe(true);
  });

  it("leaves out what cannot be asked for and says so", () => {
    const { choices, issues } = modelChoices(listed, { added: ["--yolo", "default", "a b", "good"] });
    expect(choices.at(-1)).toMatchObject({ id: "good" });
    expect(choices).toHaveLength(4);
    expect(issues.map(({ code, severity }) => `${code} ${severity}`)).toEqual(
      Array.from({ length: 3 }, () => "RUNTIME_MODEL_INVALID warning"),
    );
    for (const agent of [none, elsewhere]) {
      const offered = modelChoices(agent, { added: ["good"] });
      expect(offered.choices.map(({ id }) => id)).toEqual(["default"]);
      expect(offered.issues.map(({ code }) => code)).toEqual(["RUNTIME_MODEL_UNSUPPORTED"]);
    }
  });

  it("offers only what a launch takes", () => {
    const added = ["mine"];
    for (const { id, aliases } of modelChoices(listed, { added }).choices)
      for (const model of [id, ...aliases]) expect(decide(listed, { model, addedModels: added })).toContain("|");
  });
});
