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

/** Whether a unit is a mark. */
export function isMark(unit: number): boolean {
  return unit <= MARK_SCREEN_LEFT;
}
