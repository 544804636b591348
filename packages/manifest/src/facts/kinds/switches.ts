import type { ArgTemplate, Part } from "../../agent.js";
import { approvalPart } from "../../compile/shared-parts.js";
import type { ApprovalKind, LaunchSwitch } from "../facts.js";

/** The argument of a launch switch. */
export function makeSwitch(name: LaunchSwitch): ArgTemplate {
  switch (name) {
    case "no-daemon":
      return "--no-daemon";
  }
}

/** Sandbox and approvals as they are without a bypass; on a resumed conversation they take an inherited one back. */
const RESET = ["-s", "workspace-write", "-a", "on-request"];

/** The permission part of a kind, from the entry's own bypass arguments. */
export function makeApproval(kind: ApprovalKind, bypass: readonly ArgTemplate[]): Part[] {
  switch (kind) {
    case "plain":
      return approvalPart(bypass);
    case "inherits-reset":
      return [
        { slot: "approval", ...(bypass.length === 0 ? {} : { bypass: [...bypass] }), ask: [...RESET], inherits: true },
      ];
  }
}
