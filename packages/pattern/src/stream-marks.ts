/**
 * Marks in the stream of stripped output, at codes that no text has (controls become marks). The matcher asks for them
 * before it asks any set of characters, so each ends every match that runs into it, a negated class included.
 */
export const MARK_MOVED = 0;
/** A sequence that leaves the cursor where it is (an erase to the right, a mode, a title). */
export const MARK_STILL = 1;
/** The stream was cut here: what stood before is unknown. */
export const MARK_CUT = 2;
/** The alternate screen was entered. */
export const MARK_SCREEN_ENTERED = 3;
/** The alternate screen was left. */
export const MARK_SCREEN_LEFT = 4;

/**
 * Whether a unit is one of `\w`. The place where a stream was cut counts as one, because what stood there may have been any
 * character; other marks and the edges of the stream (-1) do not.
 */
export function isWord(unit: number): boolean {
  const lower = unit | 0x20;
  return (
    (unit >= 0x30 && unit <= 0x39) ||
    (lower >= 0x61 && lower <= 0x7a && unit > 0x40) ||
    unit === 0x5f ||
    unit === MARK_CUT
  );
}

/** Whether a unit is a mark. */
export function isMark(unit: number): boolean {
  return unit <= MARK_SCREEN_LEFT;
}
