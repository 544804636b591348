import type { Agent, Delivery } from "@slipway/manifest";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LaunchRequest } from "../src/index.js";
import { describePlan, planLaunch, RuntimeError } from "../src/index.js";
import { codesOf, take } from "./bind-for-test.js";
import { makeAgent, makeCell, makeParrot } from "./make-agent.js";

const ID = "11111111-1111-4111-8111-111111111111";

function ask(agent: Agent, request: Partial<LaunchRequest>) {
  return planLaunch(agent, {
    surface: "headless",
    start: "new",
    cwd: "/w",
    tmpdir: "/t",
    platform: "linux",
    ...request,
  });
}

function withDeliveries(deliveries: Delivery[], applied = true): Agent {
  return makeAgent({
    launch: { headless: { new: makeCell({ prompt: { need: "optional", deliveries } }) } },
    facts: { applied },
  });
}

describe("when a cell or a slot is absent", () => {
  const bare = makeAgent({
    launch: {
      headless: { new: makeCell({ parts: [{ slot: "prompt" }] }) },
      pty: { new: makeCell(), continue: makeCell() },
    },
  });
  it.each([
    ["RUNTIME_SURFACE_UNSUPPORTED", { surface: "probe" }],
    ["RUNTIME_RESUME_UNSUPPORTED", { start: "resume", sessionId: ID }],
    ["RUNTIME_RESUME_ONLY_LAST", { surface: "pty", start: "resume", sessionId: ID }],
    ["RUNTIME_CONTINUE_UNSUPPORTED", { start: "continue" }],
    ["RUNTIME_MODEL_UNSUPPORTED", { model: "big" }],
    ["RUNTIME_APPROVAL_NOT_APPLICABLE", { approval: "bypass" }],
    ["RUNTIME_EXTRA_ARGS_REFUSED", { extraArgs: ["-x"] }],
    ["RUNTIME_REPORT_UNSUPPORTED", { report: true }],
    ["RUNTIME_CWD_RELATIVE", { cwd: "w" }],
  ] as const)("refuses with %s", (code, request) => {
    expect(codesOf(ask(bare, request))).toEqual([code]);
  });

  it("collects all problems of one request", () => {
    expect(codesOf(ask(bare, { model: "-m", approval: "bypass", sessionId: ID, prompt: "a\0" }))).toEqual([
      "RUNTIME_SESSION_ID_NOT_ALLOWED",
      "RUNTIME_MODEL_INVALID",
      "RUNTIME_APPROVAL_NOT_APPLICABLE",
      "RUNTIME_PROMPT_INVALID",
    ]);
  });

  it("throws for requests of the wrong types", () => {
    for (const wrong of [
      { surface: "gui" },
      { start: "again" },
      { prompt: 7 },
      { extraArgs: "-x" },
      { workspace: { port: 1.5 } },
    ])
      expect(() => ask(bare, wrong as never)).toThrowError(RuntimeError);
  });
});

