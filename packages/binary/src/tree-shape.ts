import type { FileIdentity } from "./bound-binary.js";

/** Names in one tree: each costs about 200 bytes of a binding. */
export const TREE_MAX_ENTRIES = 100_000;
/** Bytes hashed of one tree. The largest agent seen has 434 MB. */
export const TREE_MAX_BYTES = 4_294_967_296;
/** Folders inside each other. */
export const TREE_MAX_DEPTH = 64;
/** Differences that are named one by one; a number stands for the rest. */
export const TREE_MAX_ISSUES = 64;

/** Bytes of a tree that is kept as a file: the names and digests of {@link TREE_MAX_ENTRIES}. */
export const TREE_FILE_MAX_BYTES = 33_554_432;

/** One name of a tree, relative to its root, `/` between folders. */
export type TreeEntry =
  | { path: string; type: "file"; sha256: string; size: string; executable: boolean }
  /** `identity` changes when a name in it is added, removed or replaced. */
  | { path: string; type: "folder"; identity: FileIdentity }
  | { path: string; type: "link"; target: string };

/** Every name under an install root: plain JSON. */
export type BoundTree = {
  schema: 1;
  root: string;
  /** SHA-256 (hex) over the sorted names, types, rights, link targets and digests; identities take no part. */
  digest: string;
  /** Sorted by path, the root itself first with the path `.`. */
  entries: TreeEntry[];
  /** Code that is known to be loaded from elsewhere: links out of the root, and the places the caller named. */
  outside: string[];
  /** `tree` when nothing is known to be outside, else `partial`. */
  coverage: "tree" | "partial";
};
