import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compareDiscovery } from "./binary-discover.js";
import { compareHashing, makeLargeFile, measureHashing } from "./binary-hashing.js";
import { bindNative, compareRecheck, measureRecheck } from "./binary-recheck.js";
import type { Comparison } from "./compare.js";

/** The comparisons of the binary package, and the recheck as a share of hashing 200 MB. */
export async function compareBinary(): Promise<{ comparisons: Comparison[]; recheckShare: number }> {
  const folder = mkdtempSync(join(tmpdir(), "slipway-bench-binary-"));
  try {
    const bound = bindNative(folder);
    const large = makeLargeFile(folder);
    const recheckShare = measureRecheck(bound) / (await measureHashing(large));
    const found = [compareRecheck(bound), compareDiscovery(folder), await compareHashing(large)];
    return { comparisons: found.filter((each) => each !== undefined), recheckShare };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