describe("when argv is assembled", () => {
  it("keeps the order of the parts, the user's arguments before the prompt's --", () => {
    const plan = take(
      ask(makeParrot(), { prompt: "-x", model: "m", approval: "bypass", report: true, extraArgs: ["--a"] }),
    );
    expect(plan.argv).toEqual(["-p", "--model", "m", "--yolo", "--json", "--a", "--", "-x"]);
    expect(plan.env.mode).toBe("clean");
    expect(plan.session).toMatchObject({ target: "minted", knownWhen: "running" });
  });

  it("resumes by the id alone and takes none for a new conversation", () => {
    const plan = take(ask(makeParrot(), { start: "resume", sessionId: ID, prompt: "two" }));
    expect(plan.argv).toEqual(["-p", "--resume", ID, "--", "two"]);
    expect(plan.session).toMatchObject({ target: "id", id: ID, knownWhen: "start" });
    expect(codesOf(ask(makeParrot(), { start: "resume", prompt: "two" }))).toEqual(["RUNTIME_SESSION_ID_MISSING"]);
  });

  it.each(["-resume", "--yolo", "claude --resume x", "", "a\nb", ".."])("refuses the session id %j", (sessionId) => {
    expect(codesOf(ask(makeParrot(), { start: "resume", sessionId, prompt: "two" }))).toEqual([
      "RUNTIME_SESSION_ID_INVALID",
    ]);
  });

  it("mints the id of an agent that takes one, and refuses one that is not of its form", () => {
    const agent = makeAgent({
      sessionId: { minter: "host", reuse: "refused", pattern: "^[0-9a-f\\-]{36}$" },
      launch: {
        pty: { new: makeCell({ parts: [{ slot: "args", args: ["--session-id", "{UUID}"] }], target: "own-id" }) },
      },
    });
    const plan = take(ask(agent, { surface: "pty", mintId: () => ID }));
    expect(plan.argv).toEqual(["--session-id", ID]);
    expect(plan.session).toMatchObject({ id: ID, knownWhen: "start" });
    expect(take(ask(agent, { surface: "pty" })).session.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(codesOf(ask(agent, { surface: "pty", mintId: () => "-x" }))).toEqual(["RUNTIME_SESSION_ID_INVALID"]);
  });

  it("refuses a workspace value that would be an option, and `--` among the user's arguments", () => {
    const agent = makeAgent({
      launch: {
        headless: { new: makeCell({ parts: [{ slot: "args", args: ["--branch", "{BRANCH}"] }, { slot: "extra" }] }) },
      },
    });
    expect(codesOf(ask(agent, { workspace: { branch: "--yolo" } }))).toEqual(["RUNTIME_ARGV_INVALID"]);
    expect(codesOf(ask(agent, {}))).toEqual(["PLACEHOLDER_UNSET"]);
    expect(codesOf(ask(agent, { workspace: { branch: "b" }, extraArgs: ["--"] }))).toEqual([
      "RUNTIME_EXTRA_ARGS_REFUSED",
    ]);
    expect(take(ask(agent, { workspace: { branch: "b" }, extraArgs: ["-v"] })).argv).toEqual(["--branch", "b", "-v"]);
  });
});

describe("when a model is chosen", () => {
  const listed = makeAgent({
    model: { accepts: "list", list: [{ id: "opus-4", aliases: ["opus"] }] },
    launch: { headless: { new: makeCell({ parts: [{ slot: "model", args: ["-m", "{MODEL}"] }] }) } },
  });
  it("takes the list's own name, and never drops one it cannot carry", () => {
    expect(take(ask(listed, { model: "opus" })).argv).toEqual(["-m", "opus-4"]);
    expect(take(ask(listed, { model: "default" })).argv).toEqual([]);
    const refused = ask(listed, { model: "opsu-4" });
    expect(codesOf(refused)).toEqual(["RUNTIME_MODEL_NOT_OFFERED"]);
    expect(refused.issues[0]?.hint).toContain("opus-4");
  });
  it.each(["-m", "--yolo", "a b", "a\u001b", "", "x".repeat(201)])("refuses the name %j", (model) => {
    expect(codesOf(ask(makeParrot(), { model, prompt: "x" }))).toEqual(["RUNTIME_MODEL_INVALID"]);
  });
});

describe("when permission mode is chosen", () => {
  const sticky = (byDefault: Agent["approval"]["byDefault"], ask?: string[]) =>
    makeAgent({
      approval: { byDefault, bypassRefusedAsRoot: true },
      launch: {
        pty: {
          new: makeCell(),
          resume: makeCell({
            parts: [{ slot: "approval", bypass: ["--yolo"], ...(ask === undefined ? {} : { ask }), inherits: true }],
            target: "id",
          }),
        },
      },
    });
  const resume = { surface: "pty", start: "resume", sessionId: ID } as const;

  it("says the asking mode where a bypass of an earlier launch would stick", () => {
    const plan = take(ask(sticky("asks", ["-a", "on-request"]), resume));
    expect(plan).toMatchObject({ argv: ["-a", "on-request"], approvalEffect: "requested" });
    expect(take(ask(sticky("asks", ["-a", "x"]), { ...resume, approval: "bypass" })).argv).toEqual(["--yolo"]);
  });
  it("says that the mode is unknown where it cannot be said, and refuses to promise asking", () => {
    const plan = take(ask(sticky("asks"), resume));
    expect(plan.approvalEffect).toBe("inherited-unknown");
    expect(plan.notes.join()).toContain("bypass of an earlier launch");
    expect(codesOf(ask(sticky("asks"), { ...resume, approval: "ask" }))).toEqual(["RUNTIME_APPROVAL_NOT_APPLICABLE"]);
  });
  it("never adds a bypass that was not asked for", () => {
    for (const approval of ["default", "ask"] as const)
      expect(take(ask(makeParrot(), { prompt: "x", approval })).argv).not.toContain("--yolo");
  });
  it("needs nothing for a bypass of an agent that never asks, and says so", () => {
    const plan = take(
      ask(makeAgent({ approval: { byDefault: "runs", bypassRefusedAsRoot: false } }), { approval: "bypass" }),
    );
    expect(plan).toMatchObject({ argv: [], approvalEffect: "agent-default" });
    expect(plan.notes).toHaveLength(1);
  });
});

describe("when a prompt looks for its way", () => {
  const bare: Delivery = { via: "argv", args: ["{PROMPT}"], dash: "refuse", sigils: "!/@" };
  const stdin: Delivery = { via: "stdin", args: ["-"], sigils: "" };
  const paste: Delivery = { via: "paste", sigils: "!" };

  it("takes the first that carries it as text and notes why the others were passed over", () => {
    const plan = take(ask(withDeliveries([bare, stdin]), { prompt: "-v" }));
    expect(plan).toMatchObject({ argv: ["-"], stdin: "-v", transport: { via: "stdin", visibility: "same-user" } });
    expect(plan.notes.join()).toContain("begins with -");
    expect(take(ask(withDeliveries([bare, stdin]), { prompt: "v" }))).toMatchObject({ argv: ["v"] });
    expect(take(ask(withDeliveries([bare, stdin]), { prompt: "v" })).stdin).toBeUndefined();
  });
  it.each(["!touch x", "/help", "@secret", "-v"])("refuses %j when no way keeps it text", (prompt) => {
    const refused = ask(withDeliveries([bare]), { prompt });
    expect(codesOf(refused)).toEqual(["RUNTIME_PROMPT_UNDELIVERABLE"]);
    expect(refused.issues[0]?.message).toContain("not by argv");
    expect(refused.issues[0]?.hint).toMatch(/^begin the prompt with a word/);
  });
  it("looks through leading blanks only where the agent's behaviour was never shown", () => {
    expect(ask(withDeliveries([bare], true), { prompt: " !x" }).ok).toBe(true);
    expect(codesOf(ask(withDeliveries([bare], false), { prompt: "\n !x" }))).toEqual(["RUNTIME_PROMPT_UNDELIVERABLE"]);
  });
  it("moves a prompt of more than 131,071 bytes out of the argument, counting bytes", () => {
    const fits = "é".repeat(65_535);
    expect(take(ask(withDeliveries([bare, stdin]), { prompt: fits })).transport.via).toBe("argv");
    expect(take(ask(withDeliveries([bare, stdin]), { prompt: `${fits}é` })).transport.via).toBe("stdin");
    expect(codesOf(ask(withDeliveries([bare]), { prompt: "x".repeat(131_072) }))).toEqual([
      "RUNTIME_PROMPT_UNDELIVERABLE",
    ]);
    const flag: Delivery = { via: "argv", args: ["--prompt={PROMPT}"], dash: "safe", sigils: "" };
    expect(take(ask(withDeliveries([flag]), { prompt: "x".repeat(131_062) })).argv[0]).toHaveLength(131_071);
    expect(ask(withDeliveries([flag]), { prompt: "x".repeat(131_063) }).ok).toBe(false);
  });
  it.each(["a\0--yolo", "\ud800", "x".repeat(16 * 1024 * 1024 + 1)])("refuses what no way can carry (%#)", (prompt) => {
    expect(codesOf(ask(withDeliveries([bare, stdin]), { prompt }))).toEqual(["RUNTIME_PROMPT_INVALID"]);
  });
  it.each(["a\u001b[201~\r", "a\rb", "a\u0003", "\u009b1m", "\u007f"])("pastes no control character (%j)", (prompt) => {
    expect(codesOf(ask(withDeliveries([paste]), { prompt }))).toEqual(["RUNTIME_PROMPT_UNDELIVERABLE"]);
    expect(take(ask(withDeliveries([paste]), { prompt: "a\tb\nc" })).paste).toBe("a\tb\nc");
  });
  it("needs one where the launch needs one, and takes none where it takes none", () => {
    const cell = (need: "none" | "required") =>
      makeAgent({ launch: { headless: { new: makeCell({ prompt: { need, deliveries: [] } }) } } });
    expect(codesOf(ask(cell("required"), { prompt: "" }))).toEqual(["RUNTIME_PROMPT_MISSING"]);
    expect(codesOf(ask(cell("none"), { prompt: "x" }))).toEqual(["RUNTIME_PROMPT_UNSUPPORTED"]);
  });
  it("hands every prompt over unchanged, on one way only", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 1 }), (prompt) => {
        const result = ask(withDeliveries([bare, stdin]), { prompt });
        if (!result.ok) return prompt.includes("\0") || /\p{Cs}/u.test(prompt);
        const { argv, stdin: input } = result.value;
        return (
          (input === prompt && argv.join() === "-") || (input === undefined && argv.length === 1 && argv[0] === prompt)
        );
      }),
    );
  });
});

