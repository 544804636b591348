import type { Printable, Result } from "@slipway/errors";
import { joinPrintable, msg, refuse, succeed, verbatim } from "@slipway/errors";
import type { Agent, Cell, Delivery } from "@slipway/manifest";
import type { LaunchRequest } from "../launch-request.js";
import { runtimeIssue } from "../runtime-error.js";
import { ARGUMENT_MAX_BYTES } from "./argv-limits.js";

/** Bytes of a prompt on standard input. Far above any model's window; keeps a mistake (a device, a dump) out of memory. */
export const PROMPT_MAX_BYTES = 16 * 1024 * 1024;

/** Bytes of a pasted prompt. Agents fold a larger paste into an attachment or lose keys of it. */
export const PASTE_MAX_BYTES = 64 * 1024;

/** The way the prompt goes, if there is one, and why this one. */
export type ChosenDelivery = { delivery?: Delivery; reason: Printable };

/** Everything but TAB and LF that could end a paste, press a key or draw: C0, DEL, C1. */
export const NOT_PASTABLE = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/;

/**
 * The first of the cell's deliveries that carries this prompt whole and as text. What decides: the first character (a `-`
 * would be an option, a sigil such as `!` a command of the agent's own prompt line), the size, control characters; and with
 * `fits` whatever else stands beside it in argv. Why a delivery was passed over is noted; when none is left the prompt is
 * refused with all the reasons.
 */
export function chooseDelivery(
  agent: Agent,
  cell: Cell,
  request: LaunchRequest,
  platform: NodeJS.Platform,
  notes: Printable[],
  fits: (delivery: Delivery) => Printable | undefined = () => undefined,
): Result<ChosenDelivery> {
  const prompt = request.prompt;
  if (prompt === undefined || prompt === "") {
    if (cell.prompt.need !== "required") return succeed({ reason: msg`no prompt was given` });
    return refuse(
      runtimeIssue({
        code: "RUNTIME_PROMPT_MISSING",
        message: msg`${agent.id} needs a prompt for this launch`,
        hint: msg`give one`,
      }),
    );
  }
  if (cell.prompt.need === "none" || cell.prompt.deliveries.length === 0)
    return refuse(
      runtimeIssue({
        code: "RUNTIME_PROMPT_UNSUPPORTED",
        message: msg`${agent.id} takes no prompt in this launch`,
        hint: msg`start it without one and type it`,
      }),
    );
  const invalid = judgeText(prompt);
  if (invalid !== undefined)
    return refuse(
      runtimeIssue({
        code: "RUNTIME_PROMPT_INVALID",
        message: msg`the prompt ${verbatim(invalid)}`,
        hint: msg`take that out of it, or put it into a file and name the file in the prompt`,
      }),
    );

  const reasons: Printable[] = [];
  for (const delivery of cell.prompt.deliveries) {
    const reason = judgeDelivery(agent, delivery, request, platform) ?? fits(delivery);
    if (reason === undefined) {
      notes.push(...reasons);
      return succeed({ delivery, reason: explainChoice(agent, cell, reasons) });
    }
    reasons.push(msg`not by ${delivery.via}: ${verbatim(reason)}`);
  }
  return refuse(
    runtimeIssue({
      code: "RUNTIME_PROMPT_UNDELIVERABLE",
      message: msg`the prompt cannot be handed to ${agent.id} as text in this launch: ${verbatim(joinPrintable(reasons, "; "))}`,
      hint: msg`begin the prompt with a word, leave control characters out, or put a long one into a file and name the file`,
    }),
  );
}

function explainChoice(agent: Agent, cell: Cell, reasons: readonly Printable[]): Printable {
  if (reasons.length > 0) return joinPrintable(reasons, "; ");
  return cell.prompt.deliveries.length === 1
    ? msg`the only way that ${agent.id} takes a prompt in this launch`
    : msg`the first of the ways by which ${agent.id} takes a prompt in this launch`;
}

function judgeText(prompt: string): Printable | undefined {
  if (prompt.includes("\0")) return msg`holds a NUL character, which ends an argument and is no text to an agent`;
  if (!isWellFormed(prompt)) return msg`holds half of a surrogate pair: it has no UTF-8 form`;
  if (Buffer.byteLength(prompt) > PROMPT_MAX_BYTES) return msg`is longer than ${PROMPT_MAX_BYTES} bytes`;
  return undefined;
}

/** False for half of a surrogate pair: it would reach the child as another character. */
export function isWellFormed(text: string): boolean {
  return !/\p{Cs}/u.test(text);
}

/** Why this delivery cannot carry the prompt, or nothing. */
function judgeDelivery(
  agent: Agent,
  delivery: Delivery,
  request: LaunchRequest,
  platform: NodeJS.Platform,
): Printable | undefined {
  const prompt = request.prompt ?? "";
  const sigil = findSigil(agent, delivery, prompt);
  if (sigil !== undefined) return msg`a prompt that begins with ${sigil} is a command of the agent's prompt line there`;
  if (delivery.via === "stdin") return undefined;
  if (delivery.via === "file")
    return request.tmpdir === undefined ? msg`no private temporary folder was given to put it in` : undefined;
  const bytes = Buffer.byteLength(prompt);
  if (delivery.via === "paste") {
    if (NOT_PASTABLE.test(prompt)) return msg`it holds control characters, which a terminal would act on`;
    return bytes > PASTE_MAX_BYTES ? msg`it is longer than ${PASTE_MAX_BYTES} bytes` : undefined;
  }
  if (delivery.dash === "refuse" && prompt.startsWith("-")) return msg`it begins with - and would be read as an option`;
  const template = delivery.args.find((argument) => argument.includes("{PROMPT}"));
  // Behind `--` too: codex and others then read their input, which is closed, and the prompt is gone.
  if (prompt === "-" && template === "{PROMPT}") return msg`a lone - means standard input there`;
  const limit = ARGUMENT_MAX_BYTES - Buffer.byteLength((template ?? "").replace("{PROMPT}", ""));
  if (platform !== "win32" && bytes > limit)
    return msg`it is longer than the ${limit} bytes that fit into the argument`;
  return undefined;
}

/**
 * The first character when the agent reads it as a command there. Where the agent's behaviour was never shown, leading
 * blanks are looked through: some prompt lines trim before they judge.
 */
function findSigil(agent: Agent, delivery: Delivery, prompt: string): string | undefined {
  const first = [...prompt.slice(0, 2)][0] as string;
  if (delivery.sigils.includes(first)) return first;
  if (agent.facts.applied) return undefined;
  const trimmed = prompt.trimStart();
  const inner = trimmed === "" ? undefined : ([...trimmed.slice(0, 2)][0] as string);
  return inner !== undefined && delivery.sigils.includes(inner) ? inner : undefined;
}
