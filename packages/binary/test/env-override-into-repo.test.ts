import { describe, expect, it } from "vitest";
import { discover, summariseTrace } from "../src/index.js";
import { codesOf, useTree } from "./tree.js";

const tree = useTree();
const envOverride = { name: "SLIPWAY_BIN_CLAUDE" };

describe("when the environment names the program", () => {
  it("refuses a file of the repository and does not fall through to a good one", () => {
    const workspace = tree.folder("clone");
    const evil = tree.native("clone/bin/claude");
    tree.native("bin/claude");
    const env = { SLIPWAY_BIN_CLAUDE: evil, PATH: tree.at("bin") };
    const trace = discover({ names: ["claude"], workspace, envOverride, env });
    expect(trace.status).toBe("refused");
    expect(trace.chosen).toBeUndefined();
    expect(trace.candidates.map((candidate) => candidate.path)).toEqual([evil]);
    expect(trace.candidates[0]?.reason?.code).toBe("BINARY_IN_WORKSPACE");
  });

  it("refuses a relative path and a missing file, by different codes, without falling through", () => {
    const workspace = tree.folder("clone");
    tree.native("bin/claude");
    const ask = (value: string) =>
      summariseTrace(
        discover({
          names: ["claude"],
          workspace,
          envOverride: { ...envOverride, value },
          env: { PATH: tree.at("bin") },
        }),
      )?.code;
    expect(ask("bin/claude")).toBe("BINARY_PATH_NOT_ABSOLUTE");
    expect(ask(tree.at("nowhere/claude"))).toBe("BINARY_MISSING");
    expect(ask("~/bin/claude")).toBe("BINARY_PATH_NOT_ABSOLUTE");
  });

  it("takes a file elsewhere, and treats an empty value as not set", () => {
    const workspace = tree.folder("clone");
    const own = tree.native("opt/claude");
    const onPath = tree.native("bin/claude");
    const ask = (value: string) =>
      discover({
        names: ["claude"],
        workspace,
        npmGlobal: false,
        envOverride,
        env: { SLIPWAY_BIN_CLAUDE: value, PATH: tree.at("bin") },
      });
    expect(ask(own).chosen).toMatchObject({ path: own, via: "env", verdict: "ok" });
    expect(ask("").chosen).toMatchObject({ path: onPath, via: "path" });
    expect(codesOf(ask(own).issues)).toEqual([]);
  });
});
