import { chmodSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Trace } from "../src/index.js";
import { discover, explainTrace, summariseTrace } from "../src/index.js";
import { useTree } from "./tree.js";

const tree = useTree();
const look = (folder: string, more: object = {}): Trace =>
  discover({ names: ["claude"], workspace: tree.folder("clone"), npmGlobal: false, env: { PATH: folder }, ...more });

describe("when different things went wrong", () => {
  it("shares no first line and no code between any two of them", () => {
    tree.file("needs/claude", "#!/usr/bin/env no-such-interpreter\n");
    tree.native("open/claude");
    chmodSync(tree.at("open"), 0o777);
    tree.file("html/claude", "<!DOCTYPE html>");
    tree.file("mac/claude", Buffer.concat([Buffer.from("cffaedfe", "hex"), Buffer.alloc(100)]));
    const traces: Record<string, Trace> = {
      "not installed": look(tree.folder("nothing")),
      "interpreter missing": look(tree.at("needs")),
      refused: look(tree.at("open")),
      "not the program": look(tree.at("html")),
      gone: look("", { explicit: tree.at("gone/claude") }),
      unproven: look("", { explicit: tree.at("mac/claude"), ports: { platform: "darwin", arch: "arm64" } }),
    };
    const told = Object.entries(traces).map(([what, trace]) => [
      what,
      explainTrace(trace).split("\n")[0],
      summariseTrace(trace)?.code,
    ]);
    expect(new Set(told.map(([, line]) => line)).size).toBe(told.length);
    expect(new Set(told.map(([, , code]) => code)).size).toBe(told.length);
    for (const [what, trace] of Object.entries(traces))
      if (what !== "gone" && what !== "unproven") expect(explainTrace(trace), what).toMatch(/hint: |looked in/u);
  });
});
