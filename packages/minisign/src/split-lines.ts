const LF = 0x0a;
const CR = 0x0d;

/** One line of a key or signature file. */
export type Line = {
  /** 1-based. */
  number: number;
  /** Without the LF, and without one CR directly before the line's end. */
  content: Uint8Array;
  /** Bytes before the LF; a CR counts, because it fills the C tool's buffer too. */
  size: number;
  /** Ended by LF; the last line of a file may be without. */
  terminated: boolean;
};

/** The first `count` lines; fewer when the bytes end before. Only LF ends a line. */
export function splitLines(bytes: Uint8Array, count: number): Line[] {
  const lines: Line[] = [];
  let start = 0;
  while (lines.length < count && start < bytes.length) {
    const at = bytes.indexOf(LF, start);
    const end = at === -1 ? bytes.length : at;
    const cut = end > start && bytes[end - 1] === CR ? end - 1 : end;
    lines.push({
      number: lines.length + 1,
      content: bytes.subarray(start, cut),
      size: end - start,
      terminated: at !== -1,
    });
    start = end + 1;
  }
  return lines;
}

/** 0-based offset of the first CR or NUL, the two bytes at which the C tool and others cut or swallow text; -1 if none. */
export function findLineControl(content: Uint8Array): number {
  const [carriage, nul] = [content.indexOf(CR), content.indexOf(0)];
  return carriage === -1 || (nul !== -1 && nul < carriage) ? nul : carriage;
}

/** True when the bytes begin with this ASCII text. */
export function startsWithAscii(bytes: Uint8Array, text: string): boolean {
  if (bytes.length < text.length) return false;
  for (let index = 0; index < text.length; index += 1) {
    if (bytes[index] !== text.charCodeAt(index)) return false;
  }
  return true;
}
