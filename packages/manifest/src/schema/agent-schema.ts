import { z } from "zod";
import { INPUT_FORMS } from "../agent.js";
import {
  DAEMON_HABITS,
  DIALOG_READERS,
  EXIT_REASONS,
  GATE_DEFAULTS,
  GATE_OCCASIONS,
  GATES,
  MENU_READERS,
  READY_SIGNS,
  SIGN_IN_QUESTIONS,
  UPDATER_HABITS,
} from "../agent-behaviour.js";
import { ID } from "../agents-json/check-identity.js";
import {
  BYPASS_MEANINGS,
  BYPASS_MEMORIES,
  BYPASS_VOIDS,
  DEFAULT_BEHAVIOURS,
  PERMISSION_MODES,
} from "../permission-modes.js";
import { REPORT_FORMATS } from "../report-format.js";
import { engine, install, signIn, store, transcript, upkeep, usage } from "./beside-schema.js";

const text = z.string();
const args = z.array(text);
const trust = z.enum(["first-party", "signed", "local"]);
const mode = z.enum(PERMISSION_MODES);

const part = z.discriminatedUnion("slot", [
  z.strictObject({ slot: z.literal("args"), args }),
  z.strictObject({ slot: z.literal("model"), args }),
  z.strictObject({
    slot: z.literal("approval"),
    inherits: z.boolean(),
    plan: args.exactOptional(),
    ask: args.exactOptional(),
    acceptEdits: args.exactOptional(),
    bypass: args.exactOptional(),
  }),
  z.strictObject({ slot: z.literal("report"), args }),
  z.strictObject({ slot: z.literal("input"), takes: z.enum(INPUT_FORMS), args }),
  z.strictObject({ slot: z.literal("extra") }),
  z.strictObject({ slot: z.literal("prompt") }),
]);

const delivery = z.discriminatedUnion("via", [
  z.strictObject({ via: z.literal("argv"), args, dash: z.enum(["safe", "refuse"]), sigils: text }),
  z.strictObject({ via: z.literal("stdin"), args, sigils: text }),
  z.strictObject({ via: z.literal("paste"), sigils: text }),
  z.strictObject({ via: z.literal("file"), args, sigils: text }),
]);

const idEvent = z.discriminatedUnion("from", [
  z.strictObject({
    from: z.literal("text"),
    stream: z.enum(["stdout", "stderr", "pty"]),
    when: z.enum(["running", "exit"]),
    search: text,
    flags: text.exactOptional(),
  }),
  z.strictObject({
    from: z.literal("jsonl"),
    stream: z.enum(["stdout", "stderr"]),
    where: z.record(text, text),
    key: text,
    needsReport: z.boolean(),
  }),
  z.strictObject({ from: z.literal("store"), layout: text }),
]);

const byDefault = z.enum(DEFAULT_BEHAVIOURS);

const cell = z.strictObject({
  parts: z.array(part),
  prompt: z.strictObject({ need: z.enum(["none", "optional", "required"]), deliveries: z.array(delivery) }),
  target: z.enum(["own-id", "minted", "id", "last-in-folder", "none"]),
  idEvents: z.array(idEvent),
  reportFormat: z.enum(REPORT_FORMATS).exactOptional(),
  approval: z.strictObject({ byDefault, always: mode.exactOptional() }).exactOptional(),
});
const cells = z.strictObject({
  new: cell.exactOptional(),
  resume: cell.exactOptional(),
  continue: cell.exactOptional(),
});

const origin = trust.exactOptional();
const origins = z.strictObject({
  command: origin,
  launch: origin,
  capture: origin,
  bypass: origin,
  places: origin,
  facts: origin,
  models: origin,
  terminal: origin,
  store: origin,
  install: origin,
  display: origin,
});

const terminal = z.strictObject({
  ready: z.enum(READY_SIGNS),
  typing: z
    .strictObject({ afterReadyMs: z.number(), betweenKeysMs: z.number(), beforeEnterMs: z.number() })
    .exactOptional(),
  gates: z.array(z.strictObject({ name: z.enum(GATES), when: z.enum(GATE_OCCASIONS), enter: z.enum(GATE_DEFAULTS) })),
  prefixes: text,
  repaint: z.literal("wipe").exactOptional(),
  menu: z.strictObject({ reader: z.enum(MENU_READERS), digitSubmits: z.boolean() }).exactOptional(),
  dialog: z.enum(DIALOG_READERS).exactOptional(),
});

const approval = z.strictObject({
  byDefault,
  always: mode.exactOptional(),
  bypassRefusedAsRoot: z.boolean(),
  bypass: z
    .strictObject({
      means: z.enum(BYPASS_MEANINGS),
      sticks: z.enum(BYPASS_MEMORIES),
      voidIn: z.array(z.enum(BYPASS_VOIDS)),
    })
    .exactOptional(),
});

const model = z.strictObject({
  accepts: z.enum(["any", "list", "none", "configured-elsewhere"]),
  onResume: z.enum(["applies", "same-only", "refused"]).exactOptional(),
  list: z.array(z.strictObject({ id: text, aliases: z.array(text), contextWindow: z.number().exactOptional() })),
});

const display = z.strictObject({
  icon: text.exactOptional(),
  mono: z.boolean(),
  downloadUrl: text.exactOptional(),
  clearCommand: text.exactOptional(),
  publisher: text.exactOptional(),
  release: text.exactOptional(),
  badge: text.exactOptional(),
  accent: text.exactOptional(),
  order: z.number().exactOptional(),
});

/** The launch model as plain JSON: what another program may rely on when it is handed an agent. */
export const agentSchema = z.strictObject({
  id: text.regex(ID),
  name: text,
  trust,
  origins,
  engine: engine.exactOptional(),
  program: z.strictObject({
    names: z.array(text),
    prefix: args,
    searchPaths: z.array(text),
    envVar: text,
    npmGlobal: z.boolean().exactOptional(),
  }),
  sessionId: z.strictObject({
    minter: z.enum(["host", "agent", "none"]),
    pattern: text.exactOptional(),
    reuse: z.enum(["refused", "opens", "unknown"]),
    prefix: text.exactOptional(),
  }),
  model,
  approval,
  launch: z.strictObject({
    pty: cells.exactOptional(),
    headless: cells.exactOptional(),
    probe: cells.exactOptional(),
  }),
  version: args.exactOptional(),
  signIn: signIn.exactOptional(),
  signInStatus: z.strictObject({ asked: z.enum(SIGN_IN_QUESTIONS) }).exactOptional(),
  environment: z.array(text),
  terminal: terminal.exactOptional(),
  exits: z.array(z.strictObject({ code: z.number(), reasons: z.array(z.enum(EXIT_REASONS)) })).exactOptional(),
  background: z.strictObject({ daemon: z.enum(DAEMON_HABITS), updater: z.enum(UPDATER_HABITS) }).exactOptional(),
  store: store.exactOptional(),
  transcript: transcript.exactOptional(),
  usage: usage.exactOptional(),
  install: install.exactOptional(),
  capabilities: z
    .array(z.enum(["archive", "handoff-target", "seed-start", "orchestrator-input", "raw-tty", "owns-transcript"]))
    .exactOptional(),
  upkeep: upkeep.exactOptional(),
  facts: z.strictObject({
    applied: z.boolean(),
    row: text.exactOptional(),
    note: z.enum(["VERSION_OUTSIDE", "VERSION_UNKNOWN", "NO_FACTS", "COMMAND_OVERRIDDEN"]).exactOptional(),
  }),
  display,
});
