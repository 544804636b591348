import type { Issue, IssueParts } from "@slipway/errors";
import { issue, SlipwayError } from "@slipway/errors";

/** Every code of this package. Refusals carry them in issues; only `RUNTIME_MISUSE` and `RUNTIME_OUTPUT_TAKEN` are thrown. */
export type RuntimeCode =
  /** An argument of a call has the wrong type. Thrown. */
  | "RUNTIME_MISUSE"
  /** A second reader asked for an output that one reader already has. Thrown. */
  | "RUNTIME_OUTPUT_TAKEN"
  // planning
  /** The agent has no launch on this surface (no headless form, no terminal form). */
  | "RUNTIME_SURFACE_UNSUPPORTED"
  /** The agent has no way to begin a new conversation on this surface. */
  | "RUNTIME_NEW_UNSUPPORTED"
  /** The agent has no way to resume a conversation on this surface. */
  | "RUNTIME_RESUME_UNSUPPORTED"
  /** The agent resumes the newest conversation of the folder only; it cannot be told which one. */
  | "RUNTIME_RESUME_ONLY_LAST"
  /** The agent has no way to continue the newest conversation of the folder on this surface. */
  | "RUNTIME_CONTINUE_UNSUPPORTED"
  /** A resume without the id of the conversation. */
  | "RUNTIME_SESSION_ID_MISSING"
  /** A session id was given for a start that does not take one. */
  | "RUNTIME_SESSION_ID_NOT_ALLOWED"
  /** The session id does not have the agent's form, or begins with `-`. */
  | "RUNTIME_SESSION_ID_INVALID"
  /** The agent's own session-id pattern cannot be used. */
  | "RUNTIME_SESSION_ID_PATTERN"
  /** The model's name is not one (length, blanks, control characters, leading `-`). */
  | "RUNTIME_MODEL_INVALID"
  /** A model was chosen that this launch cannot carry. */
  | "RUNTIME_MODEL_UNSUPPORTED"
  /** The agent is told its model in its own settings only. */
  | "RUNTIME_MODEL_CONFIGURED_ELSEWHERE"
  /** The agent offers a closed list of models and this is neither in it nor added by the user. */
  | "RUNTIME_MODEL_NOT_OFFERED"
  /** The model that the conversation was begun with is no longer offered, and no other was chosen. */
  | "RUNTIME_MODEL_RECORDED_NOT_OFFERED"
  /** A conversation that was begun already cannot be told another model. */
  | "RUNTIME_MODEL_RESUME_OVERRIDE"
  /** The wanted permission mode cannot be expressed in this launch. */
  | "RUNTIME_APPROVAL_NOT_APPLICABLE"
  /** Warning: nobody has shown that the agent asks by default. */
  | "RUNTIME_APPROVAL_UNPROVEN"
  /** Structured output was wanted of a launch that has none. */
  | "RUNTIME_REPORT_UNSUPPORTED"
  /** Extra arguments were given to a launch that takes none, or one of them ends the options or says what the request says. */
  | "RUNTIME_EXTRA_ARGS_REFUSED"
  /** The launch needs a prompt. */
  | "RUNTIME_PROMPT_MISSING"
  /** The launch takes no prompt. */
  | "RUNTIME_PROMPT_UNSUPPORTED"
  /** The prompt holds NUL or a lone surrogate, or is too large for any way of delivery. */
  | "RUNTIME_PROMPT_INVALID"
  /** No way of delivery carries this prompt as text; the message says why for each. */
  | "RUNTIME_PROMPT_UNDELIVERABLE"
  /** The system prompt, an MCP server or an attached file is not one: form, size, a relative path, a secret in plain text. */
  | "RUNTIME_INPUT_INVALID"
  /** The launch has no way to carry a system prompt. */
  | "RUNTIME_SYSTEM_PROMPT_UNSUPPORTED"
  /** The launch has no way to carry MCP servers. */
  | "RUNTIME_MCP_UNSUPPORTED"
  /** The launch has no way to carry this file. */
  | "RUNTIME_FILE_UNSUPPORTED"
  /** argv cannot be built from the agent's templates, or is, with the environment, too large for the system. */
  | "RUNTIME_ARGV_INVALID"
  /** argv alone is too large for the system. */
  | "RUNTIME_ARGV_TOO_LONG"
  /** A variable that a preset or the user wants to set for the agent must not be set, or is no variable. */
  | "RUNTIME_ENV_REFUSED"
  /** Warning: a named environment switch that this version does not know. */
  | "RUNTIME_SWITCH_UNKNOWN"
  /** Nobody has said how the agent prints its version. */
  | "RUNTIME_VERSION_UNSUPPORTED"
  /** Nobody has said how a person signs in to the agent. */
  | "RUNTIME_SIGN_IN_UNSUPPORTED"
  /** A command line for this shell cannot say one of the arguments, or not in every version of the shell. */
  | "RUNTIME_QUOTE_REFUSED"
  // before the spawn
  /** The working directory is not an absolute path. */
  | "RUNTIME_CWD_RELATIVE"
  /** The working directory does not exist. */
  | "RUNTIME_CWD_MISSING"
  /** The working directory is not a directory. */
  | "RUNTIME_CWD_NOT_DIRECTORY"
  /** The working directory cannot be entered. */
  | "RUNTIME_CWD_NOT_SEARCHABLE"
  /** The bound program, or a program in front of it, is gone. */
  | "RUNTIME_BINARY_MISSING"
  /** The interpreter that the bound script needs is gone. */
  | "RUNTIME_INTERPRETER_MISSING"
  /** The bound program may not be executed. */
  | "RUNTIME_NOT_EXECUTABLE"
  /** The bound program is being written to. */
  | "RUNTIME_TEXT_BUSY"
  /** The system refused to start the program for another reason. */
  | "RUNTIME_EXEC_FAILED"
  /** A variable that an MCP server is given from is not set. */
  | "RUNTIME_MCP_VALUE_MISSING"
  /** A file that hands something over to the agent cannot be written. */
  | "RUNTIME_FILE_UNWRITABLE"
  /** The temporary folder is not a private folder of this user. */
  | "RUNTIME_TMPDIR_UNSAFE"
  /** The checked file cannot be held open for the start: programs stand in front of it. */
  | "RUNTIME_HOLD_UNSUPPORTED"
  /** Strict containment was asked for and cannot be had here. */
  | "RUNTIME_CONTAINMENT_UNAVAILABLE"
  /** No private file for the output of a stalled reader can be made. */
  | "RUNTIME_SPOOL_UNAVAILABLE"
  /** The launch was given up before it began. */
  | "RUNTIME_ABORTED"
  /** node-pty, or its native part for this platform, is not there. */
  | "RUNTIME_PTY_UNAVAILABLE"
  /** A terminal's master descriptor would reach another session. */
  | "RUNTIME_PTY_LEAKS"
  /** A text cannot be typed into this session as it is now; the message says why. */
  | "RUNTIME_PASTE_REFUSED"
  /** A plan for another surface was given to this call. */
  | "RUNTIME_WRONG_SURFACE"
  /** Warning: a function that the caller gave to be told of events or progress failed. */
  | "RUNTIME_CALLBACK_FAILED"
  // folders
  /** A setting that names a state folder is not an absolute path and is ignored. Warning. */
  | "RUNTIME_FOLDER_RELATIVE"
  /** `HOME` is not the home of the user database; the database counts. Info. */
  | "RUNTIME_HOME_DIFFERS"
  // sessions
  /** No stored session has this id or prefix. */
  | "RUNTIME_SESSION_UNKNOWN"
  /** Several stored sessions begin like this. */
  | "RUNTIME_SESSION_AMBIGUOUS"
  /** A stored session's file cannot be read as one. The others stand. */
  | "RUNTIME_SESSION_RECORD_DAMAGED"
  /** The session is in use by a living process. */
  | "RUNTIME_SESSION_IN_USE"
  /** The lock of a session cannot be judged; a person has to remove it. */
  | "RUNTIME_SESSION_LOCK_STUCK"
  /** The session store's folder cannot be used. */
  | "RUNTIME_STORE_UNUSABLE"
  // binaries
  /** No program of the agent is installed. */
  | "RUNTIME_AGENT_NOT_INSTALLED"
  /** An agent whose trust, or whose adoption by digest, demands a confirmation has none for this file. */
  | "RUNTIME_ADOPTION_REQUIRED"
  /** Warning: the recorded program changed since it was adopted, or is gone. */
  | "RUNTIME_BINARY_DRIFTED"
  /** A program of the right name lies in a place that the working directory controls, and was not taken. Warning. */
  | "RUNTIME_PROGRAM_PASSED_OVER"
  /** The version could not be learned: no arguments for it, a failure, a timeout. */
  | "RUNTIME_VERSION_UNKNOWN"
  /** Info: whether somebody is signed in could not be learned. */
  | "RUNTIME_SIGN_IN_UNKNOWN"
  /** A question to a program had no answer: it could not be started in Slipway's folder, or did not end in time. */
  | "RUNTIME_PROBE_FAILED";

/** What this package throws. */
export class RuntimeError extends SlipwayError<RuntimeCode> {}

/** An issue with a code of this package. */
export function runtimeIssue(parts: IssueParts & { code: RuntimeCode }): Issue {
  return issue(parts);
}
