import * as nodeFs from "node:fs";
import { chmodSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { BindOptions } from "../src/index.js";
import { bindBinary, discover, recheckBinary, writeRecord } from "../src/index.js";
import { codesOf, useTree } from "./tree.js";

const tree = useTree();

/** A user whose own group, 54321, the user files give to nobody else. */
const ports = {
  user: () => ({ username: "user", gid: 54_321, homedir: tree.root }),
  fs: {
    ...nodeFs,
    fstatSync: ((fd: number, options: never) =>
      Object.assign(nodeFs.fstatSync(fd, options) as object, { gid: 54_321n })) as unknown as typeof nodeFs.fstatSync,
  },
};

function bind(path: string, more: Partial<BindOptions> = {}) {
  const workspace = tree.folder("clone");
  return bindBinary(path, { via: "path", workspace, env: {}, policy: "standard", ports, ...more });
}

describe.skipIf(process.platform !== "linux")(
  "when a folder is opened to its group after binding (needs Linux)",
  () => {
    it("refuses under standard what was proven when it was bound and is not any more", () => {
      const bound = bind(tree.native("bin/claude"));
      if (!bound.ok) throw new Error("not bound");
      chmodSync(tree.at("bin"), 0o775);
      expect(codesOf(recheckBinary(bound.value, { ports }).issues)).toEqual(["BINARY_UNPROVEN"]);
      expect(recheckBinary(bound.value, { ports }).ok).toBe(false);
    });

    it("lets through the doubt that was accepted, and no further one", () => {
      const path = tree.native("bin/claude");
      chmodSync(tree.at("bin"), 0o775);
      expect(bind(path).ok).toBe(false);
      const bound = bind(path, { acceptUnproven: true });
      if (!bound.ok) throw new Error("not bound");
      expect(recheckBinary(JSON.parse(JSON.stringify(bound.value)), { ports }).ok).toBe(true);
      chmodSync(tree.root, 0o775);
      const again = recheckBinary(bound.value, { ports });
      expect(again.ok).toBe(false);
      expect(again.issues.map(({ severity }) => severity)).toEqual(["error"]);
    });

    it("says so when the doubt is about the interpreter, in the trace, the binding and each recheck", () => {
      const runtime = tree.native("runtime/bin/run");
      const path = tree.file("bin/claude", `#!${runtime}\n`);
      chmodSync(tree.at("runtime/bin"), 0o775);
      const workspace = tree.folder("clone");
      const found = discover({ names: [], explicit: path, workspace, policy: "standard", acceptUnproven: true, ports });
      expect(found.chosen?.verdict).toBe("unproven");
      const bound = bind(path, { acceptUnproven: true });
      if (!bound.ok) throw new Error("not bound");
      expect(bound.issues.map(({ code, severity }) => [code, severity])).toEqual([["BINARY_UNPROVEN", "warning"]]);
      expect(bound.value.notes.join()).toContain(tree.at("runtime/bin"));
      expect(recheckBinary(bound.value, { ports }).ok).toBe(true);
      expect(recheckBinary({ ...bound.value, notes: [] }, { ports }).ok).toBe(false);
    });

    it("can record a binding whose every folder was in doubt", () => {
      const deep = Array.from({ length: 40 }, (_, index) => `${index}`).join("/");
      const path = tree.native(`${deep}/claude`);
      for (let at = 40; at > 0; at -= 1) chmodSync(tree.at(deep.split("/").slice(0, at).join("/")), 0o775);
      const bound = bind(path, { acceptUnproven: true });
      if (!bound.ok) throw new Error("not bound");
      const record = { schema: 1, agent: "claude", trust: "signed", binary: bound.value } as const;
      const written = writeRecord(tree.at("state"), "claude", { ...record, adoptedAt: new Date(0).toISOString() });
      expect(written.ok).toBe(true);
    });
  },
);
