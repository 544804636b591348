import { z } from "zod";
import {
  DAEMON_HABITS,
  EXIT_REASONS,
  GATE_DEFAULTS,
  GATE_OCCASIONS,
  GATES,
  READY_SIGNS,
  SIGN_IN_QUESTIONS,
  UPDATER_HABITS,
} from "../agent-behaviour.js";
import { PROGRAM } from "../agents-json/check-command.js";
import { DATE, SCHEMA } from "../agents-json/check-header.js";
import { ID } from "../agents-json/check-identity.js";
import { ENVIRONMENT_SWITCHES, EVIDENCE_KINDS, LAUNCH_SWITCHES, VERSION_FLAGS } from "../facts/facts.js";
import { APPROVAL_KINDS } from "../facts/kinds/approvals.js";
import { DELIVERY_KINDS } from "../facts/kinds/deliveries.js";
import { FRAME_KINDS } from "../facts/kinds/frames.js";
import { ID_EVENT_KINDS } from "../facts/kinds/id-events.js";
import { INPUT_KINDS } from "../facts/kinds/inputs.js";
import { KIND } from "../facts/parse-facts.js";
import { EXITS_MAX, GATES_MAX, PAUSE_MAX_MS } from "../facts/read-behaviour.js";
import { SIGILS } from "../facts/read-cells.js";
import { CHECK, NOTE_MAX_LENGTH } from "../facts/read-evidence.js";
import { FACT_ROWS_MAX, VERSION_MAX_LENGTH } from "../limits.js";
import {
  BYPASS_MEANINGS,
  BYPASS_MEMORIES,
  BYPASS_VOIDS,
  DEFAULT_BEHAVIOURS,
  PERMISSION_MODES,
} from "../permission-modes.js";
import { REPORT_FORMATS } from "../report-format.js";

/** A list of names of a vocabulary; absent is empty. */
const names = <const N extends string>(vocabulary: readonly N[]) =>
  z.array(z.enum(vocabulary)).max(vocabulary.length).exactOptional();

const evidence = z.strictObject({
  how: z.enum(EVIDENCE_KINDS),
  version: z.string().max(VERSION_MAX_LENGTH),
  check: z.string().regex(CHECK).exactOptional(),
  note: z.string().max(NOTE_MAX_LENGTH).exactOptional(),
});
const shown = { evidence: evidence.exactOptional() };
const sigils = z.string().regex(SIGILS);

const cell = z.strictObject({
  kind: z.enum(FRAME_KINDS),
  prompt: z
    .array(z.strictObject({ how: z.enum(DELIVERY_KINDS), sigils, ...shown }))
    .max(DELIVERY_KINDS.length)
    .exactOptional(),
  idEvents: names(ID_EVENT_KINDS),
  report: z.enum(REPORT_FORMATS).exactOptional(),
  approval: z.enum(APPROVAL_KINDS).exactOptional(),
  switches: names(LAUNCH_SWITCHES),
  inputs: names(INPUT_KINDS),
  ...shown,
});
const cells = z
  .strictObject({ new: cell.exactOptional(), resume: cell.exactOptional(), continue: cell.exactOptional() })
  .exactOptional();

const approval = z.strictObject({
  byDefault: z.enum(DEFAULT_BEHAVIOURS),
  always: z.enum(PERMISSION_MODES).exactOptional(),
  bypassRefusedAsRoot: z.boolean(),
  bypass: z
    .strictObject({ means: z.enum(BYPASS_MEANINGS), sticks: z.enum(BYPASS_MEMORIES), voidIn: names(BYPASS_VOIDS) })
    .exactOptional(),
  ...shown,
});

const pause = z.int().min(0).max(PAUSE_MAX_MS);
const gate = z.strictObject({ name: z.enum(GATES), when: z.enum(GATE_OCCASIONS), enter: z.enum(GATE_DEFAULTS) });
const terminal = z.strictObject({
  ready: z.enum(READY_SIGNS),
  typing: z.strictObject({ afterReadyMs: pause, betweenKeysMs: pause, beforeEnterMs: pause }).exactOptional(),
  gates: z.array(gate).max(GATES_MAX).exactOptional(),
  prefixes: sigils,
  ...shown,
});

const row = z.strictObject({
  agent: z.string().regex(ID),
  program: z.string().regex(PROGRAM),
  versions: z.string().max(VERSION_MAX_LENGTH),
  versionFlag: z.enum(VERSION_FLAGS).exactOptional(),
  sessionId: z.strictObject({
    minter: z.enum(["host", "agent", "none"]),
    reuse: z.enum(["refused", "opens", "unknown"]),
    pattern: z.string(),
  }),
  approval,
  pty: cells,
  headless: cells,
  terminal: terminal.exactOptional(),
  exits: z
    .array(z.strictObject({ code: z.int().min(1).max(255), reasons: names(EXIT_REASONS), ...shown }))
    .max(EXITS_MAX)
    .exactOptional(),
  background: z
    .strictObject({ daemon: z.enum(DAEMON_HABITS), updater: z.enum(UPDATER_HABITS), ...shown })
    .exactOptional(),
  signInStatus: z.strictObject({ asked: z.enum(SIGN_IN_QUESTIONS), ...shown }).exactOptional(),
  environment: names(ENVIRONMENT_SWITCHES),
  evidence,
});

/**
 * A facts document. One that the reader takes without an issue passes; the rules that look at several values (a frame of
 * another surface, a bypass that sticks) are the reader's alone.
 */
export const factsSchema = z.strictObject({
  kind: z.literal(KIND),
  schema: z.literal(SCHEMA),
  updatedAt: z.string().regex(DATE),
  rows: z.array(row).max(FACT_ROWS_MAX),
});
