import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { parseAgentsJson } from "@slipway/manifest";
import type { Comparison, Subject } from "./compare.js";
import { compareSubjects } from "./compare.js";
import { makeDocument } from "./manifest-document.js";
import { createPeer } from "./manifest-peer.js";
import { startNode } from "./start-process.js";

/** Reads a document, and fails the bench when it is not read whole: the time of a refusal means nothing. */
function readWhole(name: string, bytes: Uint8Array, entries: number, times = 1): Subject {
  return {
    name,
    run: () => {
      for (let time = 0; time < times; time += 1) {
        const read = parseAgentsJson(bytes, { trust: "signed" });
        if (read.entries.length !== entries || read.issues.length > 0)
          throw new Error("the document of the bench has problems");
      }
    },
  };
}

/** 1,000 entries against what a project would put together from JSON.parse and ajv. */
export function compareLargeReading(): Comparison {
  const bytes = makeDocument(1_000);
  const peer = createPeer();
  if (peer(bytes) !== 0) throw new Error("the peer finds problems");
  return compareSubjects("read and check 1,000 entries", readWhole("@slipway/manifest", bytes, 1_000), {
    name: "JSON.parse, duplicate scan, ajv",
    run: () => peer(bytes),
  });
}

/** What the launch models of the entries cost, which are made when they are first asked for. */
export function compareCompiling(): Comparison {
  const bytes = makeDocument(1_000);
  const compile = (): void => {
    const { agents } = parseAgentsJson(bytes, { trust: "signed" });
    if (agents.length !== 1_000) throw new Error("an entry was not compiled");
  };
  return compareSubjects(
    "read and compile 1,000 entries",
    { name: "with agents", run: compile },
    readWhole("without", bytes, 1_000),
  );
}

/** Ten times the entries against ten readings: 1 is linear growth. */
export function compareGrowth(): Comparison {
  return compareSubjects(
    "growth: 1,000 entries at once",
    readWhole("1,000 entries", makeDocument(1_000), 1_000),
    readWhole("10 times 100 entries", makeDocument(100), 100, 10),
  );
}

/** `slipway-catalog check` of 200 entries against the time it may take: two starts of Node and 200 ms. */
export function compareCatalogCheck(home: string): Comparison {
  const file = join(home, "agents.json");
  writeFileSync(file, makeDocument(200));
  const require = createRequire(import.meta.url);
  const program = join(require.resolve("@slipway/catalog-tools/package.json"), "../bin/slipway-catalog.js");
  const node = startNode("node -e 0", ["-e", "0"], home);
  const pause = new Int32Array(new SharedArrayBuffer(4));
  return compareSubjects(
    "check 200 entries, by command line",
    startNode("slipway-catalog check", [program, "check", file], home),
    {
      name: "2 x node -e 0, and 200 ms",
      run: () => {
        node.run();
        node.run();
        Atomics.wait(pause, 0, 0, 200);
      },
    },
  );
}
