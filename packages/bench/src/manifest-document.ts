import { readFloor } from "@slipway/catalog";

/**
 * An agents.json of `entries` entries, as a formatter writes it: the bundled ones again and again, each with an id, a name and,
 * where it has one, a capture label of its own, so that nothing is the same twice.
 */
export function makeDocument(entries: number): Uint8Array {
  const floor: { agents: Entry[] } = JSON.parse(Buffer.from(readFloor().agents).toString("utf8"));
  const agents = Array.from({ length: entries }, (_, index) => {
    const entry = structuredClone(floor.agents[index % floor.agents.length] as Entry);
    entry.id = `${entry.id}-${index}`;
    entry.name = `${entry.name} ${index}`;
    if (entry.capture !== undefined) entry.capture.pattern = `${index} ${entry.capture.pattern}`;
    return entry;
  });
  return new TextEncoder().encode(`${JSON.stringify({ schema: 1, updatedAt: "2026-01-01", agents }, null, 2)}\n`);
}

type Entry = { id: string; name: string; capture?: { pattern: string } };
