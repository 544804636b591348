import * as nodeFs from "node:fs";
import { chmodSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { BinaryPorts } from "../src/index.js";
import { bindBinary, recheckBinary } from "../src/index.js";
import { codesOf, settled, useTree } from "./tree.js";

const tree = useTree();

describe.skipIf(process.platform !== "linux")(
  "when a private group gains a member between two calls (needs Linux)",
  () => {
    it.each([
      ["by the group file", "group", "user:x:54321:mallory\n"],
      ["by another user's primary group", "passwd", "user:x:1:54321::/:/bin/sh\nmallory:x:7:54321::/:/bin/sh\n"],
      ["by a directory service that is asked from now on", "nsswitch.conf", "passwd: files ldap\ngroup: files ldap\n"],
    ])("is bound before, and refused after: %s", (_, changed, text) => {
      tree.file("etc/passwd", "user:x:1:54321::/:/bin/sh\n", 0o644);
      tree.file("etc/group", "user:x:54321:\n", 0o644);
      tree.file("etc/nsswitch.conf", "passwd: files\ngroup: files\n", 0o644);
      const ports: Partial<BinaryPorts> = {
        ...settled,
        accessList: () => "user::rwx\ngroup::rwx\nother::r-x\n",
        user: () => ({ username: "user", gid: 54_321, homedir: tree.root }),
        fs: {
          ...nodeFs,
          openSync: ((path: string, flags: number) =>
            nodeFs.openSync(path.startsWith("/etc/") ? tree.at(path.slice(1)) : path, flags)) as typeof nodeFs.openSync,
          fstatSync: ((fd: number, options: never) =>
            Object.assign(nodeFs.fstatSync(fd, options) as object, {
              gid: 54_321n,
            })) as unknown as typeof nodeFs.fstatSync,
        },
      };
      const path = tree.native("bin/claude");
      chmodSync(tree.at("bin"), 0o775);
      const bound = bindBinary(path, {
        via: "path",
        workspace: tree.folder("clone"),
        env: {},
        policy: "strict",
        ports,
      });
      if (!bound.ok) throw new Error(bound.issues.map(({ message }) => message).join("\n"));
      expect(recheckBinary(bound.value, { ports }).ok).toBe(true);
      nodeFs.writeFileSync(tree.at(`etc/${changed}`), text);
      const again = recheckBinary(bound.value, { ports });
      expect(again.ok).toBe(false);
      expect(["BINARY_FOLDER_WRITABLE", "BINARY_UNPROVEN"]).toContain(codesOf(again.issues)[0]);
    });
  },
);
