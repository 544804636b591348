import { describe, expect, it } from "vitest";
import { compareSubjects, median } from "../src/compare.js";
import { renderTable } from "../src/render-table.js";

function spin(units: number): () => number {
  return () => {
    let sum = 0;
    for (let index = 0; index < units * 20_000; index += 1) sum = (sum * 31 + index) | 0;
    return sum;
  };
}

describe("when two subjects are compared", () => {
  it("sees which of them does more work, in both directions", () => {
    const light = { name: "light", run: spin(1) };
    const heavy = { name: "heavy", run: spin(8) };
    expect(compareSubjects("less", light, heavy, 1, 9).ratio).toBeLessThan(0.7);
    expect(compareSubjects("more", heavy, light, 1, 9).ratio).toBeGreaterThan(1.4);
  });
});

it("the median is the middle", () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 3])).toBe(2.5);
});

it("the table names what was compared", () => {
  const row = { title: "t", ours: "o", peer: "p", ratio: 0.5, selfRatio: 1, pairs: 3 };
  expect(renderTable([row])).toContain("| t | o | p | 0.50 | 1.00 |");
});
