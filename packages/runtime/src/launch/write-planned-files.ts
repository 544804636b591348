import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Result } from "@slipway/errors";
import { msg, refuse, succeed } from "@slipway/errors";
import type { FilePiece } from "../launch-inputs.js";
import type { LaunchPlan } from "../launch-plan.js";
import { runtimeIssue } from "../runtime-error.js";
import { writeSynced } from "../store/write-private-file.js";

/** argv with the real paths of the written files, and what takes the files away again. */
export type WrittenFiles = { argv: string[]; remove: () => void };

/**
 * Writes what the plan hands over as files: mode 0600, in a folder of this one launch inside the private temporary folder,
 * which the caller has judged. Two launches of one plan never share a file.
 */
export function writePlannedFiles(
  plan: LaunchPlan,
  host: Readonly<Record<string, string | undefined>>,
): Result<WrittenFiles> {
  const tmpdir = plan.env.set["TMPDIR"];
  if (plan.files.length === 0) return succeed({ argv: plan.argv, remove: () => {} });
  const missing = findMissing(plan, host);
  if (missing.length > 0)
    return refuse(
      runtimeIssue({
        code: "RUNTIME_MCP_VALUE_MISSING",
        message: msg`${missing.join(", ")}, which an MCP server is given, is not set`,
        hint: msg`set it in the environment of the launcher`,
      }),
    );
  let folder: string | undefined;
  const remove = (): void => {
    if (folder === undefined) return;
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // Whoever may write there can keep it; that is no reason to bring the host down.
    }
  };
  try {
    if (tmpdir === undefined) throw new Error("the plan names no private temporary folder");
    folder = mkdtempSync(join(tmpdir, "slipway-"));
    const argv = [...plan.argv];
    for (const { name, text, at } of plan.files) {
      const path = join(folder, name);
      writeSynced(path, text.map((piece) => fillPiece(piece, host)).join(""));
      const { argument, start, end } = at;
      const planned = argv[argument] ?? "";
      argv[argument] = planned.slice(0, start) + path + planned.slice(end);
    }
    return succeed({ argv, remove });
  } catch (error) {
    remove();
    return refuse(
      runtimeIssue({
        code: "RUNTIME_FILE_UNWRITABLE",
        message: msg`a file that the agent is to read cannot be written: ${(error as Error).message}`,
        hint: msg`look at the free space and the rights of ${tmpdir ?? "the temporary folder"}`,
      }),
    );
  }
}

function findMissing(plan: LaunchPlan, host: Readonly<Record<string, string | undefined>>): string[] {
  const wanted = plan.files.flatMap(({ text }) =>
    text.flatMap((piece) => (typeof piece === "string" ? [] : [piece.fromEnv])),
  );
  return [...new Set(wanted)].filter((name) => host[name] === undefined);
}

function fillPiece(piece: FilePiece, host: Readonly<Record<string, string | undefined>>): string {
  return typeof piece === "string" ? piece : JSON.stringify(host[piece.fromEnv] ?? "");
}
