import { chmodSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BoundBinary } from "@slipway/binary";
import { bindBinary } from "@slipway/binary";
import type { Result } from "@slipway/errors";
import { formatIssue } from "@slipway/errors";
import { onTestFinished } from "vitest";

/** The value of a success; the issues in the failure otherwise. */
export function take<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.issues.map(formatIssue).join("\n"));
  return result.value;
}

/** The codes of a refusal. */
export function codesOf(result: Result<unknown>): string[] {
  return result.ok ? [] : result.issues.map(({ code }) => code);
}

/** A private folder of its own, removed after the test. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "slipway-runtime-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Binds a file that the test names. */
export function bindFile(path: string): BoundBinary {
  return take(bindBinary(path, { via: "explicit", workspace: "/" }));
}

/** Writes an executable and binds it. */
export function bindScript(folder: string, name: string, text: string): BoundBinary {
  const path = join(folder, name);
  writeFileSync(path, text);
  chmodSync(path, 0o755);
  return bindFile(path);
}

/** A Node script with this body. */
export function bindNode(folder: string, body: string, name = "fake"): BoundBinary {
  return bindScript(folder, name, `#!/usr/bin/env node\n${body}\n`);
}
