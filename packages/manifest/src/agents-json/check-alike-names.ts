import { msg } from "@slipway/errors";
import type { EntryReport } from "./entry-report.js";

/** Letters of other alphabets that are drawn as a Latin one (Unicode TR 39, confusables, those of common fonts). */
const LATIN_TWINS = new Map(
  [
    ["\u0430\u03b1", "a"],
    ["\u0432\u03b2", "b"],
    ["\u0441\u03f2", "c"],
    ["\u0501", "d"],
    ["\u0435\u03b5", "e"],
    ["\u04bb", "h"],
    ["\u0456\u03b9\u0131", "i"],
    ["\u0458", "j"],
    ["\u043a\u03ba", "k"],
    ["\u04cf", "l"],
    ["\u043c", "m"],
    ["\u043d\u03b7", "n"],
    ["\u043e\u03bf\u0585", "o"],
    ["\u0440\u03c1", "p"],
    ["\u0455", "s"],
    ["\u0442\u03c4", "t"],
    ["\u0446\u057d", "u"],
    ["\u03bd", "v"],
    ["\u0445\u03c7", "x"],
    ["\u0443\u03b3", "y"],
  ].flatMap(([twins = "", letter = ""]) => [...twins].map((twin) => [twin, letter] as const)),
);

/** What is left of a name when letters that look alike are one: without case, marks, blanks and joining signs. */
export function readSkeleton(name: string): string {
  // Most names are ASCII, and the rest of this leaves ASCII as it is.
  if (isAscii(name)) return name.toLowerCase().replace(/[\s._-]/g, "");
  const plain = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\s._-]|\p{M}/gu, "");
  return [...plain].map((letter) => LATIN_TWINS.get(letter) ?? letter).join("");
}

/** A word that has Latin letters and others of an alphabet with twins of them. */
function findMixedWord(name: string): string | undefined {
  return name
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .find(
      (word) =>
        /\p{Script=Latin}/u.test(word) && /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]/u.test(word),
    );
}

/**
 * Warns of a name that can be taken for another one's. `others` holds the ids behind the skeletons of the entries before it
 * and of the layers below, where an agent that is overridden may keep its name.
 */
export function checkAlikeName(
  { id, name }: { id: string; name: string },
  others: ReadonlyMap<string, string>,
  report: EntryReport,
): void {
  const path = ["name"];
  const mixed = isAscii(name) ? undefined : findMixedWord(name);
  if (mixed !== undefined)
    report.tell("MANIFEST_NAME_CONFUSABLE", {
      severity: "warning",
      path,
      message: msg`the word ${mixed} of the name mixes alphabets`,
      hint: msg`write it in one alphabet`,
    });
  const other = others.get(readSkeleton(name));
  if (other !== undefined && other !== id)
    report.tell("MANIFEST_NAME_CONFUSABLE", {
      severity: "warning",
      path,
      message: msg`the name looks like that of agent ${other}`,
      hint: msg`give each agent a name of its own`,
    });
}

function isAscii(text: string): boolean {
  return /^[ -~]*$/.test(text);
}
