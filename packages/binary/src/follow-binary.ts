import type { Result } from "@slipway/errors";
import { msg, refuse, succeed } from "@slipway/errors";
import { binaryIssue } from "./binary-code.js";
import { bindBinary } from "./bind-binary.js";
import type { BoundBinary } from "./bound-binary.js";
import { isSameIdentity } from "./file-identity.js";
import type { ProgramOptions } from "./judge-program.js";
import { recheckBinary } from "./recheck-binary.js";

/**
 * What becomes of a program whose path leads to another file than was bound. `accept`: it is followed and said. `ask`: it
 * is refused with `BINARY_DRIFT_ASK` until somebody agrees. `block`: it is refused with `BINARY_CHANGED`.
 */
export type DriftPolicy = "accept" | "ask" | "block";

/** A program as it is now, and whether it is another than was bound. */
export type Followed = { binary: BoundBinary; drifted: boolean };

/**
 * Resolves the path of a binding again, so that a vendor's own update of an adopted program is followed: links are followed
 * anew and everything is judged anew, the working directory of this launch included. A binding that is held to a digest is
 * never followed: its drift policy is `block`, whatever is asked. What was bound may then still run as long as it is there,
 * even where its path leads to another file by now; a path that leads nowhere is refused (`BINARY_MISSING`).
 */
export function followBinary(bound: BoundBinary, options: ProgramOptions & { drift: DriftPolicy }): Result<Followed> {
  const { drift, ...program } = options;
  const held = drift === "block" || bound.file.sha256 !== undefined || bound.state === "managed";
  const again = bindBinary(bound.foundAt, { ...program, via: bound.via });
  if (!again.ok) return again;
  if (held || isSameProgram(bound, again.value)) {
    // The bytes behind an identity that proves too little are compared by the recheck, not by a second binding.
    const checked = recheckBinary(bound, options.ports === undefined ? {} : { ports: options.ports });
    return checked.ok
      ? succeed({ binary: checked.value, drifted: false }, [...again.issues, ...checked.issues])
      : checked;
  }
  const message = msg`${bound.foundAt}, or what runs it, is another file than was bound`;
  if (drift === "ask")
    return refuse(
      ...again.issues,
      binaryIssue({ code: "BINARY_DRIFT_ASK", message, hint: msg`if you updated it, adopt it again` }),
    );
  return succeed({ binary: again.value, drifted: true }, [
    ...again.issues,
    binaryIssue({ code: "BINARY_DRIFTED", severity: "warning", message }),
  ]);
}

/** Whether two bindings name the same files with the same identities, every interpreter included. */
export function isSameProgram(left: BoundBinary, right: BoundBinary): boolean {
  const [before, after] = [listFiles(left), listFiles(right)];
  return (
    before.length === after.length &&
    before.every((file, index) => {
      const other = after[index];
      return other !== undefined && file.path === other.path && isSameIdentity(file.identity, other.identity);
    })
  );
}

function listFiles({ file, interpreter }: BoundBinary) {
  return [file, ...(interpreter === undefined ? [] : [interpreter, ...(interpreter.through ?? [])])];
}
