import { MARK_MOVED, MARK_STILL } from "./stream-marks.js";

/** Bytes of a control sequence or string that are measured; longer ones are left to the filter. */
const CONTROL_MAX_BYTES = 34;
const STRING_MAX_BYTES = 1_024;

const ESC = 0x1b;

/** The sequence or character cannot be told here, or is not whole. */
export const SEQUENCE_UNKNOWN = 0;

/** In place of a unit: the sequence adds nothing to the stripped output. */
export const SEQUENCE_NOTHING = 0x1ffff;

/**
 * Measures the sequence or the character beyond ASCII at `at`: its bytes from bit 17 on, below them the unit that the filter
 * would have made of it. One number, because this is asked for every colour of an output. Marks that keep no match apart
 * are told alike.
 */
export function measureSequence(bytes: Uint8Array, at: number, to: number, beyond: boolean): number {
  const byte = bytes[at] as number;
  if (byte === ESC) {
    const kind = at + 1 < to ? bytes[at + 1] : 0;
    if (kind === 0x5b) return measureControl(bytes, at, to);
    return kind === 0x5d ? measureString(bytes, at, to) : SEQUENCE_UNKNOWN;
  }
  if (beyond || byte < 0xc3 || at + 2 > to) return SEQUENCE_UNKNOWN;
  const second = bytes[at + 1] as number;
  if ((second & 0xc0) !== 0x80) return SEQUENCE_UNKNOWN;
  if (byte <= 0xdf) return (2 << 17) | ((byte & 0x1f) << 6) | (second & 0x3f);
  // What follows these first bytes has bounds of its own.
  if (byte === 0xe0 || byte === 0xed || byte > 0xef || at + 3 > to) return SEQUENCE_UNKNOWN;
  const third = bytes[at + 2] as number;
  if ((third & 0xc0) !== 0x80) return SEQUENCE_UNKNOWN;
  return (3 << 17) | ((byte & 0x0f) << 12) | ((second & 0x3f) << 6) | (third & 0x3f);
}

function measureControl(bytes: Uint8Array, at: number, to: number): number {
  const limit = Math.min(to, at + CONTROL_MAX_BYTES);
  let end = at + 2;
  let isSimple = true;
  let mayBeScreen = false;
  while (end < limit) {
    const byte = bytes[end] as number;
    if (byte < 0x20 || byte > 0x3f) break;
    if (byte < 0x30 || byte > 0x3b) isSimple = false;
    // The modes of the alternate screen are 47, 1047 and 1049.
    if (byte === 0x37 || byte === 0x39) mayBeScreen = true;
    end += 1;
  }
  if (end >= limit) return SEQUENCE_UNKNOWN;
  const final = bytes[end] as number;
  if (final < 0x40 || final > 0x7e) return SEQUENCE_UNKNOWN;
  if ((final === 0x68 || final === 0x6c) && mayBeScreen) return SEQUENCE_UNKNOWN;
  const length = end + 1 - at;
  return (length << 17) | (final === 0x6d && isSimple ? SEQUENCE_NOTHING : MARK_MOVED);
}

/** An operating system command of printable ASCII: a link, or anything else (a title). */
function measureString(bytes: Uint8Array, at: number, to: number): number {
  const limit = Math.min(to, at + STRING_MAX_BYTES);
  let end = at + 2;
  while (end < limit && (bytes[end] as number) >= 0x20 && (bytes[end] as number) < 0x7f) end += 1;
  if (end >= limit) return SEQUENCE_UNKNOWN;
  const isLink = bytes[at + 2] === 0x38 && bytes[at + 3] === 0x3b && end >= at + 4;
  const unit = isLink ? SEQUENCE_NOTHING : MARK_STILL;
  if (bytes[end] === 0x07) return ((end + 1 - at) << 17) | unit;
  const isEnded = bytes[end] === ESC && end + 1 < to && bytes[end + 1] === 0x5c;
  return isEnded ? ((end + 2 - at) << 17) | unit : SEQUENCE_UNKNOWN;
}
