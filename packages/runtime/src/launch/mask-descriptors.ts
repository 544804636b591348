import { closeSync, openSync } from "node:fs";
import { listInheritableDescriptors } from "../processes/list-inheritable-descriptors.js";

/** What stands at each index above 2 of `stdio`, and how to let go of it after the spawn. */
export type DescriptorMask = { stdio: ("ignore" | number)[]; release: () => void };

/**
 * Puts `/dev/null` over every descriptor that the child would otherwise inherit: `child_process` closes nothing, and
 * `"ignore"` at an index above 2 does nothing. Must be followed by the spawn without a turn of the event loop between.
 */
export function maskDescriptors(): DescriptorMask {
  const found = listInheritableDescriptors();
  if (found.length === 0) return { stdio: [], release: () => {} };
  const nothing = openSync("/dev/null", "r+");
  const highest = Math.max(...found.map(({ descriptor }) => descriptor));
  const stdio: ("ignore" | number)[] = Array.from({ length: highest - 2 }, () => "ignore");
  for (const { descriptor } of found) stdio[descriptor - 3] = nothing;
  return { stdio, release: () => closeSync(nothing) };
}
