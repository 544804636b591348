import { delimiter } from "node:path";
import { describe, expect, it } from "vitest";
import { CANDIDATES_MAX, discover } from "../src/index.js";
import { useTree } from "./tree.js";

const tree = useTree();

describe("when a limit or a bad name cuts the search", () => {
  it("says that files beyond the limit were not judged, once", () => {
    const folders = Array.from({ length: CANDIDATES_MAX + 3 }, (_, index) => `c${index}`);
    for (const folder of folders) tree.file(`${folder}/claude`, "", 0o644);
    tree.native(`${folders.at(-1)}/claude`);
    const env = { PATH: folders.map((folder) => tree.at(folder)).join(delimiter) };
    const trace = discover({ names: ["claude"], workspace: tree.folder("clone"), npmGlobal: false, env });
    expect(trace.status).toBe("refused");
    expect(trace.candidates).toHaveLength(CANDIDATES_MAX);
    expect(trace.issues.map((found) => [found.code, found.severity])).toEqual([["BINARY_TOO_MANY_PLACES", "warning"]]);
  });

  it("refuses a name of more than 255 bytes by itself and still looks for the others", () => {
    const own = tree.native("bin/claude");
    const trace = discover({
      names: ["\u00e9".repeat(200), "claude"],
      workspace: tree.folder("clone"),
      npmGlobal: false,
      env: { PATH: tree.at("bin") },
    });
    expect(trace.chosen?.path).toBe(own);
    expect(trace.issues.map((found) => found.code)).toEqual(["BINARY_NAME_INVALID"]);
  });
});
