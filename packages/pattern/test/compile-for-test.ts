import type { ScannerOptions, ScanResult, SearchPattern, SessionIdPattern } from "../src/index.js";
import { compilePattern, compileSearch } from "../src/index.js";

export const UUID = "6f0a1b2c-3d4e-4f50-8a6b-7c8d9e0f1a2b";
export const OTHER = "11111111-2222-4333-8444-555555555555";
export const UUID_SOURCE = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

export function search(source: string, flags?: string): SearchPattern {
  const result = compileSearch(source, flags);
  if (!result.ok) throw new Error(result.issues.map(({ message }) => message).join("\n"));
  return result.value;
}

export function idPattern(source: string): SessionIdPattern {
  const result = compilePattern(source);
  if (!result.ok) throw new Error(result.issues.map(({ message }) => message).join("\n"));
  return result.value;
}

/** Scans whole output. */
export function scanAll(pattern: SearchPattern, output: string | Uint8Array, options: ScannerOptions = {}): ScanResult {
  const scanner = pattern.scanner(options);
  scanner.push(output);
  return scanner.end();
}
