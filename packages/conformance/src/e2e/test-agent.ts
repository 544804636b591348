import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import type { Result } from "@slipway/errors";
import { issue, msg, refuse, succeed } from "@slipway/errors";
import type { InstalledAgent } from "../agents/install-agent.js";
import { makeCageFolders } from "../cage/cage-folders.js";
import { inCage, runInCage } from "../cage/run-in-cage.js";
import { checkoutRoot, packageRoot } from "../package-root.js";
import type { CheckOutcome } from "./check-report.js";

/** Milliseconds for all conversations with one agent; they take 30 to 60 s on an idle machine. */
const AGENT_TIMEOUT_MS = 420_000;

const SLIPWAY = "apps/cli/bin/slipway.js";

function readLine(line: string): Partial<CheckOutcome> & { done?: boolean } {
  try {
    return JSON.parse(line) as Partial<CheckOutcome> & { done?: boolean };
  } catch {
    return {};
  }
}

/**
 * Runs all conversations with one installed agent in a cage of its own and hands over each outcome as it comes. Refused
 * when the cage cannot be had or what runs in it does not come to its end; the outcomes handed over so far stand.
 */
export async function testAgent(
  installed: InstalledAgent,
  report: (outcome: CheckOutcome) => void,
): Promise<Result<true>> {
  const checkout = checkoutRoot();
  if (!existsSync(join(checkout, SLIPWAY))) {
    const message = msg`${SLIPWAY} is missing`;
    return refuse(issue({ code: "CONFORMANCE_SLIPWAY_MISSING", message, hint: msg`build first: npm run build` }));
  }
  const { agent } = installed;
  const here = relative(checkout, packageRoot());
  const folders = makeCageFolders();
  let done = false;
  let rest = "";
  const onOutput = (chunk: Buffer): void => {
    const lines = (rest + chunk.toString("utf8")).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const said = readLine(line);
      if (said.done === true) done = true;
      if (typeof said.check === "string" && typeof said.ok === "boolean") report(said as CheckOutcome);
    }
  };
  try {
    const run = await runInCage({
      command: [
        inCage("bin/node"),
        inCage(`checkout/${here}/dist/inside-cage.js`),
        agent.id,
        inCage(`agents/${agent.id}/${agent.entry}`),
        inCage(`checkout/${SLIPWAY}`),
      ],
      env: {
        PATH: `${inCage("bin")}:/usr/bin:/bin`,
        HOME: inCage("home"),
        TMPDIR: inCage("tmp"),
        TERM: "xterm-256color",
        LANG: "C.UTF-8",
      },
      places: [
        ...folders.places,
        { from: process.execPath, name: "bin/node" },
        { from: checkout, name: "checkout" },
        { from: installed.folder, name: `agents/${agent.id}` },
      ],
      cwd: inCage("work"),
      timeoutMs: AGENT_TIMEOUT_MS,
      onOutput,
    });
    if (!run.ok) return run;
    if (done) return succeed(true);
    const message = msg`the conversations broke off with ${run.value.exitCode ?? "a signal"}: ${run.value.stderr.slice(-600)}`;
    return refuse(issue({ code: "CONFORMANCE_RUN_BROKE_OFF", message }));
  } finally {
    folders.remove();
  }
}