describe("when a plan is shown", () => {
  it("shows the prompt by its length only, in every place", () => {
    const prompt = "SECRET-7b3 {MODEL}";
    const twice: Delivery = { via: "argv", args: ["a{PROMPT}b{PROMPT}"], dash: "safe", sigils: "" };
    for (const plan of [
      take(ask(makeParrot(), { prompt })),
      take(ask(withDeliveries([twice]), { prompt })),
      take(ask(withDeliveries([{ via: "stdin", args: [], sigils: "" }]), { prompt })),
      take(ask(withDeliveries([{ via: "paste", sigils: "" }]), { prompt })),
    ]) {
      expect(describePlan(plan)).not.toContain("SECRET");
      expect(describePlan(plan)).toContain("18 characters");
    }
  });
  it("is plain data that survives JSON", () => {
    const plan = take(ask(makeParrot(), { prompt: "x" }));
    expect(JSON.parse(JSON.stringify(plan))).toEqual(plan);
  });
  it("says what an unknown environment switch means: nothing", () => {
    const result = ask(makeAgent({ environment: ["no-autoupdate", "no-gravity"] }), {});
    expect(take(result).env.set).toMatchObject({ DISABLE_AUTOUPDATER: "1", TMPDIR: "/t", TMP: "/t", TEMP: "/t" });
    expect(result.issues.map(({ code, severity }) => [code, severity])).toEqual([
      ["RUNTIME_SWITCH_UNKNOWN", "warning"],
    ]);
  });
});

