import { readAgentCase } from "./agents/agent-case.js";
import { inCage } from "./cage/run-in-cage.js";
import { AGENT_SEEDS, seedHome } from "./e2e/agent-seeds.js";
import { createCheckRunner } from "./e2e/check-report.js";
import { driveAgent } from "./e2e/drive-agent.js";
import { useSlipway } from "./e2e/use-slipway.js";
import { startFakeModel } from "./fake-model/server.js";

// What runs inside the cage, one time for each agent: the fake model and the conversation. Arguments: the agent's id, its
// file, and the `slipway` file. Writes one JSON object a line: each outcome, and {"done":true} when all checks were made.

function say(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

async function main(): Promise<void> {
  const [id = "", entry = "", slipwayFile = ""] = process.argv.slice(2);
  const seed = AGENT_SEEDS.get(id);
  const agent = readAgentCase(id);
  if (seed === undefined || !agent.ok) throw new RangeError("no agent has this id");
  const { version } = agent.value;
  const home = inCage("home");
  const cwd = inCage("work");
  const model = await startFakeModel({ logFile: `${inCage("tmp")}/requests.ndjson` });
  const place = { url: model.url, work: cwd };
  seedHome(seed, home, place);
  const env: Record<string, string> = {};
  for (const name of ["HOME", "PATH", "TMPDIR", "TERM", "LANG"]) env[name] = process.env[name] ?? "";
  // The home of the cage's user in the user database is no folder of the cage.
  Object.assign(env, seed.env(place), { SLIPWAY_HOME: `${home}/.slipway` });
  const slipway = useSlipway([process.execPath, slipwayFile], { cwd, env });
  const { requests } = model;
  await driveAgent({ id, version, seed, entry, slipway, requests, home, cwd, env }, createCheckRunner(say));
  await model.close();
  say({ done: true });
}

main().then(
  // A terminal that did not close holds the event loop; everything has been said.
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(1);
  },
);
