import { expect, it } from "vitest";
import { measureColumns } from "../src/measure-columns.js";

it.each([
  ["a Latin letter", 0x61, 1],
  ["a combining mark", 0x301, 0],
  ["a Cyrillic letter", 0x436, 1],
  ["a zero-width joiner", 0x200d, 0],
  ["a Han character", 0x4e00, 2],
  ["the first half of a pair", 0xd83d, 0],
  ["the second half of a pair", 0xde00, 2],
  ["a private character behind the pairs", 0xe000, 1],
  ["a full-width letter", 0xff21, 2],
])("counts the columns of %s", (_, unit, columns) => {
  expect(measureColumns(unit)).toBe(columns);
});
