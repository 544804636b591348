import type { Printable } from "@slipway/errors";
import type {
  IdEvent,
  IdTarget,
  PermissionMode,
  ReportFormat,
  Start,
  Surface,
  TerminalBehaviour,
} from "@slipway/manifest";
import type { FilePiece } from "./launch-inputs.js";

/** A piece of one argument: UTF-16 offsets. */
export type ArgumentSpan = { argument: number; start: number; end: number };

/** Text that the launch writes to a file of its own, which is gone when the session has ended. */
export type PlannedFile = {
  /** Plain file name. */
  name: string;
  /** Written one after the other. A piece from the host's environment is filled in at the start: the plan holds no secret. */
  text: FilePiece[];
  /** Where its path stands in argv. The launch puts the real path there: a folder of its own inside the private TMPDIR. */
  at: ArgumentSpan;
};

/** How the prompt travels, who can read it on the way, and why: the first way that carries it, and what kept the others. */
export type Transport = { reason: Printable } & Way;

type Way =
  | { via: "none" }
  /** `at` says where in argv the prompt stands, so that showing a plan need not show the prompt. */
  | { via: "argv"; visibility: "local-users"; at: ArgumentSpan[] }
  | { via: "stdin"; visibility: "same-user" }
  | { via: "paste"; visibility: "same-user" }
  | { via: "file"; visibility: "same-user" };

/** How freely the caller lets the agent act; `default` leaves it to the agent. */
export type ApprovalMode = "default" | PermissionMode;

/** What the launch does about permissions: expressed in argv, the agent's own default, or whatever an earlier launch left. */
export type ApprovalEffect = "requested" | "agent-default" | "inherited-unknown";

/**
 * A launch as plain data, made without touching the machine: it can be printed, stored and compared. It holds no secret
 * value: the environment is named, not copied, except for literals that the plan itself sets.
 */
export type LaunchPlan = {
  agent: string;
  surface: Surface;
  start: Start;
  /** File names to look for; the binding, not the plan, says which file runs. */
  program: string[];
  /** Arguments after the bound vector. */
  argv: string[];
  /** Text written to the child's input, which is then closed. */
  stdin?: string;
  /** Text typed into the terminal once the child has armed bracketed paste, followed by Enter. */
  paste?: string;
  /** Pauses of the agent's prompt line, in milliseconds, where its facts state them. Terminal only. */
  typing?: NonNullable<TerminalBehaviour["typing"]>;
  /** Written before the start: a prompt, a system prompt, MCP servers. */
  files: PlannedFile[];
  /** Where a system prompt stands in argv, so that showing a plan need not show it. */
  systemPromptAt: ArgumentSpan[];
  cwd: string;
  env: {
    /** Names taken from the host when present there; a trailing `*` stands for any rest. */
    pass: string[];
    /** Literals. */
    set: Record<string, string>;
    /** Names that must not reach the child even when inherited; a trailing `*` stands for any rest. */
    unset: string[];
    /** `clean`: only `pass` and `set`. `inherit`: the host's, minus what is never inherited. */
    mode: "clean" | "inherit";
  };
  session: {
    target: IdTarget;
    /** The id that argv carries: minted by the caller, or the one to resume. */
    id?: string;
    knownWhen: "start" | "running" | "exit" | "store" | "never";
    idEvents: IdEvent[];
    /** The session-id pattern every learned id must pass. */
    pattern?: string;
  };
  model?: string;
  /** The structured output that argv asks for, when it is known how to read it. */
  reportFormat?: ReportFormat;
  approval: ApprovalMode;
  approvalEffect: ApprovalEffect;
  transport: Transport;
  /** Absolute, judged programs in front of the vector, for sandboxes. */
  wrap: string[];
  /** What the reader of the plan should know. */
  notes: Printable[];
};
