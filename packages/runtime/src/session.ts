import type { Issue, Result } from "@slipway/errors";
import type { Surface } from "@slipway/manifest";

/**
 * How far the end of a session reaches. `pidns`: everything the agent started, whatever it did to leave. `session-scan`: every
 * process of the child's session and those with our marker. `group`: the process group.
 */
export type Containment = "pidns" | "session-scan" | "group";

/** A process that outlived the agent. `startTime` is in clock ticks since boot (`/proc/PID/stat` field 22). */
export type Survivor = { pid: number; startTime: string; command: string; foundBy: "session" | "marker" };

/** What is known of the conversation's id. Settled once, never changed. */
export type SessionIdOutcome = {
  state: "known" | "none" | "ambiguous";
  id?: string;
  /** `supplied`: we named it. `captured`: read in text. `event`: read in a structured line. `adopted`: found in the agent's store. */
  source?: "supplied" | "captured" | "event" | "adopted";
  /** A captured id is a claim of whoever controls the output. */
  confidence?: "certain" | "likely" | "low";
  /** Where it was seen (`stderr`, `pty at exit`), and the supplied id when a captured one won over it. */
  evidence?: string;
};

/** How a session ended. */
export type SessionEnd = (
  | { kind: "exited"; exitCode: number }
  /** Never a success, whatever the exit code field of a library says. */
  | { kind: "signalled"; signal: string }
  /** Ended because the host asked for it. */
  | { kind: "killed-by-host"; reason: "terminate" | "abort"; exitCode?: number; signal?: string }
  | { kind: "spawn-failed"; issue: Issue }
) & {
  /** What was still running when the end was reported. Listed, not hidden. */
  survivors: Survivor[];
  containment: Containment;
  /** True when output was still held open by another process and reading stopped at the limit. */
  outputCut: boolean;
};

/** What `terminate` did. */
export type Termination = { survivors: Survivor[]; containment: Containment; killed: boolean };

/** Options of `terminate`. */
export type TerminateOptions = {
  /** Milliseconds between the polite signal and SIGKILL; 5,000 unless said. */
  graceMs?: number;
  /**
   * Processes that left the child's session (daemons). `end`, unless said: they are ended too. `leave`: they run on and are
   * named among the survivors, for an agent whose server other sessions share. Under strict containment nothing is left.
   */
  leftovers?: "end" | "leave";
};

/** Bytes as the child wrote them. `gapBefore`: so many bytes in front of them were dropped, because nobody took them. */
export type SessionChunk = Uint8Array & { readonly gapBefore?: number };

/** A stream of bytes for one reader at a time. */
export type SessionOutput = AsyncIterable<SessionChunk>;

/** Options of `paste`. */
export type PasteOptions = {
  /** Press Enter behind the text, after the pause that the agent needs. */
  submit?: boolean;
};

/** How a text was written: as one bracketed paste, or key by key. That the program took it, its screen alone can say. */
export type PasteOutcome = { how: "bracketed" | "typed"; submitted: boolean };

/** What became of a prompt that had to be typed into the terminal. */
export type PromptDelivery = "not-needed" | "delivered" | "not-delivered";

/** A running agent. */
export type Session = {
  pid: number;
  surface: Surface;
  /** The terminal's bytes, or the child's stdout. */
  output: SessionOutput;
  /** The child's stderr; empty in a terminal, where both are one. */
  errorOutput: SessionOutput;
  /** `output` as text: UTF-8, decoded across chunks. It is the reader of `output` then. */
  text(): AsyncIterable<string>;
  /** Bytes for the terminal. Ignored after the end; a headless child's input is closed at the start. */
  write(data: string | Uint8Array): void;
  /**
   * Types a text for a person: as one bracketed paste where the program has armed that, else key by key when it is one short
   * line. Lines end with LF whatever the text has; other control characters, TAB excepted, are refused, since they could
   * end the paste, press a key or draw. One paste after the other, after the plan's prompt. Refusals carry
   * `RUNTIME_PASTE_REFUSED`.
   */
  paste(text: string, options?: PasteOptions): Promise<Result<PasteOutcome>>;
  /** Columns and rows, 1..65535. Nothing in a headless session. */
  resize(columns: number, rows: number): void;
  /** Never rejects. In some agents it settles only at the end: see `plan.session.knownWhen`. */
  id: Promise<SessionIdOutcome>;
  /** After the child's last byte. Never rejects. */
  ended: Promise<SessionEnd>;
  /** Whether a prompt that had to be pasted was. */
  promptDelivery: Promise<PromptDelivery>;
  /** Ends every process of the session. Safe to call twice and after the end (leftovers are then ended). */
  terminate(options?: TerminateOptions): Promise<Termination>;
  /** Bytes lost because nobody read them. */
  readonly dropped: number;
};
