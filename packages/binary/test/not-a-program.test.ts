import { describe, expect, it } from "vitest";
import { bindBinary, discover, judgeFile } from "../src/index.js";
import { codesOf, useTree } from "./tree.js";

const tree = useTree();

/** The first 64 bytes of an ELF header. */
function elf(machine: number, bigEndian = false): Buffer {
  const head = Buffer.alloc(64);
  head.writeUInt32BE(0x7f454c46, 0);
  head[4] = 2;
  head[5] = bigEndian ? 2 : 1;
  if (bigEndian) head.writeUInt16BE(machine, 18);
  else head.writeUInt16LE(machine, 18);
  return head;
}

describe("when the file is neither a native program nor a script", () => {
  it("tells empty, web page, text, data and foreign programs apart", () => {
    const cases: [string, string | Uint8Array][] = [
      ["BINARY_EMPTY", ""],
      ["BINARY_HTML", "<!DOCTYPE html>\n<html>Not found</html>"],
      ["BINARY_HTML", "\n  <HTML>"],
      ["BINARY_NOT_A_PROGRAM", "echo hello\n"],
      ["BINARY_NOT_A_PROGRAM", " #!/bin/sh\n"],
      ["BINARY_NOT_A_PROGRAM", "#"],
      ["BINARY_NOT_A_PROGRAM", "\uFEFF#!/bin/sh\n"],
      ["BINARY_NOT_A_PROGRAM", "\x7fELF"],
      ["BINARY_NOT_A_PROGRAM", Buffer.alloc(100)],
      ["BINARY_WRONG_MACHINE", Buffer.concat([Buffer.from("MZ"), Buffer.alloc(100)])],
      ["BINARY_WRONG_MACHINE", Buffer.concat([Buffer.from("cffaedfe", "hex"), Buffer.alloc(100)])],
    ];
    for (const [code, content] of cases) {
      const judged = judgeFile(tree.file("claude", content), { ports: { platform: "linux", arch: "x64" } });
      expect(codesOf(judged.issues), String(content).slice(0, 20)).toEqual([code]);
      expect(judged.verdict).toBe("refused");
      expect(judged.issues[0]?.hint).toBeDefined();
    }
  });

  it("refuses a program for another processor", () => {
    const judge = (head: Buffer, arch: string) =>
      codesOf(judgeFile(tree.file("claude", head), { ports: { platform: "linux", arch } }).issues);
    expect(judge(elf(62), "x64")).toEqual([]);
    expect(judge(elf(3), "x64")).toEqual([]);
    expect(judge(elf(183), "arm64")).toEqual([]);
    expect(judge(elf(183), "x64")).toEqual(["BINARY_WRONG_MACHINE"]);
    expect(judge(elf(62), "arm64")).toEqual(["BINARY_WRONG_MACHINE"]);
    expect(judge(elf(22, true), "s390x")).toEqual([]);
    expect(judge(elf(62), "an-arch-of-the-future")).toEqual([]);
  });
});

describe("when npm left a placeholder because install scripts were off", () => {
  const stub = 'echo "Error: native binary not installed." >&2\nexit 1\n';
  const install = (program: boolean) => {
    const optionalDependencies = {
      "@vendor/claude-code-darwin-arm64": "1.0.0",
      "@vendor/claude-code-linux-x64-musl": "1.0.0",
      "@vendor/claude-code-linux-x64": "1.0.0",
      "../../evil-linux-x64": "1.0.0",
    };
    tree.file("lib/node_modules/@vendor/claude-code/package.json", JSON.stringify({ optionalDependencies }), 0o644);
    tree.file("lib/node_modules/@vendor/claude-code/bin/claude.exe", stub);
    tree.link("../lib/node_modules/@vendor/claude-code/bin/claude.exe", "bin/claude");
    if (program) tree.native("lib/node_modules/@vendor/claude-code-linux-x64/claude");
    tree.native("lib/node_modules/@vendor/claude-code-linux-x64-musl/claude");
    tree.native("evil-linux-x64/claude");
  };
  const ports = { platform: "linux", arch: "x64" } as const;

  it("recognises it, names the real program beside it, and takes that one as a candidate of its own", () => {
    install(true);
    const real = tree.at("lib/node_modules/@vendor/claude-code-linux-x64/claude");
    const judged = judgeFile(tree.at("bin/claude"), { ports });
    expect(codesOf(judged.issues)).toEqual(["BINARY_NPM_STUB"]);
    expect(judged.beside).toBe(real);
    expect(judged.issues[0]?.hint).toContain(real);
    const request = {
      names: ["claude"],
      workspace: tree.folder("clone"),
      npmGlobal: false,
      env: { PATH: tree.at("bin") },
    };
    const trace = discover(request);
    expect(trace.candidates.map(({ path, verdict }) => [path, verdict])).toEqual([
      [tree.at("bin/claude"), "refused"],
      [real, "ok"],
    ]);
    expect(trace.chosen?.path).toBe(real);
    const bound = bindBinary(tree.at("bin/claude"), { via: "path", workspace: tree.folder("clone"), env: {}, ports });
    expect(codesOf(bound.issues)).toEqual(["BINARY_NPM_STUB"]);
  });

  it("falls back to another build of the platform, and says to install again when there is none", () => {
    install(false);
    expect(judgeFile(tree.at("bin/claude"), { ports }).beside).toContain("linux-x64-musl");
    const arm = judgeFile(tree.at("bin/claude"), { ports: { platform: "darwin", arch: "arm64" } });
    expect(codesOf(arm.issues)).toContain("BINARY_NPM_STUB");
    expect(arm.beside).toBeUndefined();
    expect(arm.issues.find((found) => found.code === "BINARY_NPM_STUB")?.hint).toContain("--ignore-scripts");
  });

  it("does not take a placeholder of the workspace's own node_modules, nor the program beside it", () => {
    install(true);
    const trace = discover({
      names: ["claude"],
      workspace: tree.at("lib"),
      npmGlobal: false,
      env: { PATH: tree.at("bin") },
    });
    expect(trace.status).toBe("refused");
    expect(trace.candidates.every((candidate) => candidate.verdict === "refused")).toBe(true);
  });

  it("does not call every text file a placeholder", () => {
    tree.file("node_modules/pkg/package.json", "{not json", 0o644);
    expect(codesOf(judgeFile(tree.file("node_modules/pkg/bin/claude", stub), { ports }).issues)).toEqual([
      "BINARY_NOT_A_PROGRAM",
    ]);
    expect(codesOf(judgeFile(tree.file("elsewhere/claude", stub), { ports }).issues)).toEqual(["BINARY_NOT_A_PROGRAM"]);
  });
});
