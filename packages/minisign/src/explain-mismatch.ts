import type { Printable } from "@slipway/errors";
import { printable } from "@slipway/errors";
import { judgeWhole } from "./judge-message.js";
import type { OpenedPublicKey } from "./parse-public-key.js";
import type { OpenedSignature } from "./parse-signature.js";
import type { Engine } from "./verify-engine.js";

/**
 * Bytes of a message for which the usual accidents are tried. Each of the at most five tries hashes the message again;
 * a replayed genuine signature over a huge file must not cost six times the work.
 */
export const HINT_MESSAGE_MAX_BYTES = 4_194_304;

const LF = 0x0a;
const CR = 0x0d;

/**
 * Says which accident happened to a message whose signature file is intact: another line ending (an editor, `autocrlf`),
 * a byte order mark, a final newline. The commonest real cause of a signature that fails. The message stays refused:
 * what was signed is not what was handed over.
 */
export function explainMismatch(
  engine: Engine,
  message: Uint8Array,
  signature: OpenedSignature,
  key: OpenedPublicKey,
): Printable | undefined {
  if (message.length > HINT_MESSAGE_MAX_BYTES) return undefined;
  for (const { change, hint } of ACCIDENTS) {
    const changed = change(message);
    if (changed === undefined) continue;
    if (judgeWhole(engine, signature, [key], changed).judgement === "authentic") return printable(hint);
  }
  return undefined;
}

const ACCIDENTS: readonly { change: (message: Uint8Array) => Uint8Array | undefined; hint: string }[] = [
  {
    change: dropCarriageReturns,
    hint: "it would verify with LF line ends: the file was converted to CRLF after it was signed",
  },
  {
    change: addCarriageReturns,
    hint: "it would verify with CRLF line ends: the file was converted to LF after it was signed",
  },
  {
    change: (message) => (hasByteOrderMark(message) ? message.subarray(3) : undefined),
    hint: "it would verify without the byte order mark at its start, which was added after it was signed",
  },
  { change: dropFinalNewline, hint: "it would verify without its final newline, which was added after it was signed" },
  {
    change: (message) => (message.at(-1) === LF ? undefined : concat(message, LF)),
    hint: "it would verify with a final newline, which was removed after it was signed",
  },
];

function hasByteOrderMark(message: Uint8Array): boolean {
  return message[0] === 0xef && message[1] === 0xbb && message[2] === 0xbf;
}

function dropFinalNewline(message: Uint8Array): Uint8Array | undefined {
  if (message.at(-1) !== LF) return undefined;
  return message.subarray(0, message.at(-2) === CR ? -2 : -1);
}

function concat(message: Uint8Array, byte: number): Uint8Array {
  const longer = new Uint8Array(message.length + 1);
  longer.set(message);
  longer[message.length] = byte;
  return longer;
}

function dropCarriageReturns(message: Uint8Array): Uint8Array | undefined {
  const changed = new Uint8Array(message.length);
  let length = 0;
  for (let index = 0; index < message.length; index += 1) {
    if (message[index] === CR && message[index + 1] === LF) continue;
    changed[length] = message[index] as number;
    length += 1;
  }
  return length === message.length ? undefined : changed.subarray(0, length);
}

function addCarriageReturns(message: Uint8Array): Uint8Array | undefined {
  const changed = new Uint8Array(message.length * 2);
  let length = 0;
  for (let index = 0; index < message.length; index += 1) {
    if (message[index] === LF && message[index - 1] !== CR) {
      changed[length] = CR;
      length += 1;
    }
    changed[length] = message[index] as number;
    length += 1;
  }
  return length === message.length ? undefined : changed.subarray(0, length);
}
