import type { FlagGroup } from "../agents-json/agent-entry.js";

/** Something that looks right in an entry and fails in every launch. */
export type KnownTrap = {
  /** The program, as the first token of `command`. */
  program: string;
  group: FlagGroup;
  /** Only with this option; any content when absent. */
  flag?: string;
  /** What happens. */
  because: string;
  /** What to write instead. */
  instead: string;
};

const MINTS = "it makes the ids of its conversations itself, and does not know one that is given to it";
const CAPTURE = "learn the id from its output with capture";

/**
 * Maintained by hand from what was seen (agents.json reference, "Flag semantics and traps"). autoApprove is applied to the
 * interactive launch too, so an option of a headless sub-command ends it with an error; session hands over an id of ours.
 */
export const KNOWN_TRAPS: readonly KnownTrap[] = [
  {
    program: "droid",
    group: "autoApprove",
    flag: "--auto",
    because: "only its exec sub-command has --auto, so every interactive launch would end with an error",
    instead: "leave autoApprove out",
  },
  {
    program: "crush",
    group: "autoApprove",
    flag: "--yolo",
    because: "only its run sub-command has --yolo, so every interactive launch would end with an error",
    instead: "leave autoApprove out",
  },
  { program: "codex", group: "session", because: MINTS, instead: CAPTURE },
  { program: "opencode", group: "session", because: MINTS, instead: CAPTURE },
  { program: "kimi", group: "session", because: MINTS, instead: CAPTURE },
  { program: "kilo", group: "session", because: MINTS, instead: CAPTURE },
];

/** The trap that arguments of a group of this program fall into. */
export function findKnownTrap(program: string, group: FlagGroup, args: readonly string[]): KnownTrap | undefined {
  if (args.length === 0) return undefined;
  return KNOWN_TRAPS.find(
    (trap) =>
      trap.program === program.toLowerCase() &&
      trap.group === group &&
      (trap.flag === undefined || args.some((text) => text === trap.flag || text.startsWith(`${trap.flag}=`))),
  );
}
