import { describe, expect, it } from "vitest";
import { discover } from "../src/index.js";
import { codesOf, useTree } from "./tree.js";

const tree = useTree();
const nobody = { user: () => ({ username: undefined, gid: 54_321, homedir: undefined }) };

describe("when the process runs under a number that the user database does not know", () => {
  it("skips the places under ~ with the reason, and still finds what is on PATH", () => {
    const workspace = tree.folder("work");
    const program = tree.native("bin/claude");
    const trace = discover({
      names: ["claude"],
      workspace,
      searchPaths: ["~/.local/bin", "~"],
      env: { HOME: tree.at("home"), PATH: tree.at("bin") },
      ports: nobody,
    });
    expect(trace.chosen?.path).toBe(program);
    expect(codesOf(trace.issues)).toEqual(["BINARY_HOME_UNKNOWN"]);
    const skipped = trace.places.filter((place) => place.via === "search-path").map((place) => place.skipped?.code);
    expect(skipped).toEqual(["BINARY_HOME_UNKNOWN", "BINARY_HOME_UNKNOWN"]);
  });
});
