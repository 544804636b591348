import { msg } from "@slipway/errors";
import type { Trust } from "./agent.js";
import { ManifestError } from "./manifest-error.js";

const TRUSTS: readonly unknown[] = ["first-party", "signed", "local"] satisfies Trust[];

/** Throws `MANIFEST_MISUSE` for anything but a level of trust: a misspelled one compares with none, and so binds nothing. */
export function assertTrust(trust: unknown): asserts trust is Trust {
  if (!TRUSTS.includes(trust)) throw new ManifestError("MANIFEST_MISUSE", msg`trust is none of the three`);
}
