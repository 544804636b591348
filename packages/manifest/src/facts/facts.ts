import type { Agent, Trust } from "../agent.js";
import type { Background, ExitMeaning, SignInStatus, TerminalBehaviour } from "../agent-behaviour.js";
import type { Approval } from "../permission-modes.js";
import type { ReportFormat } from "../report-format.js";
import type { ApprovalKind } from "./kinds/approvals.js";
import type { DeliveryKind } from "./kinds/deliveries.js";
import type { FrameKind } from "./kinds/frames.js";
import type { IdEventKind } from "./kinds/id-events.js";
import type { InputKind } from "./kinds/inputs.js";

/** Reviewed environment settings, by name. Which variable and value each is for an agent, a table of the runtime says. */
export const ENVIRONMENT_SWITCHES = Object.freeze([
  "no-autoupdate",
  "no-telemetry",
  "no-relaunch",
  "no-compile-cache",
] as const);

/** One of {@link ENVIRONMENT_SWITCHES}. */
export type EnvironmentSwitch = (typeof ENVIRONMENT_SWITCHES)[number];

/** Reviewed arguments that keep a launch to itself. `no-daemon`: no shared background server outlives the session. */
export const LAUNCH_SWITCHES = Object.freeze(["no-daemon"] as const);

/** One of {@link LAUNCH_SWITCHES}. */
export type LaunchSwitch = (typeof LAUNCH_SWITCHES)[number];

/** The argument that makes a program print its version and end. */
export const VERSION_FLAGS = Object.freeze(["--version", "-V", "-v", "version"] as const);

/** How a fact was come by: `run` seen to happen, `help` read from the program's own help, `documented` by its vendor. */
export const EVIDENCE_KINDS = Object.freeze(["run", "help", "documented", "none"] as const);

/** Where a fact comes from. */
export type Evidence = {
  how: (typeof EVIDENCE_KINDS)[number];
  /** The version it was seen with. */
  version: string;
  /** The name of the check that shows it, which another person can run again. */
  check?: string;
  /** What a maintainer should know, for people only. */
  note?: string;
};

/** A fact with evidence of its own, where it differs from the row's. */
export type Shown = { evidence?: Evidence };

/** A way to hand over the prompt, and the first characters that the agent reads as a command there. */
export type FactDelivery = { how: DeliveryKind; sigils: string } & Shown;

/** One launch, by the names of its reviewed kinds. */
export type FactCell = {
  kind: FrameKind;
  /** In order of preference; empty: no prompt can be handed over. */
  prompt: FactDelivery[];
  idEvents: IdEventKind[];
  /** The structured output that can be asked for; absent: none was seen. */
  report?: ReportFormat;
  approval: ApprovalKind;
  switches: LaunchSwitch[];
  /** What it takes besides a prompt; absent: nothing. */
  inputs?: InputKind[];
} & Shown;

/** The launches of one surface that a row states; the others of that surface do not exist. */
export type FactCells = { new?: FactCell; resume?: FactCell; continue?: FactCell };

/** What is known of one agent in a range of its versions. Names only: no variable, no URL, no path, no free argument. */
export type FactRow = {
  agent: string;
  /** The program the row was seen with; another program of the same agent id is not it. */
  program: string;
  /** A range of semantic versions. */
  versions: string;
  /** How the program is asked for its version; absent: it is not asked, because it may take the argument for a prompt. */
  versionFlag?: (typeof VERSION_FLAGS)[number];
  sessionId: {
    minter: Agent["sessionId"]["minter"];
    reuse: Agent["sessionId"]["reuse"];
    /** A pattern of the session-id grammar. */
    pattern: string;
  };
  approval: Approval & Shown;
  pty?: FactCells;
  headless?: FactCells;
  /** How it behaves at a terminal: when it can be typed to, how fast, what stands before its prompt. */
  terminal?: Pick<TerminalBehaviour, "ready" | "typing" | "gates" | "prefixes"> & Shown;
  /** Exit codes that were seen, each with every reason it was seen for. */
  exits: (ExitMeaning & Shown)[];
  /** What outlives the session, and what changes the program behind it. */
  background?: Background & Shown;
  /** How it is asked whether somebody is signed in; absent: it is not asked. */
  signInStatus?: SignInStatus & Shown;
  environment: EnvironmentSwitch[];
  /** Of every fact of the row that has none of its own. */
  evidence: Evidence;
};

/** A facts document. Rows of one agent stand oldest to newest. */
export type Facts = {
  rows: FactRow[];
  updatedAt: string;
  /** Where the bytes were loaded from; absent: from the layer of the agent they are applied to. */
  trust?: Trust;
};
