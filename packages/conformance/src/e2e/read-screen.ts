/**
 * Turns what a terminal program wrote into text that can be searched: cursor moves become the space or the line end they
 * stand for, everything else that is not text goes. Good for a passage that the program writes in one go; a program that
 * redraws single cells gives more than one reading of a line.
 */
export function readScreen(output: string): string {
  return (
    output
      // Titles, links, colours asked for; device strings.
      .replaceAll(/\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)/g, "")
      .replaceAll(/\x1b[P_^X][^\x1b]*\x1b\\/g, "")
      // Right: so many blanks. Column: one. Rows: a new line.
      .replaceAll(/\x1b\[(\d*)C/g, (_all, count: string) => " ".repeat(Math.min(Number(count || 1), 200)))
      .replaceAll(/\x1b\[\d*G/g, " ")
      .replaceAll(/\x1b\[[\d;]*[ABEFHdf]/g, "\n")
      .replaceAll(/\x1b\[[0-?]*[ -/]*[@-~]/g, "")
      .replaceAll(/\x1b[ -/]*[0-~]/g, "")
      .replaceAll(/[\x00-\x08\x0b-\x1f\x7f]/g, (control) => (control === "\r" ? "\n" : ""))
  );
}

/** A pattern for `text` in which any run of blanks and line ends may stand for a blank: screens break lines. */
export function asShown(text: string): RegExp {
  const words = text.split(" ").map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(words.join("\\s+"));
}

/**
 * The answers a terminal gives to the questions in `output`: where the cursor is, and what it is. Agents wait for them at
 * their start (codex ends when the cursor's place is not told).
 */
export function answerQuestions(output: string): string {
  let answers = "";
  for (const [question] of output.matchAll(/\x1b\[(?:\?)?6n|\x1b\[0?c/g)) {
    answers += question.endsWith("n") ? "\x1b[1;1R" : "\x1b[?1;2c";
  }
  return answers;
}
