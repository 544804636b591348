import * as nodeFs from "node:fs";
import { renameSync, symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { BinaryPorts } from "../src/index.js";
import { judgeFile } from "../src/index.js";
import { codesOf, useTree } from "./tree.js";

const tree = useTree();

/** The real file system, with an attacker who moves once, right before the named step. */
function interfere(before: (call: string, path: string) => boolean, attack: () => void): Partial<BinaryPorts> {
  let done = false;
  const wrap = <F extends (...args: never[]) => unknown>(call: string, real: F): F =>
    ((...args: never[]) => {
      if (!done && before(call, String(args[0]))) {
        done = true;
        attack();
      }
      return real(...args);
    }) as unknown as F;
  return {
    fs: {
      ...nodeFs,
      openSync: wrap("open", nodeFs.openSync as never) as typeof nodeFs.openSync,
      fstatSync: wrap("fstat", nodeFs.fstatSync as never) as typeof nodeFs.fstatSync,
    },
  };
}

describe.skipIf(process.platform !== "linux")("when a folder is swapped while it is walked (needs Linux)", () => {
  it("refuses a folder that became a link before it was opened", () => {
    const path = tree.native("opt/bin/claude");
    tree.file("evil/bin/claude", "#!/bin/sh\n");
    const ports = interfere(
      (call, at) => call === "open" && at.endsWith("/opt"),
      () => {
        renameSync(tree.at("opt"), tree.at("gone"));
        symlinkSync(tree.at("evil"), tree.at("opt"));
      },
    );
    expect(codesOf(judgeFile(path, { ports }).issues)).toEqual(["BINARY_PATH_CHANGED"]);
  });

  it("judges the folder that it holds, not the one that took its name", () => {
    const path = tree.native("opt/bin/claude");
    const honest = judgeFile(path);
    tree.file("evil/bin/claude", "#!/bin/sh\n", 0o757);
    const ports = interfere(
      (call, at) => call === "open" && at.endsWith("/bin"),
      () => {
        renameSync(tree.at("opt"), tree.at("gone"));
        renameSync(tree.at("evil"), tree.at("opt"));
      },
    );
    const judged = judgeFile(path, { ports });
    // The old folder was held open: its own file is what was judged, and what identity says.
    expect(judged.verdict).toBe("ok");
    expect(judged.kind).toBe("native");
    expect(judged.identity?.inode).toBe(honest.identity?.inode);
  });

  it("reads the file that was judged though its name leads elsewhere by then", () => {
    const path = tree.native("bin/claude");
    tree.file("evil", "#!/bin/sh\n", 0o757);
    const ports = interfere(
      (call, at) => call === "open" && /^\/proc\/self\/fd\/\d+$/u.test(at),
      () => renameSync(tree.at("evil"), path),
    );
    const judged = judgeFile(path, { ports, hash: true });
    expect(judged.kind).toBe("native");
  });

  it("refuses a file that is written while it is hashed", () => {
    const path = tree.native("bin/claude");
    let opened = false;
    const ports = interfere(
      (call, at) => {
        opened ||= call === "open" && /^\/proc\/self\/fd\/\d+$/u.test(at);
        return opened && call === "fstat";
      },
      () => nodeFs.appendFileSync(path, "more"),
    );
    const judged = judgeFile(path, { ports, hash: true });
    expect(codesOf(judged.issues)).toEqual(["BINARY_CHANGED"]);
    expect(judged.sha256).toBeUndefined();
  });

  it("leaves no descriptor open", () => {
    const count = () => nodeFs.readdirSync("/proc/self/fd").length;
    tree.link(tree.native("bin/claude"), "link");
    const before = count();
    for (const path of [tree.at("link"), tree.at("bin"), tree.at("missing"), "/", "/dev/null"])
      judgeFile(path, { hash: true });
    expect(count()).toBe(before);
  });
});
