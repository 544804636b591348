import { compilePattern } from "@slipway/pattern";
import type { Comparison } from "./compare.js";
import { compareSubjects } from "./compare.js";
import type { PatternPeers } from "./pattern-peers.js";

const SOURCES: readonly { title: string; source: string; make: (random: () => number) => string }[] = [
  {
    title: "test ids, UUID",
    source: "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",
    make: (random) => [8, 4, 4, 4, 12].map((count) => draw("0123456789abcdef", count, random)).join("-"),
  },
  {
    title: "test ids, `ses_` and 26 characters",
    source: "^ses_[A-Za-z0-9]{26}$",
    make: (random) => `ses_${draw(LETTERS, 26, random)}`,
  },
  {
    title: "test ids, `ses_` and one character or more",
    source: "^ses_[A-Za-z0-9]+$",
    make: (random) => `ses_${draw(LETTERS, 26, random)}`,
  },
  {
    title: "test ids, three runs of variable length",
    source: "^[0-9]{8,20}_[a-z0-9]{5,40}-[A-Z]{2,9}$",
    make: (random) =>
      `${draw("0123456789", 13, random)}_${draw("abcdef0123", 12, random)}-${draw("ABCDEF", 4, random)}`,
  },
];

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** Ids of one measured call; more than fit in a processor's branch memory. */
const IDS = 512;

/** Whole-id match, half of the ids wrong in their last character: ours against the engine and against re2js. */
export function compareIds({ compileRe2 }: PatternPeers): Comparison[] {
  return SOURCES.flatMap(({ title, source, make }) => {
    const compiled = compilePattern(source);
    if (!compiled.ok) throw new Error("a pattern does not compile");
    const ours = compiled.value;
    const native = new RegExp(source);
    const linear = compileRe2(source);
    const ids = makeIds(make);
    const count = (test: (id: string) => boolean) => {
      let right = 0;
      for (const id of ids) if (test(id)) right += 1;
      return right;
    };
    const subjects = {
      ours: { name: "@slipway/pattern", run: () => count((id) => ours.test(id)) },
      native: { name: "RegExp.test", run: () => count((id) => native.test(id)) },
      linear: { name: "re2js", run: () => count((id) => linear.test(id)) },
    };
    for (const { run } of Object.values(subjects)) if (run() !== IDS / 2) throw new Error("the matchers differ");
    return [
      compareSubjects(title, subjects.ours, subjects.native),
      compareSubjects(title, subjects.ours, subjects.linear),
    ];
  });
}

function makeIds(make: (random: () => number) => string): string[] {
  let state = 7;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 0x1_0000_0000;
  };
  return Array.from({ length: IDS }, (_, index) => {
    const id = make(random);
    // Made of bytes anew, as ids are that come from a file or an output: not a rope of pieces.
    return Buffer.from(index % 2 === 0 ? id : `${id.slice(0, -1)}!`, "latin1").toString("latin1");
  });
}

function draw(letters: string, count: number, random: () => number): string {
  return Array.from({ length: count }, () => letters[Math.floor(random() * letters.length)]).join("");
}
