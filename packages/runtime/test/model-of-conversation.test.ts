import type { Agent } from "@slipway/manifest";
import { describe, expect, it } from "vitest";
import type { LaunchRequest } from "../src/index.js";
import { planLaunch } from "../src/index.js";
import { codesOf, take } from "./bind-for-test.js";
import { makeAgent, makeCell } from "./make-agent.js";

const ID = "11111111-1111-4111-8111-111111111111";

function makeKeeper(onResume?: "same-only" | "refused"): Agent {
  const list = [
    { id: "opus-4", aliases: ["opus"] },
    { id: "haiku-4", aliases: [] },
  ];
  return makeAgent({
    model: { accepts: "list", list, ...(onResume === undefined ? {} : { onResume }) },
    launch: {
      headless: {
        new: makeCell({ parts: [{ slot: "model", args: ["-m", "{MODEL}"] }] }),
        resume: makeCell({ parts: [{ slot: "args", args: ["resume", "{UUID}"] }], target: "id" }),
      },
    },
  });
}

function resume(agent: Agent, request: Partial<LaunchRequest>) {
  return planLaunch(agent, {
    surface: "headless",
    start: "resume",
    sessionId: ID,
    cwd: "/w",
    tmpdir: "/t",
    ...request,
  });
}

describe("when a conversation keeps the model it was begun with", () => {
  it.each([
    ["opus-4", "opus-4"],
    ["opus", "opus-4"],
    ["opus-4", "opus"],
  ])("takes %s for a conversation of %s, says nothing in argv and remembers it", (model, recordedModel) => {
    const plan = take(resume(makeKeeper("same-only"), { model, recordedModel }));
    expect(plan).toMatchObject({ argv: ["resume", ID], model: "opus-4" });
  });

  it("refuses another one, and one that nobody recorded", () => {
    const other = resume(makeKeeper("same-only"), { model: "haiku-4", recordedModel: "opus-4" });
    expect(codesOf(other)).toEqual(["RUNTIME_MODEL_RESUME_OVERRIDE"]);
    expect(other.issues[0]?.hint).toContain("begin a new conversation for haiku-4");
    expect(codesOf(resume(makeKeeper("same-only"), { model: "opus-4" }))).toEqual(["RUNTIME_MODEL_RESUME_OVERRIDE"]);
  });

  it("refuses one that the agent no longer offers", () => {
    const gone = { model: "sonnet-3", recordedModel: "sonnet-3" };
    expect(codesOf(resume(makeKeeper("same-only"), gone))).toEqual(["RUNTIME_MODEL_NOT_OFFERED"]);
  });

  it("is a rule of the agent: without it the same model is refused too", () => {
    const same = { model: "opus-4", recordedModel: "opus-4" };
    expect(codesOf(resume(makeKeeper(), same))).toEqual(["RUNTIME_MODEL_RESUME_OVERRIDE"]);
    expect(codesOf(resume(makeKeeper("refused"), same))).toEqual(["RUNTIME_MODEL_RESUME_OVERRIDE"]);
  });
});

describe("when models are set in the agent's own settings", () => {
  it("refuses a model even where a slot would carry it", () => {
    const agent = makeKeeper();
    agent.model = { accepts: "configured-elsewhere", list: [] };
    const planned = resume(agent, { start: "new", model: "opus-4" });
    expect(planned.issues.map(({ code }) => code)).toContain("RUNTIME_MODEL_CONFIGURED_ELSEWHERE");
  });
});

describe("when an agent is no program", () => {
  it.each([
    [{ kind: "chat", endpoint: "openai-chat", aiSettings: false } as const, "chat endpoint"],
    [{ kind: "api", protocol: "codex-app-server", source: "codex" } as const, "launch codex"],
  ])("refuses every launch and says what it is: %j", (engine, hint) => {
    const agent = makeAgent({ engine, launch: {} });
    for (const surface of ["pty", "headless", "probe"] as const)
      for (const start of ["new", "resume", "continue"] as const) {
        const planned = planLaunch(agent, { surface, start, cwd: "/w" });
        expect(codesOf(planned)).toEqual(["RUNTIME_SURFACE_UNSUPPORTED"]);
        expect(planned.issues[0]?.hint).toContain(hint);
      }
  });
});
