import type { Agent, Cell, Part } from "../src/index.js";

/** Text or a value as the bytes of a document. */
export function toBytes(document: unknown): Uint8Array {
  return new TextEncoder().encode(typeof document === "string" ? document : JSON.stringify(document));
}

/** A complete entry, the seed's worked example with a real URL. */
export const EXAMPLE_ENTRY = {
  id: "myagent",
  name: "My Agent",
  command: "myagent",
  adapter: "cli",
  icon: "myagent.svg",
  mono: true,
  downloadUrl: "https://example.com/myagent",
  clearCommand: "/clear",
  flags: {
    session: ["--session-id", "{UUID}"],
    resume: ["--resume", "{UUID}"],
    model: ["--model", "{MODEL}"],
    autoApprove: ["--yolo"],
    print: ["-p", "{PROMPT}"],
  },
  capture: { pattern: "([0-9a-f-]{36})", flags: "i", resume: ["-s", "{UUID}"] },
};

/** agents.json around entries. */
export function makeAgentsJson(...agents: unknown[]): Uint8Array {
  return toBytes({ schema: 1, updatedAt: "2026-11-30", agents });
}

/** The example with some fields changed; `undefined` removes one. */
export function makeEntry(changes: Record<string, unknown>): Record<string, unknown> {
  return { ...EXAMPLE_ENTRY, ...changes };
}

function drawPart(part: Part): string {
  switch (part.slot) {
    case "args":
      return part.args.join(" ");
    case "approval":
      return `[${[
        ...(["bypass", "ask", "plan", "acceptEdits"] as const).flatMap((mode) => {
          const args = part[mode];
          return args === undefined ? [] : [`${mode} ${args.join(" ")}`];
        }),
        ...(part.inherits ? ["inherits"] : []),
      ].join(" | ")}]`;
    case "model":
    case "report":
      return `[${part.slot} ${part.args.join(" ")}]`;
    case "input":
      return `[${part.takes} ${part.args.join(" ")}]`;
    case "extra":
    case "prompt":
      return `[${part.slot}]`;
  }
}

/** A cell as one line: parts in order, the prompt's deliveries, target and events. */
export function drawCell(cell: Cell | undefined): string {
  if (cell === undefined) return "refused";
  const parts = cell.parts.map(drawPart);
  const ways = cell.prompt.deliveries.map((way) => {
    const args = way.via === "paste" ? "" : ` ${way.args.join(" ")}`;
    return `${way.via}${args}${way.via === "argv" && way.dash === "safe" ? " dash-safe" : ""} not ${way.sigils || "none"}`;
  });
  const events = cell.idEvents.map((event) => {
    if (event.from === "text") return `${event.stream} ${event.when} ${event.search}`;
    if (event.from === "jsonl") return `${event.stream} json ${JSON.stringify(event.where)} ${event.key}`;
    return `store ${event.layout}`;
  });
  return [parts.join(" "), `prompt ${cell.prompt.need}: ${ways.join("; ")}`, `${cell.target}: ${events.join("; ")}`]
    .map((line) => line.trim())
    .join("\n");
}

/** The argv a request compiles to, for comparison with published tables: without the user's own arguments. */
export function renderArgv(
  agent: Agent,
  cell: Cell | undefined,
  request: { model?: string; bypass?: boolean; id?: string; prompt?: string },
): string {
  if (cell === undefined) return "refused";
  const fill = (text: string) =>
    text
      .replaceAll("{UUID}", request.id ?? "{UUID}")
      .replaceAll("{MODEL}", request.model ?? "{MODEL}")
      .replaceAll("{PROMPT}", request.prompt ?? "{PROMPT}");
  const argv = cell.parts.flatMap((part) => {
    if (part.slot === "args") return part.args;
    if (part.slot === "model") return request.model === undefined ? [] : part.args;
    if (part.slot === "approval") return request.bypass === true ? (part.bypass ?? ["!"]) : [];
    if (part.slot !== "prompt" || request.prompt === undefined) return [];
    const way = cell.prompt.deliveries.find((delivery) => delivery.via === "argv");
    return way?.via === "argv" ? way.args : ["!"];
  });
  if (request.model !== undefined && !cell.parts.some((part) => part.slot === "model")) return "model refused";
  return [agent.program.names[0], ...agent.program.prefix, ...argv.map(fill)].join(" ");
}
