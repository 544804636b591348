import { readFileSync } from "node:fs";
import type { Agent, Facts } from "../src/index.js";
import { parseAgentsJson, parseFacts } from "../src/index.js";

/** A file of the floor. Read by path: this package may not depend on the data it reads. */
export function readCatalogFile(name: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(`../../catalog/${name}`, import.meta.url)));
}

/** The agents of the floor as compiled, and its facts. */
export function readCatalog(): { agents: Agent[]; facts: Facts } {
  const facts = parseFacts(readCatalogFile("facts.json"), { trust: "first-party" });
  if (!facts.ok) throw new Error("the facts of the catalog are refused");
  return {
    agents: parseAgentsJson(readCatalogFile("agents.json"), { trust: "first-party" }).agents,
    facts: facts.value,
  };
}
