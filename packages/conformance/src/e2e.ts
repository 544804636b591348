import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Issue, Result } from "@slipway/errors";
import { issue, msg, printable, refuse, stringifyJson } from "@slipway/errors";
import { readAgentCase } from "./agents/agent-case.js";
import { installAgent } from "./agents/install-agent.js";
import type { CageFacts } from "./cage/probe-cage.js";
import { probeCage } from "./cage/probe-cage.js";
import { AGENT_SEEDS } from "./e2e/agent-seeds.js";
import type { CheckOutcome } from "./e2e/check-report.js";
import { testAgent } from "./e2e/test-agent.js";
import { packageRoot } from "./package-root.js";

// `node dist/e2e.js [agent...]`: real agents, through slipway, against the fake model, in the cage. One line for each check,
// the details in .results/e2e.json, exit code 1 when a check failed. Without a cage nothing is run.

interface AgentReport {
  readonly id: string;
  readonly package?: string;
  readonly version?: string;
  readonly checks: CheckOutcome[];
}

function show(id: string, outcome: CheckOutcome): void {
  const head = `${outcome.ok ? "ok  " : "FAIL"} ${id.padEnd(8)} ${outcome.check.padEnd(22)}`;
  const why = outcome.ok ? "" : ` ${outcome.reason}: ${printable(outcome.detail ?? "", { maxColumns: 900 })}`;
  process.stdout.write(`${head} ${(outcome.ms / 1000).toFixed(1).padStart(5)} s${why}\n`);
}

/** The outcome of a step that gives a Result: each issue is a failed check of its own. */
function outcomes(check: string, started: number, issues: readonly Issue[]): CheckOutcome[] {
  const ms = Date.now() - started;
  if (issues.length === 0) return [{ check, ok: true, ms }];
  return issues.map((found) => ({
    check,
    ok: false,
    ms,
    reason: found.code,
    detail: found.hint === undefined ? found.message : `${found.message} (${found.hint})`,
  }));
}

async function testOne(id: string): Promise<AgentReport> {
  const checks: CheckOutcome[] = [];
  const add = (outcome: CheckOutcome): void => {
    checks.push(outcome);
    show(id, outcome);
  };
  const started = Date.now();
  const agent = readAgentCase(id);
  const installed = agent.ok ? await installAgent(agent.value) : agent;
  for (const outcome of outcomes("install", started, installed.ok ? [] : installed.issues)) add(outcome);
  if (installed.ok) {
    const run = await testAgent(installed.value, add);
    if (!run.ok) for (const outcome of outcomes("run", started, run.issues)) add(outcome);
  }
  return { id, checks, ...(agent.ok ? { package: agent.value.package, version: agent.value.version } : {}) };
}

/**
 * The cage itself holds for an ordinary user too, but in a user namespace the files of root belong to nobody known, and
 * slipway rightly refuses to start such a program: every check would fail for a reason that says nothing.
 */
async function openCage(): Promise<Result<CageFacts>> {
  if (process.platform !== "linux" || process.getuid?.() === 0) return probeCage();
  const message = msg`real agents are run in a cage that root makes; you are user ${process.getuid?.() ?? "unknown"}`;
  return refuse(
    issue({ code: "CONFORMANCE_NOT_ROOT", message, hint: msg`run it as root; agents run as nobody inside` }),
  );
}

async function main(): Promise<number> {
  const asked = process.argv.slice(2);
  const ids = asked.length > 0 ? asked : [...AGENT_SEEDS.keys()];
  const started = Date.now();
  const reports: AgentReport[] = [];
  const cage = await openCage();
  const cageChecks = outcomes("cage", started, cage.ok ? [] : cage.issues);
  for (const outcome of cageChecks) show("-", outcome);
  reports.push({ id: "-", checks: cageChecks });
  // One after the other: agents beside each other on 2 cores make each other's limits mean less.
  if (cage.ok) for (const id of ids) reports.push(await testOne(id));
  const all = reports.flatMap((report) => report.checks);
  const passed = all.filter((outcome) => outcome.ok).length;
  const failed = all.length - passed;
  const results = join(packageRoot(), ".results");
  mkdirSync(results, { recursive: true });
  const summary = { passed, failed, node: process.version, ms: Date.now() - started, agents: reports };
  writeFileSync(join(results, "e2e.json"), `${stringifyJson(summary, { indent: 2 })}\n`);
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  return failed === 0 ? 0 : 1;
}

main().then(
  (exitCode) => {
    process.exitCode = exitCode;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n0 passed, 1 failed\n`);
    process.exitCode = 1;
  },
);
