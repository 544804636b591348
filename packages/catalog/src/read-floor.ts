import { readFileSync } from "node:fs";

/** The documents as signed, byte for byte, and their detached minisign signatures. */
export type Floor = {
  agents: Uint8Array;
  agentsSignature: Uint8Array;
  facts: Uint8Array;
  factsSignature: Uint8Array;
};

/**
 * Reads the floor from the package's own folder. Bytes, not values: verify the signatures, then parse what was verified.
 * Throws what `readFileSync` throws when the package is damaged.
 */
export function readFloor(): Floor {
  return {
    agents: read("agents.json"),
    agentsSignature: read("agents.json.minisig"),
    facts: read("facts.json"),
    factsSignature: read("facts.json.minisig"),
  };
}

function read(name: string): Uint8Array {
  return readFileSync(new URL(`../${name}`, import.meta.url));
}
