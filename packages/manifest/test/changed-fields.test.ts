import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseAgentsJson } from "../src/index.js";
import { EXAMPLE_ENTRY, makeAgentsJson } from "./make-document.js";

type Entry = Record<string, unknown>;
type Path = (string | number)[];

/** Every entry that is shipped, the sample of the format, and those of the public roster. */
function listEntries(): Entry[] {
  const read = (name: string) =>
    JSON.parse(readFileSync(new URL(`../../catalog/${name}`, import.meta.url), "utf8")).agents as Entry[];
  return [EXAMPLE_ENTRY, ...read("agents.json"), ...read("test/reference-roster.json")];
}

/** Paths of all values inside an entry, containers included. */
function listPaths(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  const inside = Object.entries(value).flatMap(([name, member]) =>
    listPaths(member, [...path, Array.isArray(value) ? Number(name) : name]),
  );
  return path.length === 0 ? inside : [path, ...inside];
}

function valueAt(entry: Entry, path: Path): unknown {
  return path.reduce<unknown>((value, step) => (value as Record<string, unknown>)[step], entry);
}

/** A copy in which the container of `path` was changed. */
function change(
  entry: Entry,
  path: Path,
  edit: (container: Record<string, unknown> | unknown[], key: never) => void,
): Entry {
  const copy = structuredClone(entry);
  edit(valueAt(copy, path.slice(0, -1)) as Record<string, unknown>, path.at(-1) as never);
  return copy;
}

const remove = (entry: Entry, path: Path) =>
  change(entry, path, (container, key) => {
    if (Array.isArray(container)) container.splice(key, 1);
    else delete container[key];
  });
const replace = (entry: Entry, path: Path, value: unknown) =>
  change(entry, path, (container, key) => {
    container[key] = value as never;
  });

function codesOf(entry: Entry): string[] {
  const { issues } = parseAgentsJson(makeAgentsJson(entry), { trust: "signed", appVersion: "99.0.0" });
  return issues.map(({ code }) => code).sort();
}

const MANDATORY = ["id", "name", "command"];
const GROUP = /^(?:flags\.[A-Za-z]+|capture\.resume)$/;
const NEEDED: Readonly<Record<string, string>> = {
  "flags.model": "{MODEL}",
  "flags.print": "{PROMPT}",
  "capture.resume": "{UUID}",
};

/** What is told when the value at `path` is taken out. */
function expectedWithout(entry: Entry, path: Path): string[] {
  const name = path.join(".");
  if (MANDATORY.includes(name) || name === "capture.pattern" || name === "capture.resume")
    return ["MANIFEST_MISSING_FIELD"];
  if (name === "adapter") return ["MANIFEST_ADAPTER_ABSENT"];
  const group = path.slice(0, -1).join(".");
  const needed = NEEDED[group];
  if (!GROUP.test(group) || needed === undefined) return [];
  const left = (valueAt(remove(entry, path), path.slice(0, -1)) as string[]).some((text) => text.includes(needed));
  const isEmpty = (valueAt(entry, path.slice(0, -1)) as string[]).length === 1;
  // An empty group is a group that is not used; a capture without arguments has no use for its id.
  return left || (isEmpty && group !== "capture.resume") ? [] : ["MANIFEST_PLACEHOLDER_ABSENT"];
}

const CONTROL: Readonly<Record<string, string>> = {
  id: "MANIFEST_ID",
  name: "MANIFEST_NAME",
  command: "MANIFEST_COMMAND",
  adapter: "MANIFEST_ADAPTER",
  icon: "MANIFEST_ICON",
  downloadUrl: "MANIFEST_DOWNLOAD_URL",
  clearCommand: "MANIFEST_CLEAR_COMMAND",
  "capture.flags": "MANIFEST_CAPTURE",
};

const all = listEntries().map((entry) => [`${entry["id"]} (${entry["command"]})`, entry] as const);

describe.each(all)("when a field of %s is changed", (_, entry) => {
  const paths = listPaths(entry);

  it("begins with an entry that has no problem of its own", () => {
    expect(codesOf(entry)).toEqual([]);
    expect(paths.length).toBeGreaterThan(4);
  });

  it("tells exactly what lacks when a value is taken out", () => {
    for (const path of paths)
      expect([path, codesOf(remove(entry, path))]).toEqual([path, expectedWithout(entry, path)]);
  });

  it("tells exactly the type when a value is a number", () => {
    for (const path of paths)
      expect([path, codesOf(replace(entry, path, 7))]).toEqual([
        path,
        [path.join(".") === "adapter" ? "MANIFEST_ADAPTER" : "MANIFEST_WRONG_TYPE"],
      ]);
  });

  it("tells exactly the field when a text holds a control character", () => {
    for (const path of paths) {
      const value = valueAt(entry, path);
      if (typeof value !== "string" || path.join(".") === "capture.pattern") continue;
      const expected = CONTROL[path.join(".")] ?? "MANIFEST_ARGUMENT_CONTROL";
      expect([path, codesOf(replace(entry, path, `${value}\u0007${value}`))]).toEqual([path, [expected]]);
    }
  });

  it("tells exactly the placeholder when an argument names one that there is not", () => {
    for (const path of paths.filter((one) => GROUP.test(one.slice(0, -1).join(".")))) {
      const value = valueAt(entry, path) as string;
      expect([path, codesOf(replace(entry, path, `${value}{UID}`))]).toEqual([path, ["PLACEHOLDER_UNKNOWN"]]);
    }
  });

  it("warns of a member that is not one of the format, beside every other", () => {
    for (const base of [[], ["flags"], ["capture"]].filter((one) => one.length === 0 || (one[0] as string) in entry))
      expect([base, codesOf(replace(entry, [...base, "extra"], 1))]).toEqual([base, ["MANIFEST_UNKNOWN_FIELD"]]);
  });
});
