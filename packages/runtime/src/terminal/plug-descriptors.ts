import { closeSync, openSync } from "node:fs";
import type { Issue, Result } from "@slipway/errors";
import { msg, refuse, succeed } from "@slipway/errors";
import { listInheritableDescriptors } from "../processes/list-inheritable-descriptors.js";
import { runtimeIssue } from "../runtime-error.js";

/** Holes that are filled for one start. A host has a handful; each costs 4 microseconds and a descriptor of its limit. */
export const PLUGS_MAX = 8_192;

/** Filled holes; `release` right after the start. `above`: the new terminal must get a higher number than this. */
export type Plugs = { above: number; release: () => void };

/**
 * Fills every free descriptor number below the highest inheritable one. The terminal library marks its child's descriptors
 * close-on-exec from 3 upwards and stops at the first free number, which is the one its own new terminal had: whatever is
 * inheritable above it reaches the agent (measured with 1.2.0-beta.15: three sessions, the first ends, the next one takes
 * its number and holds the others' controlling sides). With no free number below, the new terminal is the highest and all
 * others are marked. Must be followed by the start without a turn of the event loop between.
 */
export function plugDescriptors(): Result<Plugs> {
  const above = Math.max(2, ...listInheritableDescriptors().map(({ descriptor }) => descriptor));
  const plugs: number[] = [];
  const release = (): void => {
    for (const plug of plugs) closeSync(plug);
  };
  if (above === 2) return succeed({ above, release });
  try {
    while (plugs.length < PLUGS_MAX) {
      const plug = openSync("/dev/null", "r");
      plugs.push(plug);
      if (plug > above) return succeed({ above, release });
    }
  } catch (error) {
    release();
    return refuse(leaks(above, (error as NodeJS.ErrnoException).code ?? "unknown"));
  }
  release();
  return refuse(leaks(above, "too many free numbers below it"));
}

function leaks(descriptor: number, why: string): Issue {
  return runtimeIssue({
    code: "RUNTIME_PTY_LEAKS",
    message: msg`the session would inherit descriptor ${descriptor} of this process, and it cannot be kept out (${why})`,
    hint: msg`start the host without inherited descriptors, or raise its limit of open files`,
  });
}
