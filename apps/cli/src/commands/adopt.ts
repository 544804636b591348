import { resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import type { BoundBinary, BoundTree } from "@slipway/binary";
import { bindTree, summariseTrace } from "@slipway/binary";
import type { Issue, Printable, Result } from "@slipway/errors";
import { joinPrintable, msg, refuse, succeed } from "@slipway/errors";
import type { Agent } from "@slipway/manifest";
import { bindProgram, describePassedOver, resolveBinary, traceProgram } from "@slipway/runtime";
import type { Command, CommandResult, Invocation } from "../invocation.js";
import { findPlaces } from "../places.js";
import { adviseOnProgram } from "../program/advise-on-program.js";
import { describeBinary } from "../program/describe-binary.js";
import { problem, refuseFor } from "../report-problem.js";
import { loadRoster, pickAgent, refineAgent } from "../roster/load-roster.js";

/** Makes a file the program of an agent, after it was shown and somebody said yes. */
export const command: Command = async (invocation): Promise<Result<CommandResult>> => {
  const digest = invocation.texts.get("sha256");
  if (digest !== undefined && !/^[0-9a-f]{64}$/iu.test(digest))
    return refuseFor("CLI_DIGEST_INVALID", msg`--sha256 takes 64 hexadecimal digits`, msg`sha256sum FILE shows them`);
  const roster = await loadRoster(invocation);
  if (!roster.ok) return roster;
  const picked = pickAgent(roster.value, invocation.words[0] as string);
  if (!picked.ok) return picked;
  const agent = refineAgent(roster.value, picked.value, undefined);
  const folder = invocation.texts.get("tree");
  const tree = folder === undefined ? undefined : bindTree(resolve(invocation.cwd, folder));
  if (tree?.ok === false) return tree;
  const bound = bindChosen(invocation, agent, { sha256: digest, tree: tree?.value });
  if (!bound.ok) return refuse(...bound.issues.map((found) => adviseOnProgram(agent.id, nameOption(found))));
  const details = describeBinary(agent, bound.value, tree?.value);
  const agreed = await askForAgreement(invocation, agent, bound.value, details);
  if (!agreed.ok) return agreed;

  // Bound once more, against the digest that was shown: what was agreed to is what is recorded.
  const hold = digest !== undefined;
  const confirmed = {
    path: bound.value.foundAt,
    sha256: bound.value.file.sha256 as string,
    hold,
    ...(tree === undefined ? {} : { tree: { root: tree.value.root, digest: tree.value.digest } }),
  };
  const { folders } = findPlaces(invocation);
  const adopted = await resolveBinary(agent, {
    workspace: invocation.cwd,
    stateDir: folders.state,
    env: invocation.env,
    confirmed,
  });
  if (!adopted.ok) return adopted;
  const { binary, version, line } = adopted.value;
  const text = agreed.value === "asked" ? line : joinPrintable([details, line], "\n");
  const json = { agent: agent.id, binary, ...(version === undefined ? {} : { version }) };
  return succeed({ text, json }, [...roster.value.issues, ...folders.issues, ...adopted.issues]);
};

function bindChosen(
  invocation: Invocation,
  agent: Agent,
  { sha256, tree }: { sha256: string | undefined; tree: BoundTree | undefined },
): Result<BoundBinary> {
  const { cwd: workspace, env, texts } = invocation;
  const wanted = {
    ...(sha256 === undefined ? { hash: true } : { sha256 }),
    ...(tree === undefined ? {} : { tree }),
  };
  const path = texts.get("path");
  const search = { workspace, env };
  if (path !== undefined) return bindProgram(resolve(workspace, path), search, { via: "explicit", ...wanted });
  const trace = traceProgram(agent, search);
  if (trace.chosen !== undefined) return bindProgram(trace.chosen.path, search, { via: trace.chosen.via, ...wanted });
  const found = summariseTrace(trace);
  const url = agent.display.downloadUrl;
  if (found === undefined || trace.status !== "absent") return refuse(...(found === undefined ? [] : [found]));
  const next = url === undefined ? found : { ...found, hint: msg`name its file with --path, or get it from ${url}` };
  return refuse(next, ...describePassedOver(agent, trace));
}

function nameOption(found: Issue): Issue {
  return { hint: msg`name the agent's program with --path FILE`, ...found };
}

async function askForAgreement(
  { flags, texts, output }: Invocation,
  agent: Agent,
  binary: BoundBinary,
  details: Printable,
): Promise<Result<"asked" | "given">> {
  if (texts.has("sha256")) return succeed("given");
  // A switch in a script must not choose a file by whatever is first on PATH, nor one from an unsigned source by its name.
  const named = texts.has("path") && agent.trust !== "local";
  if (flags.has("yes") && (named || process.stdin.isTTY)) return succeed("given");
  output.tell(details);
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    const path = binary.foundAt;
    return refuse(
      problem(
        "CLI_CONFIRMATION_NEEDED",
        msg`nobody can be asked here whether this file may run as ${agent.id}`,
        msg`slipway adopt ${agent.id} --path ${path} --sha256 ${binary.file.sha256}`,
      ),
    );
  }
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await asking.question(`Let this file run as ${agent.id}? [y/N] `);
  asking.close();
  if (/^y(es)?$/iu.test(answer.trim())) return succeed("asked");
  return refuseFor("CLI_ADOPTION_DECLINED", msg`nothing was adopted`, msg`name another file with --path`);
}
