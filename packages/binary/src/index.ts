/** Which file is argv[0], who could have changed it, and is it still the one that was bound. */
export { type BinaryCode, BinaryError } from "./binary-code.js";
export { type BindOptions, bindBinary } from "./bind-binary.js";
export { bindBinaryInBackground, type HashOptions, hashFile } from "./bind-in-background.js";
export { bindTree, recheckTree, type TreeOptions, verifyTree } from "./bind-tree.js";
export {
  type BoundBinary,
  type BoundFile,
  execArgv,
  type FileIdentity,
  type OwnershipPolicy,
  type Verdict,
  type Via,
} from "./bound-binary.js";
export { PATH_MAX_LENGTH } from "./check-path-text.js";
export { discover } from "./discover.js";
export { explainTrace, summariseTrace } from "./explain-trace.js";
export { type DriftPolicy, type Followed, followBinary, isSameProgram } from "./follow-binary.js";
export { checkEntrypointName } from "./forbidden-entrypoint.js";
export { HASH_MAX_BYTES } from "./hash-file.js";
export { CHUNK_BYTES, type HashProgress, WORKER_MIN_BYTES } from "./hash-in-background.js";
export { type HeldBinary, holdBinary } from "./hold-binary.js";
export { type Judgement, type JudgeOptions, judgeFile } from "./judge-file.js";
export type { ProgramOptions } from "./judge-program.js";
export { FRESH_NS, type OrderDoubt } from "./order-of-changes.js";
export { type AccessWriters, parseAccessList } from "./parse-access-list.js";
export { parseMacAccessList } from "./parse-mac-access-list.js";
export { type DescriptorWriters, parseSecurityDescriptor } from "./parse-security-descriptor.js";
export type { Shebang } from "./parse-shebang.js";
export { ensurePrivateFolder, verifyFolder } from "./private-folder.js";
export { type AccessListReader, readAccessList } from "./read-access-list.js";
export { LOGIN_SHELL_TIMEOUT_MS, type LoginPathOptions, readLoginPath } from "./read-login-path.js";
export { type PathAccessReader, readPathAccess } from "./read-path-access.js";
export { RECHECK_HASH_MAX_BYTES, recheckBinary } from "./recheck-binary.js";
export { readRecord, removeRecord, writeRecord } from "./record-file.js";
export { type BinaryRecord, RECORD_MAX_BYTES } from "./record-shape.js";
export { INTERPRETER_CHAIN_MAX } from "./resolve-interpreter.js";
export { isRootsAlone } from "./roots-alone.js";
export { PLACES_MAX, type Place } from "./search-places.js";
export { type BinaryPorts, defaultPolicy, type FilePort, systemPorts } from "./system-ports.js";
export { CANDIDATES_MAX, type Candidate, type DiscoverRequest, NAMES_MAX, type Trace } from "./trace-shape.js";
export { readTree, removeTree, writeTree } from "./tree-file.js";
export { type BoundTree, TREE_FILE_MAX_BYTES, TREE_MAX_BYTES, TREE_MAX_ENTRIES, type TreeEntry } from "./tree-shape.js";
export { listWindowsNames, parseWindowsShim, WINDOWS_SHIM_MAX_BYTES, type WindowsTarget } from "./windows-shims.js";
