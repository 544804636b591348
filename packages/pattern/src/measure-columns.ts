/** First and last unit of ranges that take two columns (Unicode East Asian Width W and F, basic plane). */
const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0x4dbf],
  [0x4e00, 0xa4cf],
  [0xa960, 0xa97c],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
];

/** Ranges that take none: combining marks, joiners, variation selectors, the first half of a pair. */
const NARROWEST: readonly (readonly [number, number])[] = [
  [0x0300, 0x036f],
  [0x200b, 0x200f],
  [0x20d0, 0x20ff],
  [0xd800, 0xdbff],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
];

/**
 * Columns that a unit takes in a terminal. Terminals differ on emoji and newer scripts; a pair counts two. Wrong by one, a
 * wrapped line is not joined, which loses a match and makes none up.
 */
export function measureColumns(unit: number): number {
  if (unit < 0x300) return 1;
  const isIn = (ranges: typeof WIDE) => ranges.some(([low, high]) => unit >= low && unit <= high);
  if (isIn(NARROWEST)) return 0;
  return isIn(WIDE) || (unit >= 0xdc00 && unit <= 0xdfff) ? 2 : 1;
}
