import { describe, expect, it } from "vitest";
import type { DiscoverRequest } from "../src/index.js";
import { discover, explainTrace, summariseTrace } from "../src/index.js";
import { useTree } from "./tree.js";

const tree = useTree();
const look = (request: Partial<DiscoverRequest>) =>
  discover({ names: ["claude"], workspace: tree.folder("clone"), npmGlobal: false, env: { PATH: "" }, ...request });

describe("when several places hold the program", () => {
  it("prefers declared places, then npm's, then PATH; a name before its aliases", () => {
    tree.native("path/claude");
    tree.native("prefix/bin/claude");
    tree.native("declared2/claude");
    tree.native("declared1/cc");
    const trace = look({
      names: ["claude", "cc"],
      searchPaths: [tree.at("declared1"), tree.at("declared2")],
      npmGlobal: true,
      env: { PATH: tree.at("path") },
      ports: { execPath: tree.file("prefix/bin/node", "#!/bin/sh\n") },
    });
    expect(trace.candidates.map(({ path, via }) => [path, via])).toEqual([
      [tree.at("declared2/claude"), "search-path"],
      [tree.at("declared1/cc"), "search-path"],
      [tree.at("prefix/bin/claude"), "npm-global"],
      [tree.at("path/claude"), "path"],
    ]);
    expect(trace.chosen).toBe(trace.candidates[0]);
  });

  it("lists a place that is named twice once, and looks through a trailing slash", () => {
    tree.native("bin/claude");
    const trace = look({ env: { PATH: `${tree.at("bin")}:${tree.at("bin")}/:${tree.at("bin/../bin")}` } });
    expect(trace.candidates).toHaveLength(1);
  });

  it("bounds the places and says how many were left", () => {
    const trace = look({ env: { PATH: Array.from({ length: 300 }, (_, index) => `/x${index}`).join(":") } });
    expect(trace.places).toHaveLength(257);
    expect(trace.places.at(-1)?.skipped?.code).toBe("BINARY_TOO_MANY_PLACES");
    expect(trace.places.at(-1)?.skipped?.message).toContain("44");
  });

  it("finds a program outside PATH that a manifest declares (a GUI's PATH)", () => {
    const own = tree.native("home/.local/bin/claude");
    const trace = look({
      searchPaths: ["~/.local/bin"],
      env: { PATH: "/usr/bin:/bin" },
      ports: { user: () => ({ username: "user", gid: 1, homedir: tree.at("home") }) },
    });
    expect(trace.chosen?.path).toBe(own);
  });
});

describe("when a trace is explained", () => {
  it("has another first line and another code for each outcome", () => {
    expect(summariseTrace(look({}))?.code).toBe("BINARY_NOT_FOUND");
    expect(explainTrace(look({}))).toMatch(/^not found: claude/);

    tree.file("bad/claude", "<html>");
    const refused = look({ env: { PATH: tree.at("bad") } });
    expect(summariseTrace(refused)?.code).toBe("BINARY_HTML");
    expect(explainTrace(refused)).toMatch(/^not the program: a file of the name claude/);

    tree.link(tree.native("good/real"), "good/claude");
    const found = look({ env: { PATH: `${tree.at("bad")}:${tree.at("good")}` } });
    expect(summariseTrace(found)).toBeUndefined();
    const text = explainTrace(found);
    expect(text).toMatch(/^found claude/);
    expect(text).toContain(`taken: ${tree.at("good/claude")} -> ${tree.at("good/real")} (path)`);
    expect(text).toContain("BINARY_HTML");
    expect(explainTrace(look({ names: ["npx"] }))).toMatch(/^refused: npx may not be started/);
  });

  it("lets no foreign text begin a line or move the cursor", () => {
    const trace = look({ names: ["claude"], env: { PATH: `${tree.at("a\nfound claude")}:\u001b[2Jx` } });
    for (const line of explainTrace(trace).split("\n").slice(1)) expect(line).toMatch(/^ {2}[a-z]/);
    expect(explainTrace(trace)).not.toMatch(/[\u001b\u0007]/);
  });
});
