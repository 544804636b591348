import type { Agent, ArgTemplate, Cell, IdTarget, Part, Start } from "../agent.js";
import { carries } from "../agents-json/check-groups.js";
import { argsPart, modelPart } from "../compile/shared-parts.js";
import type { FactCell, FactRow } from "./facts.js";
import { describeHabit, makeApproval } from "./kinds/approvals.js";
import { makeDelivery } from "./kinds/deliveries.js";
import { findFrame } from "./kinds/frames.js";
import { makeIdEvent } from "./kinds/id-events.js";
import { makeInput } from "./kinds/inputs.js";
import { makeReport } from "./kinds/reports.js";
import { makeSwitch } from "./kinds/switches.js";

/** The groups of an entry, read back from the cells it compiled to. */
export type EntryGroups = {
  session: readonly ArgTemplate[];
  resume: readonly ArgTemplate[];
  continue: readonly ArgTemplate[];
  model: readonly ArgTemplate[];
  bypass: readonly ArgTemplate[];
};

/** Reads the groups back. The compiled interactive cells hold each in a part of its own. */
export function readGroups(agent: Agent): EntryGroups {
  const cells = agent.launch.pty ?? {};
  const fresh = cells.new?.parts ?? [];
  const approval = fresh.find((part) => part.slot === "approval");
  return {
    session: collectArgs(fresh, "args"),
    resume: collectArgs(cells.resume?.parts ?? [], "args"),
    continue: collectArgs(cells.continue?.parts ?? [], "args"),
    model: collectArgs(fresh, "model"),
    bypass: approval?.bypass ?? [],
  };
}

function collectArgs(parts: readonly Part[], slot: "args" | "model"): ArgTemplate[] {
  return parts.flatMap((part) => (part.slot === slot ? part.args : []));
}

/**
 * The cell of a row for one start; nothing when the entry lacks the group that the kind takes its id from. The absent
 * cell is then the refusal.
 */
export function makeCell(row: FactRow, cell: FactCell, start: Start, groups: EntryGroups): Cell | undefined {
  const frame = findFrame(cell.kind);
  const source = frame.id[start];
  const id = source === undefined ? [] : typeof source === "string" ? groups[source] : source;
  if (start !== "new" && id.length === 0 && typeof source === "string") return undefined;
  const made = cell.idEvents.map((kind) =>
    makeIdEvent(kind, { program: row.program, idPattern: row.sessionId.pattern }),
  );
  const report =
    cell.report === undefined
      ? (made.find((one) => one.report.length > 0)?.report ?? [])
      : makeReport(cell.report).args;
  return {
    parts: [
      ...argsPart(frame.lead),
      // In front: behind an option that takes any number of values must stand another option, never the id or the prompt.
      ...(cell.inputs ?? []).map(makeInput),
      ...argsPart(cell.switches.map(makeSwitch)),
      ...modelPart(groups.model),
      ...(frame.idLast ? [] : argsPart(id)),
      ...makeApproval(cell.approval, groups.bypass),
      ...argsPart(frame.fixed),
      ...reportPart(report),
      { slot: "extra" },
      ...(frame.idLast ? argsPart(id) : []),
      { slot: "prompt" },
    ],
    prompt: {
      need: cell.prompt.length === 0 ? "none" : frame.surface === "headless" ? "required" : "optional",
      deliveries: cell.prompt.map(({ how, sigils }) => makeDelivery(how, sigils)),
    },
    target: findTarget(row, start, id),
    idEvents: made.map((one) => one.event),
    ...(cell.report === undefined ? {} : { reportFormat: cell.report }),
    ...describeHabit(cell.approval),
  };
}

function reportPart(args: readonly ArgTemplate[]): Part[] {
  return args.length === 0 ? [] : [{ slot: "report", args: [...args] }];
}

function findTarget(row: FactRow, start: Start, id: readonly ArgTemplate[]): IdTarget {
  if (start === "resume") return "id";
  if (start === "continue") return "last-in-folder";
  if (id.some((text) => carries(text, "UUID"))) return "own-id";
  return row.sessionId.minter === "agent" ? "minted" : "none";
}
