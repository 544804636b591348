import { arch, cpus, platform, release } from "node:os";
import type { Comparison } from "./compare.js";

/** The comparisons as a Markdown table, with the machine and the versions that gave it. */
export function renderTable(comparisons: readonly Comparison[]): string {
  const rows = comparisons.map(
    ({ title, ours, peer, ratio, selfRatio }) =>
      `| ${title} | ${ours} | ${peer} | ${ratio.toFixed(2)} | ${selfRatio.toFixed(2)} |`,
  );
  return [
    `Node ${process.versions.node}, ${platform()} ${release()} ${arch()}, ${cpus().length} cores. Time of ours divided by the peer's`,
    "(below 1 is faster), median of interleaved pairs; the last column is ours against itself in the same run.",
    "",
    "| What | Ours | Peer | Ratio | Self |",
    "| - | - | - | - | - |",
    ...rows,
  ].join("\n");
}
