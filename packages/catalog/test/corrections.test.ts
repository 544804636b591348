import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

type Entry = { id: string; [field: string]: unknown };
const read = (name: string) => readFileSync(new URL(name, new URL("..", import.meta.url)), "utf8");
const readAgents = (name: string) => (JSON.parse(read(name)) as { agents: Entry[] }).agents;

/** The fields of an entry, groups one by one, as the tables write them. */
function flatten(entry: Entry): Map<string, string> {
  const fields = new Map<string, string>();
  for (const [name, value] of Object.entries(entry)) {
    if (name === "downloadUrl") continue;
    if (name !== "flags" && name !== "capture") fields.set(name, `\`${String(value)}\``);
    else
      for (const [part, inner] of Object.entries(value as object))
        fields.set(`${name}.${part}`, `\`${Array.isArray(inner) ? inner.join(" ") : String(inner)}\``);
  }
  return fields;
}

/** The lines of both tables of corrections; the table of what was left alone has three columns. */
const lines = read("CORRECTIONS.md")
  .split("\n")
  .map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll("\\|", "|")),
  )
  .filter((cells) => cells.length === 6 && cells[0] !== "id" && !cells[0]?.startsWith("---"));

const reference = readAgents("test/reference-roster.json");
const ours = readAgents("agents.json");

describe("when our roster differs from the public one", () => {
  it("has all of its 16 agents, in its order", () => {
    const ids = ours.map(({ id }) => id);
    expect(ids.filter((id) => reference.some((entry) => entry.id === id))).toEqual(reference.map(({ id }) => id));
    expect(reference).toHaveLength(16);
  });

  it("lists every difference with the value before and after, and none that is not there", () => {
    const found = reference.flatMap((entry) => {
      const was = flatten(entry);
      const is = flatten(ours.find(({ id }) => id === entry.id) as Entry);
      return [...new Set([...was.keys(), ...is.keys()])]
        .filter((field) => was.get(field) !== is.get(field))
        .map((field) => [entry.id, field, was.get(field) ?? "none", is.get(field) ?? "none"].join(" | "));
    });
    expect(lines.map((cells) => cells.slice(0, 4).join(" | ")).sort()).toEqual(found.sort());
  });

  it("says how each was seen and why", () => {
    for (const [id, field, , , evidence, why] of lines) {
      expect([id, field, evidence]).toEqual([
        id,
        field,
        expect.stringMatching(field === "icon" || field === "mono" ? /^none$/ : /^(?:run|help|documented)$/),
      ]);
      expect(why?.length).toBeGreaterThan(15);
    }
  });

  it("counts them in its headings", () => {
    const launch = lines.filter(([, field]) => field !== "icon" && field !== "mono").length;
    expect(read("CORRECTIONS.md")).toContain(`## What is started (${launch})`);
    expect(read("CORRECTIONS.md")).toContain(`## What is shown (${lines.length - launch})`);
  });
});
