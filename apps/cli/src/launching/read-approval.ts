import type { Result } from "@slipway/errors";
import { msg, succeed, suggestName } from "@slipway/errors";
import { PERMISSION_MODES } from "@slipway/manifest";
import type { ApprovalMode } from "@slipway/runtime";
import type { Invocation } from "../invocation.js";
import { refuseFor } from "../report-problem.js";

const MODES: readonly ApprovalMode[] = [...PERMISSION_MODES, "default"];

/** The approval mode that was asked for; undefined when none was. */
export function readApproval({ flags, texts }: Pick<Invocation, "flags" | "texts">): Result<ApprovalMode | undefined> {
  const mode = texts.get("approve");
  if (flags.has("yolo")) {
    if (mode === undefined || mode === "bypass") return succeed("bypass");
    return refuseFor(
      "CLI_OPTION_CONFLICT",
      msg`--yolo means --approve bypass, and --approve ${mode} is given`,
      msg`give one of them`,
    );
  }
  if (mode === undefined) return succeed(undefined);
  const known = MODES.find((name) => name === mode);
  if (known !== undefined) return succeed(known);
  const near = suggestName(mode, MODES);
  const hint =
    near === undefined ? msg`the modes are plan, ask, acceptEdits, bypass and default` : msg`did you mean ${near}?`;
  return refuseFor("CLI_OPTION_VALUE_UNKNOWN", msg`there is no approval mode ${mode}`, hint);
}
