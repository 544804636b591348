import { createRequire } from "node:module";
import { join } from "node:path";
import { readFloor } from "@slipway/catalog";
import { parseAgentsJson } from "@slipway/manifest";
import { verify } from "@slipway/minisign";
import { developmentKey } from "@slipway/testkit";
import { compareBinary } from "./binary-bench.js";
import type { Comparison } from "./compare.js";
import { compareSubjects } from "./compare.js";
import { compareCatalogCheck, compareCompiling, compareGrowth, compareLargeReading } from "./manifest-comparisons.js";
import { loadMinisignPeers } from "./minisign-peers.js";
import { compareStarts } from "./minisign-start.js";
import { compareWarm } from "./minisign-warm.js";
import { compareIds } from "./pattern-ids.js";
import { loadPatternPeers } from "./pattern-peers.js";
import { compareSearch } from "./pattern-search.js";
import { verifyWithPlainNoble } from "./plain-noble.js";
import { renderTable } from "./render-table.js";
import { compareRuntime } from "./runtime-bench.js";
import { makeHome, startNode } from "./start-process.js";

const floor = readFloor();

function compareVerification(): Comparison {
  const signature = Buffer.from(floor.agentsSignature).toString("utf8");
  const options = { allowDevelopmentKeys: true };
  if (!verify(floor.agents, signature, developmentKey.publicKey, options).ok)
    throw new Error("the floor does not verify");
  if (!verifyWithPlainNoble(floor.agents, signature, developmentKey.publicKey)) throw new Error("the peer refuses");
  return compareSubjects(
    "verify the floor",
    { name: "@slipway/minisign", run: () => verify(floor.agents, signature, developmentKey.publicKey, options) },
    { name: "plain noble", run: () => verifyWithPlainNoble(floor.agents, signature, developmentKey.publicKey) },
  );
}

function compareReading(): Comparison {
  const text = Buffer.from(floor.agents).toString("utf8");
  return compareSubjects(
    "read and check agents.json",
    { name: "@slipway/manifest", run: () => parseAgentsJson(floor.agents, { trust: "first-party" }) },
    { name: "JSON.parse alone", run: () => JSON.parse(text) },
  );
}

function compareStart(args: readonly string[], home: string): Comparison {
  const require = createRequire(import.meta.url);
  const slipway = join(require.resolve("@slipway/cli/package.json"), "../bin/slipway.js");
  return compareSubjects(
    `slipway ${args.join(" ")}`,
    startNode("slipway", [slipway, ...args], home),
    startNode("node -e 0", ["-e", "0"], home),
  );
}

const { home, remove } = makeHome();
try {
  const binary = await compareBinary();
  const runtime = await compareRuntime(home);
  const patternPeers = await loadPatternPeers();
  const comparisons = [
    ...binary.comparisons,
    ...runtime.comparisons,
    compareVerification(),
    ...(await compareWarm(await loadMinisignPeers(), home)),
    ...compareStarts(home),
    compareReading(),
    ...compareIds(patternPeers),
    ...compareSearch(patternPeers),
    compareLargeReading(),
    compareCompiling(),
    compareGrowth(),
    compareStart(["--version"], home),
    compareStart(["list"], home),
    compareCatalogCheck(home),
  ];
  console.log(renderTable(comparisons));
  console.log(`\n${runtime.lines.join("\n")}`);
  console.log(`\nA recheck takes 1/${Math.round(1 / binary.recheckShare)} of hashing 200 MB.`);
} finally {
  remove();
}
