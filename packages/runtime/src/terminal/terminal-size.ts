/** Columns and rows of a terminal, 1..65535 each. */
export type TerminalSize = { columns: number; rows: number };

/** What a session gets when nobody said: the size programs expect when they cannot ask. */
export const DEFAULT_TERMINAL_SIZE: TerminalSize = { columns: 80, rows: 24 };

/** A size the system takes: a terminal of 0 x 0 makes full-screen programs draw nothing. */
export function fitTerminalSize(size: TerminalSize | undefined): TerminalSize {
  const clampTo = (value: number, fallback: number): number =>
    Number.isFinite(value) && value >= 1 ? Math.min(Math.floor(value), 65_535) : fallback;
  return {
    columns: clampTo(size?.columns ?? Number.NaN, DEFAULT_TERMINAL_SIZE.columns),
    rows: clampTo(size?.rows ?? Number.NaN, DEFAULT_TERMINAL_SIZE.rows),
  };
}
