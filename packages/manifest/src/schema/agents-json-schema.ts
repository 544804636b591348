import { z } from "zod";
import type { Trust } from "../agent.js";
import { FLAG_GROUPS } from "../agents-json/agent-entry.js";
import { FLAGS } from "../agents-json/check-capture.js";
import { PROGRAM, TOKEN } from "../agents-json/check-command.js";
import { GLYPHS, ICON } from "../agents-json/check-display.js";
import { CONTROL } from "../agents-json/check-groups.js";
import { DATE, SCHEMA } from "../agents-json/check-header.js";
import { ID } from "../agents-json/check-identity.js";
import { DIGEST } from "../agents-json/check-removed.js";
import {
  ARGUMENT_TEMPLATE_MAX_BYTES,
  CAPTURE_PATTERN_MAX_LENGTH,
  CLEAR_COMMAND_MAX_LENGTH,
  COMMAND_MAX_LENGTH,
  ENTRIES_MAX,
  GROUP_MAX_ARGUMENTS,
  ICON_MAX_LENGTH,
  NAME_MAX_LENGTH,
  REASON_MAX_LENGTH,
  URL_MAX_LENGTH,
  VERSION_MAX_LENGTH,
} from "../limits.js";

/** The text of a pattern without its anchors, to build a longer one of it. */
const inner = (pattern: RegExp): string => pattern.source.replace(/^\^|\$$/g, "");

/** A text of a few characters that is not blank; characters and not UTF-16 units, as the reader counts. */
const shown = (max: number) => z.string().regex(new RegExp(`^(?=.*\\S).{1,${max}}$`, "u"));

const argument = z
  .string()
  .max(ARGUMENT_TEMPLATE_MAX_BYTES)
  .regex(new RegExp(`^${CONTROL.source.replace("[", "[^")}*$`));
const group = z.array(argument).max(GROUP_MAX_ARGUMENTS);

const id = z.string().regex(ID);
const name = shown(NAME_MAX_LENGTH);
const command = z
  .string()
  .max(COMMAND_MAX_LENGTH)
  .regex(new RegExp(`^${inner(PROGRAM)}(?: (?!-)${inner(TOKEN)})*$`));
const iconFile = z.string().max(ICON_MAX_LENGTH).regex(ICON);
const glyph = z.string().regex(new RegExp(`^lucide:(?:${GLYPHS.join("|")})$`));

const captureParts = {
  pattern: z.string().max(CAPTURE_PATTERN_MAX_LENGTH),
  flags: z.string().regex(FLAGS).exactOptional(),
  resume: group.min(1),
};

/** Members that every layer has alike. */
const common = {
  id,
  adapter: z.literal("cli").exactOptional(),
  mono: z.boolean().exactOptional(),
  downloadUrl: z
    .string()
    .max(URL_MAX_LENGTH)
    .regex(/^[Hh][Tt][Tt][Pp][Ss]:[!-[\]-~]+$/)
    .exactOptional(),
  minAppVersion: z.string().max(VERSION_MAX_LENGTH).exactOptional(),
  clearCommand: z
    .string()
    .regex(new RegExp(`^\\s*[!-~](?:[ -~]{0,${CLEAR_COMMAND_MAX_LENGTH - 2}}[!-~])?\\s*$`))
    .exactOptional(),
  flags: z.strictObject(Object.fromEntries(FLAG_GROUPS.map((one) => [one, group.exactOptional()]))).exactOptional(),
};

const wholeEntry = z.strictObject({
  ...common,
  name,
  command,
  icon: iconFile.exactOptional(),
  capture: z.strictObject(captureParts).exactOptional(),
});

/** An entry over one of a lower layer says what it changes. */
const patchEntry = z.strictObject({
  ...common,
  name: name.exactOptional(),
  command: command.exactOptional(),
  icon: iconFile.exactOptional(),
  capture: z.strictObject(captureParts).partial().exactOptional(),
});

const ownEntry = patchEntry.extend({
  icon: z.union([iconFile, glyph]).exactOptional(),
  custom: z.boolean().exactOptional(),
  hidden: z.boolean().exactOptional(),
});

const header = { schema: z.literal(SCHEMA), updatedAt: z.string().regex(DATE) };

const catalogOnly = {
  removed: z
    .array(z.strictObject({ id, reason: shown(REASON_MAX_LENGTH) }))
    .max(ENTRIES_MAX)
    .exactOptional(),
  iconDigests: z.record(iconFile, z.string().regex(DIGEST)).exactOptional(),
};

/**
 * agents.json by layer: whole entries in the floor that is shipped, whole ones or changes in a signed catalog and in the
 * user's own. It says what can be said of one value at a time: a document that fails here has an error or a warning of the
 * reader, and one that passes may still have: the rules that look at several values are the reader's alone.
 */
export const AGENTS_JSON_SCHEMAS = {
  "first-party": z.strictObject({ ...header, agents: z.array(wholeEntry).max(ENTRIES_MAX), ...catalogOnly }),
  signed: z.strictObject({ ...header, agents: z.array(patchEntry).max(ENTRIES_MAX), ...catalogOnly }),
  local: z.strictObject({ ...header, agents: z.array(ownEntry).max(ENTRIES_MAX) }),
} as const satisfies Record<Trust, z.ZodType>;
