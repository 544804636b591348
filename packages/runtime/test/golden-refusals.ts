import type { RowName } from "./golden-reference-rows.js";

/** A row that is answered otherwise than in the reference, whatever the entry says. */
export type NamedRow = { gives: string; why: string };

/** Rows of one agent. */
export type NamedRows = { readonly [R in RowName]?: NamedRow };

const MODEL: NamedRow = {
  gives: "refused RUNTIME_MODEL_UNSUPPORTED",
  why: "the reference drops the chosen model without a word and starts another one",
};
const RESUME: NamedRow = {
  gives: "refused RUNTIME_RESUME_UNSUPPORTED",
  why: "the reference starts a new conversation without a word where one was to be resumed",
};
const NO_MODEL: NamedRows = { "first+model": MODEL, all: MODEL };
const NO_RESUME: NamedRows = { resume: RESUME, "resume+model+auto": RESUME };

/** The 23 rows in which the reference launcher drops what it was asked for, and this one refuses. */
export const REFUSALS: Readonly<Record<string, NamedRows>> = {
  cline: { ...NO_MODEL, ...NO_RESUME },
  copilot: { ...NO_MODEL, ...NO_RESUME },
  cursor: NO_RESUME,
  goose: NO_RESUME,
  amp: { ...NO_MODEL, ...NO_RESUME, "print+model+auto": MODEL },
  fx: { ...NO_MODEL, "resume+model+auto": MODEL, "print+model+auto": MODEL },
  droid: NO_RESUME,
};

/** Their resume group carries no id: the reference's "resume" is the newest conversation of the folder. */
export const ONLY_CONTINUE: readonly string[] = ["agy", "codex", "hermes", "fx"];

/** A launch the reference has not, and the same answer here. */
export const NOT_THERE = "refused RUNTIME_SURFACE_UNSUPPORTED";
