import type { Printable } from "@slipway/errors";
import { msg, printable } from "@slipway/errors";
import type { Agent, Cell } from "@slipway/manifest";
import { PERMISSION_MODES } from "@slipway/manifest";

/** Each launch of an agent with its arguments as templates; what is given on request stands in brackets. */
export function describeLaunches(agent: Agent): Printable[][] {
  return Object.entries(agent.launch).flatMap(([surface, cells]) =>
    Object.entries(cells).map(([start, cell]) => [msg`${surface} ${start}`, describeCell(agent, cell)]),
  );
}

function describeCell(agent: Agent, cell: Cell): Printable {
  const words = cell.parts.flatMap((part) => {
    if (part.slot === "args") return part.args;
    if (part.slot === "model") return [`[${part.args.join(" ")}]`];
    if (part.slot === "approval")
      return PERMISSION_MODES.flatMap((mode) => {
        const args = part[mode] ?? [];
        return args.length === 0 ? [] : [`[${args.join(" ")}]`];
      });
    if (part.slot !== "prompt") return [];
    const [delivery] = cell.prompt.deliveries;
    if (delivery === undefined) return [];
    return delivery.via === "paste"
      ? ["(prompt pasted)"]
      : delivery.via === "stdin"
        ? [...delivery.args, "(prompt on stdin)"]
        : delivery.args;
  });
  return printable([agent.program.names[0], ...agent.program.prefix, ...words].join(" "));
}
