import { describe, expect, it } from "vitest";
import { bindBinary, discover, explainTrace, recheckBinary } from "../src/index.js";
import { settled, useTree } from "./tree.js";

const tree = useTree();

describe("when a path holds what a terminal or a reader takes for something else", () => {
  it.each([
    ["a newline", "a\nb"],
    ["a bidi mark", "a\u202eb"],
    ["a trailing space", "bin "],
    ["an escape sequence", "a\x1b[2Jb"],
    ["a line separator", "a\u2028b"],
  ])("binds the file behind %s, prints the path harmlessly, and offers no command that means another", (_, name) => {
    const path = tree.native(`${name}/claude`);
    const bound = bindBinary(path, { via: "path", workspace: tree.folder("clone"), env: {}, ports: settled });
    expect(bound.ok && recheckBinary(bound.value).ok).toBe(true);
    expect(bound.ok && bound.value.file.path).toBe(path);
    tree.native(`${name}/open/claude`, 0o757);
    const trace = discover({
      names: ["claude"],
      workspace: tree.at("clone"),
      npmGlobal: false,
      env: { PATH: tree.at(name, "open") },
    });
    expect(trace.status).toBe("refused");
    const text = explainTrace(trace);
    for (const line of text.split("\n").slice(1)) expect(line).toMatch(/^ {2}/u);
    expect(text).not.toMatch(/[\x1b\u202e\u2028]/u);
    const hint = trace.candidates[0]?.reason?.hint;
    if (hint !== undefined) expect(hint).toContain(`'${tree.at(name, "open")}/claude'`);
  });
});
