import { isAbsolute, join } from "node:path";
import { ensurePrivateFolder, verifyFolder } from "@slipway/binary";
import type { Issue, Result } from "@slipway/errors";
import { msg, refuse, succeed } from "@slipway/errors";
import { runtimeIssue } from "../runtime-error.js";
import { checkTmpdir, TMPDIR_MAX_BYTES } from "./check-tmpdir.js";
import type { Folders } from "./resolve-folders.js";

/** What the choice depends on. */
export type TmpdirOptions = {
  folders: Pick<Folders, "cache" | "overridden">;
  env: Readonly<Record<string, string | undefined>>;
  platform?: NodeJS.Platform;
  uid?: number;
  /** The shared folder of last resort; `/tmp` unless given. */
  shared?: string;
};

/**
 * The folder that becomes TMPDIR of every launch: of this user, mode 0700, verified, its path short enough for Unix sockets
 * ({@link TMPDIR_MAX_BYTES}), and the same from launch to launch, because agents' own daemons and sockets live in it. In
 * this order: `$XDG_RUNTIME_DIR/slipway` when that is private, `<cache>/tmp` when short enough, `/tmp/slipway-<uid>`.
 * Somebody else's folder of that name is refused (`RUNTIME_TMPDIR_UNSAFE`), not gone around: it is an attack or a mistake,
 * and both want to be seen.
 */
export function privateTmpdir(options: TmpdirOptions): Result<string> {
  const platform = options.platform ?? process.platform;
  const issues: Issue[] = [];
  for (const path of listPlaces(options, platform)) {
    if (platform !== "win32" && Buffer.byteLength(path) > TMPDIR_MAX_BYTES) continue;
    const made = ensurePrivateFolder(path);
    const wrong = made.ok ? checkTmpdir(made.value) : undefined;
    if (made.ok && wrong === undefined && Buffer.byteLength(made.value) <= TMPDIR_MAX_BYTES) return succeed(made.value);
    issues.push(...(made.ok ? [] : made.issues), ...(wrong === undefined ? [] : [wrong]));
  }
  return refuse(
    runtimeIssue({
      code: "RUNTIME_TMPDIR_UNSAFE",
      message: msg`there is no private temporary folder for launches`,
      hint: msg`set SLIPWAY_HOME to a short path in a folder of your own`,
    }),
    ...issues,
  );
}

function listPlaces(options: TmpdirOptions, platform: NodeJS.Platform): string[] {
  const places: string[] = [];
  const runtime = options.env["XDG_RUNTIME_DIR"];
  const cache = join(options.folders.cache, "tmp");
  // Folders that were named for this run keep to themselves: the runtime folder is shared by all runs of the user.
  if (!options.folders.overridden && runtime !== undefined && isAbsolute(runtime) && verifyFolder(runtime).ok)
    places.push(join(runtime, "slipway"));
  places.push(cache);
  if (platform !== "win32")
    places.push(join(options.shared ?? "/tmp", `slipway-${options.uid ?? process.geteuid?.() ?? 0}`));
  return places;
}
