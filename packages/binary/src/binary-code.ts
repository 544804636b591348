import type { Issue, IssueParts } from "@slipway/errors";
import { issue, SlipwayError } from "@slipway/errors";

/** Every code this package gives, in issues and in what it throws. */
export type BinaryCode =
  /** Thrown: an argument has the wrong type, or a path that must be absolute is not. */
  | "BINARY_MISUSE"
  /** Nothing of these names was found in any place that may be looked in. */
  | "BINARY_NOT_FOUND"
  /** The named path does not exist. */
  | "BINARY_MISSING"
  /** The path is a symbolic link whose target does not exist. */
  | "BINARY_LINK_BROKEN"
  /** More than 40 symbolic links in one path: a loop. */
  | "BINARY_LINK_LOOP"
  /** A path, an override or a search place is not absolute. */
  | "BINARY_PATH_NOT_ABSOLUTE"
  /** A path holds U+FFFD, a lone surrogate, NUL or bytes that are not UTF-8: two files can share that text. */
  | "BINARY_PATH_NOT_UTF8"
  /** A path is longer than the limit. */
  | "BINARY_PATH_TOO_LONG"
  /** A component of the path was a folder a moment ago and is now a link or something else. */
  | "BINARY_PATH_CHANGED"
  /** A name to look for is empty, holds a separator or a control character, or is `.` or `..`. */
  | "BINARY_NAME_INVALID"
  /** A search place is an empty entry of PATH, which means the working directory. */
  | "BINARY_PLACE_EMPTY"
  /** A search place is a `node_modules/.bin`, or a folder that a package runner put on PATH. */
  | "BINARY_PLACE_OF_PACKAGE_RUNNER"
  /** A search place cannot be looked into. */
  | "BINARY_PLACE_UNREADABLE"
  /** There are more places or more candidates than the limit. */
  | "BINARY_TOO_MANY_PLACES"
  /** The path lies in the workspace or in the repository around it. */
  | "BINARY_IN_WORKSPACE"
  /** The path lies in a `node_modules` of the workspace or of a folder above it. */
  | "BINARY_IN_NODE_MODULES"
  /** Warning: `$HOME` is not the home of the user database; the latter is used. */
  | "BINARY_HOME_DIFFERS"
  /** Warning: the user database has no entry for this user, so `~` means nothing. */
  | "BINARY_HOME_UNKNOWN"
  /** A folder above the file belongs to neither this user nor root. */
  | "BINARY_FOLDER_OWNER"
  /** Others can write a folder above the file. */
  | "BINARY_FOLDER_WRITABLE"
  /** The folder that holds the file is a shared sticky one, such as `/tmp`. */
  | "BINARY_FOLDER_STICKY"
  /** A folder for private state can be read or written by others, or belongs to someone else. */
  | "BINARY_FOLDER_NOT_PRIVATE"
  /** A folder for private state could not be made or opened. */
  | "BINARY_FOLDER_FAILED"
  /** The file, or a link on the way to it, belongs to neither this user nor root. */
  | "BINARY_FILE_OWNER"
  /** Others can write the file. */
  | "BINARY_FILE_WRITABLE"
  /** A folder, FIFO, socket or device instead of a regular file. */
  | "BINARY_NOT_REGULAR"
  /** No execute bit is set. */
  | "BINARY_NOT_EXECUTABLE"
  /** The file or a folder on the way cannot be opened for reading. */
  | "BINARY_UNREADABLE"
  /** Warning: the file runs as another user or group (setuid, setgid). */
  | "BINARY_SETUID"
  /** This platform or file system gives no proof either way; the message names the gap. */
  | "BINARY_UNPROVEN"
  /** Neither a native program nor a script with `#!`: execvp would hand it to a shell. */
  | "BINARY_NOT_A_PROGRAM"
  /** Zero bytes. */
  | "BINARY_EMPTY"
  /** A web page saved under the program's name. */
  | "BINARY_HTML"
  /** The placeholder npm leaves when install scripts are off. */
  | "BINARY_NPM_STUB"
  /** A native program for another operating system or processor. */
  | "BINARY_WRONG_MACHINE"
  /** A shell, interpreter, privilege tool or package runner by name. */
  | "BINARY_FORBIDDEN_NAME"
  /** The same file as a known shell or interpreter, under another name. */
  | "BINARY_IS_INTERPRETER"
  /** A version manager's shim (link or script), or a launcher: the name it is called by, or the working directory, picks the program. */
  | "BINARY_SHIM"
  /** The `#!` line is too long, not text, or asks `env` for more than a name and arguments. */
  | "BINARY_SHEBANG_INVALID"
  /** The interpreter that the `#!` line names was not found where it may be looked for. */
  | "BINARY_INTERPRETER_MISSING"
  /** The interpreter was found and refused; the issues behind it say why. */
  | "BINARY_INTERPRETER_REFUSED"
  /** Interpreters that are scripts of interpreters, deeper than the limit. */
  | "BINARY_INTERPRETER_CHAIN"
  /** The policy `report` judges and never binds. */
  | "BINARY_REPORT_ONLY"
  /** The file, or its interpreter, is not the one that was bound. */
  | "BINARY_CHANGED"
  /** Warning: another identity with the same digest: the same bytes, replaced or touched. */
  | "BINARY_IDENTITY_CHANGED"
  /** An installed program is reached through a link. */
  | "BINARY_MANAGED_LINK"
  /** An installed program lies outside the folder it was installed into. */
  | "BINARY_OUTSIDE_ROOT"
  /** The path leads to another file than was bound, and the drift policy says that somebody must be asked. */
  | "BINARY_DRIFT_ASK"
  /** Warning: the path leads to another file than was bound, which is followed. */
  | "BINARY_DRIFTED"
  /** The program does not lie in the folder whose files are to be bound with it. */
  | "BINARY_TREE_ELSEWHERE"
  /** A tree holds a name that was not there when it was bound. */
  | "BINARY_TREE_ADDED"
  /** A name of a bound tree is gone. */
  | "BINARY_TREE_REMOVED"
  /** A file, link or folder of a bound tree is of another kind, has other bytes, another target or other rights. */
  | "BINARY_TREE_CHANGED"
  /** Something in a tree cannot be bound: a device, a name that is not UTF-8, more than the limits allow. */
  | "BINARY_TREE_REFUSED"
  /** Warning: two names of one folder are one name where letter case or Unicode form do not count. */
  | "BINARY_TREE_TWINS"
  /** The login shell cannot be asked: none is known, it is refused, it did not answer in time or with a PATH. */
  | "BINARY_LOGIN_SHELL"
  /** A Windows launcher script is not one that npm or pnpm wrote, so what it starts is not known. */
  | "BINARY_WINDOWS_SHIM"
  /** The record is for another manifest than the one that is loaded. */
  | "BINARY_RECORD_OTHER_MANIFEST"
  /** The digest is not the expected one. */
  | "BINARY_DIGEST_MISMATCH"
  /** The file is larger than what is hashed. */
  | "BINARY_TOO_LARGE"
  /** The id of a record cannot be a file name. */
  | "BINARY_RECORD_ID"
  /** The record is not one that Slipway wrote: not JSON, an unknown or missing field, another agent's. */
  | "BINARY_RECORD_DAMAGED"
  /** Others can read or write the record, or it is not a plain file of this user. */
  | "BINARY_RECORD_UNTRUSTED"
  /** The record is larger than 16 KiB. */
  | "BINARY_RECORD_TOO_LARGE"
  /** The record could not be written. */
  | "BINARY_RECORD_FAILED";

/** Thrown for misuse only; what is wrong with a file is a value. */
export class BinaryError extends SlipwayError<BinaryCode> {}

/** An issue with one of this package's codes. */
export function binaryIssue(parts: IssueParts & { code: BinaryCode }): Issue {
  return issue(parts);
}

/** The code of a file system error (`ENOENT`), or `UNKNOWN`. */
export function faultCode(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : "UNKNOWN";
}
