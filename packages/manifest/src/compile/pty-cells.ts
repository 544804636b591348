import type { ArgTemplate, Cell, Cells, IdTarget } from "../agent.js";
import type { AgentEntry } from "../agents-json/agent-entry.js";
import { carries } from "../agents-json/check-groups.js";
import { approvalPart, argsPart, captureEvents, modelPart, UNKNOWN_SIGILS } from "./shared-parts.js";

/**
 * The interactive launches of an entry, in the token order of the format's own launcher: model, then the id's group, then
 * auto-approve, then the user's arguments, then the prompt.
 *
 * A resume group without `{UUID}` means "the newest conversation here" and compiles to `continue` alone: which
 * conversation that is, nobody promised, so it is never the answer to "resume this one".
 */
export function compilePtyCells(entry: AgentEntry): Cells {
  const { session = [], resume = [] } = entry.flags;
  const captured = entry.capture?.resume ?? [];
  const cells: Cells = { new: ptyCell(entry, session, findNewTarget(entry)) };
  const byId = [resume, captured].find((args) => args.some((text) => carries(text, "UUID")));
  if (byId !== undefined) cells.resume = ptyCell(entry, byId, "id");
  if (resume.length > 0 && resume !== byId) cells.continue = ptyCell(entry, resume, "last-in-folder");
  return cells;
}

/** A captured id wins over a supplied one; an agent with both groups starts with the supplied id and is listened to. */
function findNewTarget(entry: AgentEntry): IdTarget {
  if (entry.flags.session?.some((text) => carries(text, "UUID")) === true) return "own-id";
  return entry.capture === undefined ? "none" : "minted";
}

function ptyCell(entry: AgentEntry, idArgs: readonly ArgTemplate[], target: IdTarget): Cell {
  return {
    parts: [
      ...modelPart(entry.flags.model),
      ...argsPart(idArgs),
      ...approvalPart(entry.flags.autoApprove),
      { slot: "extra" },
      { slot: "prompt" },
    ],
    prompt: {
      need: "optional",
      deliveries: [{ via: "argv", args: ["{PROMPT}"], dash: "refuse", sigils: UNKNOWN_SIGILS }],
    },
    target,
    idEvents: target === "id" ? [] : captureEvents(entry, ["pty"]),
  };
}
