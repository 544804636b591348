import { randomBytes } from "node:crypto";
import {
  closeSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { Issue } from "@slipway/errors";
import { msg } from "@slipway/errors";
import { problem } from "../catalog-tools-code.js";

/**
 * Replaces what a file holds, whole or not at all: a new file beside it, flushed, takes its name. Mode and, where the
 * user may, owner stay; a symbolic link stays a link and its target is replaced. Gives the problem when it fails.
 */
export function replaceFile(path: string, text: string): Issue | undefined {
  let beside: string | undefined;
  try {
    const target = realpathSync(path);
    const { mode, uid, gid } = statSync(target);
    beside = join(dirname(target), `.slipway-${randomBytes(8).toString("hex")}.tmp`);
    writeBeside(beside, text, { mode: mode & 0o7777, uid, gid });
    renameSync(beside, target);
    beside = undefined;
    flushFolder(dirname(target));
    return undefined;
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? "unknown fault";
    const hint = msg`nothing was changed; look at the rights of the file and of its folder, and at the space left`;
    return problem("CATALOG_TOOLS_UNWRITABLE", msg`${path} cannot be replaced: ${reason}`, hint);
  } finally {
    if (beside !== undefined) rmSync(beside, { force: true });
  }
}

function writeBeside(path: string, text: string, { mode, uid, gid }: { mode: number; uid: number; gid: number }): void {
  const descriptor = openSync(path, "wx", 0o600);
  try {
    writeFileSync(descriptor, text);
    const made = fstatSync(descriptor);
    // Only root may give a file away; a file of another owner in one's own folder then becomes one's own.
    if (made.uid !== uid || made.gid !== gid) giveAway(descriptor, uid, gid);
    fchmodSync(descriptor, mode);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function giveAway(descriptor: number, uid: number, gid: number): void {
  try {
    fchownSync(descriptor, uid, gid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") throw error;
  }
}

function flushFolder(folder: string): void {
  if (process.platform === "win32") return;
  const descriptor = openSync(folder, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
