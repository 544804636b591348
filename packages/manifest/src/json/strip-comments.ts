/**
 * The text with every comment of JSONC turned to blanks, line ends kept, so that offsets, lines and columns stay those of the
 * source. What looks like a comment inside a string stays; a block comment without an end stays too, for the reader
 * to refuse.
 */
export function stripComments(text: string): { text: string; comments: number } {
  const kept: string[] = [];
  let comments = 0;
  let from = 0;
  for (let at = 0; at < text.length; ) {
    const unit = text[at];
    if (unit === '"') at = skipString(text, at);
    else if (unit === "/" && (text[at + 1] === "/" || text[at + 1] === "*")) {
      const end = findEnd(text, at);
      if (end === -1) break;
      kept.push(text.slice(from, at), text.slice(at, end).replace(/[^\r\n]/g, " "));
      comments += 1;
      from = end;
      at = end;
    } else at += 1;
  }
  kept.push(text.slice(from));
  return { text: kept.join(""), comments };
}

function skipString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const unit = text[at];
    if (unit === "\\") at += 1;
    else if (unit === '"') return at + 1;
    // JSON has no line end in a string: the string is cut, and what follows is judged as it stands.
    else if (unit === "\n") return at;
  }
  return text.length;
}

function findEnd(text: string, start: number): number {
  if (text[start + 1] === "*") {
    const end = text.indexOf("*/", start + 2);
    return end === -1 ? -1 : end + 2;
  }
  for (let at = start; at < text.length; at += 1) if (text[at] === "\n" || text[at] === "\r") return at;
  return text.length;
}
