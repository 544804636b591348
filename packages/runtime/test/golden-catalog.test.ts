import { describe, expect, it } from "vitest";
import { DIFFERENCES } from "./golden-catalog-differences.js";
import { planRow, readRoster, requestOfRow } from "./golden-plan-row.js";
import { REFERENCE_ROWS } from "./golden-reference-rows.js";
import { NOT_THERE, ONLY_CONTINUE, REFUSALS } from "./golden-refusals.js";

const roster = readRoster("agents.json");
const find = (id: string) => roster.find((one) => one.agent.id === id) as (typeof roster)[number];

const table = Object.entries(REFERENCE_ROWS).flatMap(([id, rows]) =>
  rows.map(([row, argv]) => {
    const different = DIFFERENCES[id]?.[row];
    const refused = different === undefined ? REFUSALS[id]?.[row] : undefined;
    const asked = different === undefined && row.startsWith("resume") && ONLY_CONTINUE.includes(id);
    return {
      id,
      row,
      start: asked ? ("continue" as const) : ("resume" as const),
      wanted: (different ?? refused)?.gives ?? (argv === "n/a" ? NOT_THERE : argv),
      difference: different?.why ?? refused?.why ?? "none",
      original: argv === "n/a" ? NOT_THERE : argv,
      kind: different === undefined ? (refused === undefined ? "equal" : "refused") : "different",
    };
  }),
);

describe("when the floor is launched without facts", () => {
  it("has every agent of the reference", () => {
    expect(roster.map(({ agent }) => agent.id)).toEqual(expect.arrayContaining(Object.keys(REFERENCE_ROWS)));
    expect(table).toHaveLength(144);
  });

  it.each(table)("$id $row: $wanted (difference: $difference)", ({ id, row, start, wanted }) => {
    const { agent, entry } = find(id);
    expect(planRow(agent, requestOfRow(row, entry, start))).toBe(wanted);
  });

  it("names no difference that is none", () => {
    const different = table.filter(({ kind }) => kind === "different");
    for (const { id, row, wanted, original } of different) expect([id, row, wanted]).not.toEqual([id, row, original]);
    expect(different).toHaveLength(Object.values(DIFFERENCES).flatMap((rows) => Object.keys(rows)).length);
  });

  it("counts what is equal, different and refused", () => {
    const count = (kind: string) => table.filter((one) => one.kind === kind).length;
    expect([count("equal"), count("different"), count("refused")]).toEqual([86, 43, 15]);
  });

  it("still continues the newest conversation of the folder as the reference resumes it", () => {
    for (const id of ONLY_CONTINUE) {
      const { agent, entry } = find(id);
      const original = REFERENCE_ROWS[id]?.find(([row]) => row === "resume")?.[1];
      expect(planRow(agent, requestOfRow("resume", entry, "continue"))).toBe(original);
    }
  });

  it.each(roster.map(({ agent }) => agent.id))(
    "never lets a dash in front of a prompt become an option of %s",
    (id) => {
      const { agent, entry } = find(id);
      for (const row of ["first+prompt", "print"] as const) {
        const text = planRow(agent, { ...requestOfRow(row, entry, "resume"), prompt: "--yolo" });
        expect(text).toMatch(/(^refused RUNTIME_(PROMPT_UNDELIVERABLE|SURFACE_UNSUPPORTED)$)|( -- --yolo$)|(=--yolo$)/);
      }
    },
  );
});
