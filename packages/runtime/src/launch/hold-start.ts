import type { BoundBinary } from "@slipway/binary";
import { holdBinary } from "@slipway/binary";
import type { Result } from "@slipway/errors";
import { msg, refuse, succeed } from "@slipway/errors";
import { runtimeIssue } from "../runtime-error.js";
import type { ChildRequest } from "./child-handle.js";

/**
 * The start of the file that passed the check, held open until the child is gone: in a terminal the start is not finished
 * when the library returns, and a descriptor closed too early would be one that leads nowhere.
 */
export function holdStart(
  front: readonly string[],
  binary: BoundBinary,
  request: ChildRequest,
): Result<{ request: ChildRequest; drop: () => void }> {
  if (front.length > 0)
    return refuse(
      runtimeIssue({
        code: "RUNTIME_HOLD_UNSUPPORTED",
        message: msg`${binary.file.path} cannot be held: the programs in front of it start it by its path`,
        hint: msg`launch without hold, or without strict containment and a wrap`,
      }),
    );
  const held = holdBinary(binary);
  if (!held.ok) return held;
  let isOpen = true;
  const drop = (): void => {
    if (isOpen) held.value.close();
    isOpen = false;
  };
  const [program, ...args] = request.vector as [string, ...string[]];
  const gone = (): void => {
    drop();
    request.events.gone();
  };
  return succeed(
    {
      request: { ...request, vector: [held.value.path, ...args], argv0: program, events: { ...request.events, gone } },
      drop,
    },
    held.issues,
  );
}
