import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Result } from "@slipway/errors";
import { issue, msg, refuse, succeed } from "@slipway/errors";
import { packageRoot } from "../package-root.js";

/** The digests of one agent's install on one operating system and processor. */
export interface RecordedDigests {
  /** SHA-256 of files by their path under the install: the file that is started, and a native program it starts. */
  readonly files: Readonly<Record<string, string>>;
  /** Of the whole install: see `digestTree`. */
  readonly tree: string;
}

/** An agent under test: `agents/<id>/agent.json`, beside the committed `package.json` and `package-lock.json`. */
export interface AgentCase {
  readonly id: string;
  readonly package: string;
  readonly version: string;
  /** The file that is started, under the install folder. */
  readonly entry: string;
  /** By `process.platform-process.arch`. */
  readonly digests: Readonly<Record<string, RecordedDigests>>;
  /** The folder these files lie in. */
  readonly folder: string;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

/** Reads `agents/<id>/agent.json`. Refused with `CONFORMANCE_AGENT_DAMAGED`. */
export function readAgentCase(id: string, agentsFolder = join(packageRoot(), "agents")): Result<AgentCase> {
  const folder = join(agentsFolder, id);
  const file = join(folder, "agent.json");
  try {
    const data = JSON.parse(readFileSync(file, "utf8")) as Partial<AgentCase>;
    const { package: name, version, entry, digests } = data;
    if (data.id === id && isText(name) && isText(version) && isText(entry) && typeof digests === "object") {
      return succeed({ id, package: name, version, entry, digests, folder });
    }
  } catch (error) {
    const message = msg`the description ${file} cannot be read: ${error instanceof Error ? error.message : ""}`;
    return refuse(issue({ code: "CONFORMANCE_AGENT_DAMAGED", message }));
  }
  return refuse(issue({ code: "CONFORMANCE_AGENT_DAMAGED", message: msg`the description ${file} is not complete` }));
}
