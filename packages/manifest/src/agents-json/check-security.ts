import { msg } from "@slipway/errors";
import type { JsonObject } from "../json/json-node.js";
import { findKnownTrap } from "../rules/known-traps.js";
import type { FlagKind } from "../rules/security-flags.js";
import { findSecurityFlag } from "../rules/security-flags.js";
import type { FlagGroup } from "./agent-entry.js";
import type { EntryReport } from "./entry-report.js";

const MEANS: Readonly<Record<FlagKind, string>> = {
  bypass: "lets the agent act without asking",
  config: "can set anything of the agent",
  code: "loads files that hold commands",
  endpoint: "sends the conversation to another server",
  folders: "opens other folders",
  sandbox: "changes the agent's own sandbox",
};

/** The program that an entry starts, for rules that depend on it; empty when `command` is no text. */
export function readProgram(entry: JsonObject): string {
  const node = entry.members.get("command")?.value;
  return node?.type === "string" ? (node.value.split(" ", 1)[0] as string) : "";
}

/**
 * What a group may not hold. A manifest supplies the syntax of a bypass and the user decides that it applies (agents.json
 * reference, "Flags"), so such an option stands in autoApprove and nowhere else; and an option that sets the agent's
 * settings, endpoint or sandbox would come with every launch, asked for by nobody.
 */
export function checkSecurity(
  program: string,
  group: FlagGroup,
  args: readonly string[],
  path: (string | number)[],
  report: EntryReport,
): void {
  const trap = findKnownTrap(program, group, args);
  if (trap !== undefined)
    report.tell("MANIFEST_KNOWN_TRAP", {
      path,
      message: msg`${group} does not work with ${program}: ${trap.because}`,
      hint: msg`${trap.instead}`,
    });
  if (group === "autoApprove") return;
  for (const [index, argument] of args.entries()) {
    if (argument === "--") return;
    const found = findSecurityFlag(argument, program);
    if (found === undefined) continue;
    report.tell("MANIFEST_FLAG_OUT_OF_GROUP", {
      path: [...path, index],
      message: msg`${found.flag} ${MEANS[found.kind]}, and ${group} applies without being asked for it`,
      hint:
        found.kind === "bypass"
          ? msg`move it to autoApprove, which waits for the user`
          : msg`leave it to the user's own arguments`,
    });
  }
}
