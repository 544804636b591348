import type { Agent, Cell, Delivery, Part } from "@slipway/manifest";

const UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

/** A cell with an extra part and nothing else unless said. */
export function makeCell(cell: Partial<Cell> = {}): Cell {
  return {
    parts: [{ slot: "extra" }, { slot: "prompt" }],
    prompt: { need: "optional", deliveries: [{ via: "argv", args: ["--", "{PROMPT}"], dash: "safe", sigils: "" }] },
    target: "none",
    idEvents: [],
    ...cell,
  };
}

/** An agent with these cells, built by hand. */
export function makeAgent(agent: Partial<Agent> = {}): Agent {
  return {
    id: "fake",
    name: "Fake Agent",
    trust: "first-party",
    origins: {},
    program: { names: ["fake"], prefix: [], searchPaths: [], envVar: "SLIPWAY_BIN_FAKE" },
    sessionId: { minter: "none", reuse: "unknown" },
    model: { accepts: "none", list: [] },
    approval: { byDefault: "asks", bypassRefusedAsRoot: false },
    launch: { headless: { new: makeCell() }, pty: { new: makeCell() } },
    environment: [],
    facts: { applied: true },
    display: { mono: false },
    ...agent,
  };
}

/** The fake agent of testkit that prints its own id, as the launch model says it. */
export function makeParrot(): Agent {
  const argv: Delivery = { via: "argv", args: ["--", "{PROMPT}"], dash: "safe", sigils: "" };
  const stdin: Delivery = { via: "stdin", args: ["-"], sigils: "" };
  const options: Part[] = [
    { slot: "model", args: ["--model", "{MODEL}"] },
    { slot: "approval", bypass: ["--yolo"], inherits: false },
  ];
  const headless = (first: string[]): Part[] => [
    { slot: "args", args: ["-p", ...first] },
    ...options,
    { slot: "report", args: ["--json"] },
    { slot: "extra" },
    { slot: "prompt" },
  ];
  const pty = (first: string[]): Part[] => [
    { slot: "args", args: first },
    ...options,
    { slot: "extra" },
    { slot: "prompt" },
  ];
  const label = `session id: (${UUID})`;
  return makeAgent({
    id: "parrot",
    name: "Parrot",
    program: { names: ["parrot"], prefix: [], searchPaths: [], envVar: "SLIPWAY_BIN_PARROT" },
    sessionId: { minter: "agent", reuse: "refused" },
    model: { accepts: "any", list: [] },
    version: ["--version"],
    launch: {
      headless: {
        new: {
          parts: headless([]),
          prompt: { need: "required", deliveries: [argv, stdin] },
          target: "minted",
          idEvents: [
            { from: "jsonl", stream: "stdout", where: { type: "session" }, key: "id", needsReport: true },
            { from: "text", stream: "stderr", when: "running", search: label },
          ],
        },
        resume: {
          parts: headless(["--resume", "{UUID}"]),
          prompt: { need: "required", deliveries: [argv, stdin] },
          target: "id",
          idEvents: [],
        },
      },
      pty: {
        new: {
          parts: pty([]),
          prompt: { need: "optional", deliveries: [argv] },
          target: "minted",
          idEvents: [{ from: "text", stream: "pty", when: "running", search: label }],
        },
        resume: {
          parts: pty(["--resume", "{UUID}"]),
          prompt: { need: "optional", deliveries: [argv] },
          target: "id",
          idEvents: [],
        },
      },
    },
  });
}
