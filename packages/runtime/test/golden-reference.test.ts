import { describe, expect, it } from "vitest";
import { planRow, readRoster, requestOfRow } from "./golden-plan-row.js";
import { REFERENCE_ROWS, ROW_NAMES } from "./golden-reference-rows.js";
import { NOT_THERE, ONLY_CONTINUE, REFUSALS } from "./golden-refusals.js";

const roster = readRoster("test/reference-roster.json");
const table = roster.flatMap(({ agent, entry }) =>
  (REFERENCE_ROWS[agent.id] ?? []).map(([row, argv]) => {
    const start = ONLY_CONTINUE.includes(agent.id) ? "continue" : "resume";
    const named = REFUSALS[agent.id]?.[row];
    const wanted = named?.gives ?? (argv === "n/a" ? NOT_THERE : argv);
    return { id: agent.id, row, asked: row.startsWith("resume") ? start : "as named", wanted, agent, entry, named };
  }),
);

describe("when the reference launcher's own roster is launched", () => {
  it("covers all 16 agents and all 144 rows", () => {
    expect(roster.map(({ agent }) => agent.id)).toEqual(Object.keys(REFERENCE_ROWS));
    expect(table).toHaveLength(144);
    for (const rows of Object.values(REFERENCE_ROWS)) expect(rows.map(([row]) => row)).toEqual(ROW_NAMES);
  });

  it.each(table)("$id $row, asked $asked: $wanted", ({ row, asked, wanted, agent, entry }) => {
    expect(planRow(agent, requestOfRow(row, entry, asked === "continue" ? "continue" : "resume"))).toBe(wanted);
  });

  it("refuses 23 rows, each where the reference drops a model or a conversation", () => {
    const refused = table.filter(({ named }) => named !== undefined);
    expect(refused).toHaveLength(23);
    const dropped = refused.map(({ named }) => named?.gives);
    expect(dropped.filter((text) => text?.endsWith("MODEL_UNSUPPORTED"))).toHaveLength(11);
    expect(dropped.filter((text) => text?.endsWith("RESUME_UNSUPPORTED"))).toHaveLength(12);
    for (const { id, row, named } of refused) {
      const original = REFERENCE_ROWS[id]?.find(([name]) => name === row)?.[1];
      expect([id, row, original === named?.gives || original === "n/a"]).toEqual([id, row, false]);
    }
  });

  it.each(ONLY_CONTINUE)("never takes the newest conversation of the folder for one that was named: %s", (id) => {
    const { agent, entry } = roster.find((one) => one.agent.id === id) as (typeof roster)[number];
    expect(planRow(agent, requestOfRow("resume", entry, "resume"))).toBe("refused RUNTIME_RESUME_ONLY_LAST");
  });

  it.each(["cline", "copilot", "cursor", "goose", "amp", "fx", "droid"])(
    "refuses a bypass that %s has no flags for",
    (id) => {
      const { agent, entry } = roster.find((one) => one.agent.id === id) as (typeof roster)[number];
      const request = { ...requestOfRow("first", entry, "resume"), approval: "bypass" } as const;
      expect(planRow(agent, request)).toMatch(/^refused RUNTIME_APPROVAL/);
    },
  );
});