describe("when the whole prompt is a dash", () => {
  const bare: Delivery = { via: "argv", args: ["--", "{PROMPT}"], dash: "safe", sigils: "" };
  const stdin: Delivery = { via: "stdin", args: ["-"], sigils: "" };

  it("is not put where an agent reads it as standard input, behind -- too", () => {
    const refused = ask(withDeliveries([bare]), { prompt: "-" });
    expect(codesOf(refused)).toEqual(["RUNTIME_PROMPT_UNDELIVERABLE"]);
    expect(refused.issues[0]?.message).toContain("standard input");
    expect(codesOf(ask(withDeliveries([{ ...bare, args: ["-p", "{PROMPT}"] }]), { prompt: "-" }))).toEqual([
      "RUNTIME_PROMPT_UNDELIVERABLE",
    ]);
  });

  it("goes by the next delivery that keeps it text", () => {
    expect(take(ask(withDeliveries([bare, stdin]), { prompt: "-" }))).toMatchObject({ argv: ["-"], stdin: "-" });
    const inOne: Delivery = { ...bare, args: ["--prompt={PROMPT}"] };
    expect(take(ask(withDeliveries([inOne]), { prompt: "-" })).argv).toEqual(["--prompt=-"]);
    expect(take(ask(withDeliveries([bare]), { prompt: "- a" })).argv).toEqual(["--", "- a"]);
  });
});

describe("when an extra argument has no UTF-8 form", () => {
  it("is refused: the agent would get another one", () => {
    expect(codesOf(ask(makeAgent(), { prompt: "hi", extraArgs: ["a\ud800"] }))).toEqual(["RUNTIME_EXTRA_ARGS_REFUSED"]);
  });
});
