const ESC = "\u001b";
const WORDS =
  "the build of a session reads each file in order and compiles what has changed since the last run while tests wait for their turn with code paths seen before and id fields added".split(
    " ",
  );

/** A small generator with a fixed seed: every run measures the same bytes. */
function makeRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 0x1_0000_0000) * below);
  };
}

/**
 * Output as a coding agent's terminal shows it, about `size` bytes: answers with bold words, diffs in two colours, build logs
 * with times, lists of commits and files, frames, spinners that draw over their line, links and titles; `lastLine` at the end.
 */
export function makeTerminalOutput(size: number, lastLine: string): Buffer {
  const random = makeRandom(20_261_130);
  const words = (count: number) => Array.from({ length: count }, () => WORDS[random(WORDS.length)]).join(" ");
  const hex = (count: number) => Array.from({ length: count }, () => random(16).toString(16)).join("");
  const path = () => `src/${WORDS[random(WORDS.length)]}/${WORDS[random(WORDS.length)]}-${random(90)}.ts`;
  const kinds: (() => string)[] = [
    () => `${words(5)} ${ESC}[1m${words(2)}${ESC}[22m ${words(6)}.`,
    () => `${words(12)}, ${ESC}[36m\`${path()}\`${ESC}[39m ${words(3)}.`,
    () => `${ESC}[32m+  const ${WORDS[random(WORDS.length)]} = ${random(1_000)};${ESC}[0m`,
    () => `${ESC}[31m-  return ${words(2)}(${random(100)});${ESC}[0m`,
    () =>
      `${ESC}[2m12:0${random(10)}:${10 + random(49)}${ESC}[22m ${ESC}[38;5;33minfo${ESC}[0m ${words(6)} in ${random(900)} ms`,
    () => `${ESC}[33m${hex(7)}${ESC}[m ${words(7)}`,
    () => `  ${ESC}[38;2;120;180;255m${path()}${ESC}[39m  ${random(9_000)}  ${hex(16)}`,
    () => `│ ${words(8)} │`,
    () => `${"─".repeat(40)}`,
    () => `\r${ESC}[K${ESC}[35m⠙${ESC}[39m ${words(3)} … ${random(100)}%`,
    () => `${ESC}[2K${ESC}[1G${words(4)}${ESC}[12C${words(1)}`,
    () => `${ESC}]8;;file:///tmp/${path()}${ESC}\\${path()}${ESC}]8;;${ESC}\\ ${words(3)}`,
    () => `${ESC}[32m✓${ESC}[39m ${words(5)} ${ESC}[90m(${random(40)} ms)${ESC}[39m`,
    () => `    at ${words(1)} (${path()}:${random(400)}:${random(80)})`,
  ];
  const lines: string[] = [];
  let length = 0;
  while (length < size) {
    const line = `${kinds[random(kinds.length)]?.()}\r\n`;
    lines.push(line);
    length += Buffer.byteLength(line);
  }
  return Buffer.from(`${lines.join("")}${lastLine}\r\n`);
}

/** Cuts output into chunks as a terminal gives it. */
export function cutIntoChunks(output: Buffer, size: number): Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = 0; at < output.length; at += size) chunks.push(output.subarray(at, at + size));
  return chunks;
}
