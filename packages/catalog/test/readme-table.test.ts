import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

type Entry = { id: string; flags: Partial<Record<string, string[]>>; capture?: { resume: string[] } };
type Row = { agent: string; evidence: { version: string }; pty?: { continue?: unknown } };

const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), "utf8");
const { agents } = JSON.parse(read("agents.json")) as { agents: Entry[] };
const { rows } = JSON.parse(read("facts.json")) as { rows: Row[] };
const hasId = (args: string[] | undefined) => args?.some((text) => text.includes("{UUID}")) === true;
const say = (yes: boolean) => (yes ? "yes" : "no");

describe("when the README lists the agents", () => {
  it("says of each what its entry and its facts say", () => {
    const wanted = agents.map(({ id, flags, capture }) => {
      const row = rows.find(({ agent }) => agent === id);
      const last = flags["resume"] !== undefined && !hasId(flags["resume"]);
      return [
        id,
        say(hasId(flags["session"])),
        say(hasId(flags["resume"]) || hasId(capture?.resume)),
        row?.pty?.continue !== undefined && !last ? "facts" : say(last),
        say(flags["print"] !== undefined),
        row?.evidence.version ?? "none",
      ];
    });
    const listed = read("README.md")
      .split("\n")
      .map((line) =>
        line
          .split("|")
          .slice(1, -1)
          .map((cell) => cell.trim()),
      )
      .filter((cells) => cells.length === 6 && agents.some(({ id }) => id === cells[0]));
    expect(listed).toEqual(wanted);
  });
});
