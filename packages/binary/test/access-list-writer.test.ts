import { spawnSync } from "node:child_process";
import * as nodeFs from "node:fs";
import { chmodSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { BinaryPorts } from "../src/index.js";
import { judgeFile, parseAccessList, readAccessList } from "../src/index.js";
import { codesOf, hasTool, isRoot, STRANGER, useTree } from "./tree.js";

const tree = useTree();
const hasAcl = hasTool("setfacl") && hasTool("getfacl");
const OWN_GID = 54_321;

/** A user whose own group, 54321, is private by user files that are the whole truth, or by what is given instead. */
function machine(list: string | undefined, files: Record<string, string> = {}): Partial<BinaryPorts> {
  const etc: Record<string, string> = {
    "/etc/passwd": `user:x:1:${OWN_GID}::/home/user:/bin/sh\nbob:x:2:2::/home/bob:/bin/sh\n`,
    "/etc/group": `user:x:${OWN_GID}:\nstaff:x:50:user\n`,
    "/etc/nsswitch.conf": "passwd: files\ngroup: files\n",
    ...files,
  };
  return {
    accessList: () => list,
    user: () => ({ username: "user", gid: OWN_GID, homedir: tree.root }),
    fs: {
      ...nodeFs,
      openSync: ((path: string, flags: number) => {
        const text = etc[path];
        return nodeFs.openSync(text === undefined ? path : tree.file(`fake${path}`, text, 0o644), flags);
      }) as typeof nodeFs.openSync,
      fstatSync: ((fd: number, options: never) =>
        Object.assign(nodeFs.fstatSync(fd, options) as object, {
          gid: BigInt(OWN_GID),
        })) as unknown as typeof nodeFs.fstatSync,
    },
  };
}

const PLAIN = "user::rwx\ngroup::rwx\nother::r-x\n";
const WITH = (entry: string, mask = "rwx") => `user::rwx\n${entry}\ngroup::r-x\nmask::${mask}\nother::r-x\n`;

describe.skipIf(process.platform !== "linux")("when a group may write (needs Linux)", () => {
  const open = () => {
    const path = tree.native("bin/claude");
    chmodSync(tree.at("bin"), 0o775);
    return path;
  };

  it("is ok only with a list that names nobody, a private group, and user files that are the whole truth", () => {
    const path = open();
    expect(judgeFile(path, { ports: machine(PLAIN), policy: "strict" }).verdict).toBe("ok");
    expect(judgeFile(path, { ports: machine(undefined) }).verdict).toBe("unproven");
    for (const conf of [
      "passwd: files sss\ngroup: files\n",
      "passwd: files\ngroup: files systemd\n",
      "passwd: files\n",
    ])
      expect(judgeFile(path, { ports: machine(PLAIN, { "/etc/nsswitch.conf": conf }) }).verdict, conf).toBe("unproven");
  });

  it.each([
    ["a user", WITH("user:4242:rwx"), "refused"],
    ["a user whose write the mask takes away", WITH("user:4242:rwx", "r-x"), "ok"],
    ["a user who may only read", WITH("user:4242:r-x"), "ok"],
    ["root, and nobody else", WITH("user:0:rwx"), "ok"],
    ["a group of which another is a member", WITH("group:50:rwx"), "refused"],
    ["everybody, in a list that the mode does not show", "user::rwx\ngroup::r-x\nother::rwx\n", "refused"],
    ["a default entry, which is for files to come", `${PLAIN}default:user:4242:rwx\n`, "ok"],
  ])("judges a list that names %s", (_, list, verdict) => {
    expect(judgeFile(open(), { ports: machine(list) }).verdict).toBe(verdict);
  });

  it.each([
    ["", "nothing"],
    ["user::rwx\n", "half a list"],
    [`${PLAIN}user:bob:rwx\n`, "a name for a number"],
    [`${PLAIN}user:4242:rwx\nuser:4242:r-x\n`, "an entry twice"],
    ["user::rwx\ngroup::rwx\nother::r-x\nmask:5:---\n", "a mask that names somebody"],
    [`${PLAIN}# effective`, "another line"],
  ])("refuses text that is no list (%j: %s)", (list) => {
    expect(parseAccessList(list)).toBeUndefined();
    const judged = judgeFile(open(), { ports: machine(list) });
    expect(codesOf(judged.issues)).toEqual(["BINARY_FOLDER_WRITABLE"]);
    expect(judged.issues[0]?.message).toContain("cannot be understood");
  });

  it("asks once for each folder of one call, and again in the next", () => {
    const path = open();
    let asked = 0;
    const accessList = () => {
      asked += 1;
      return PLAIN;
    };
    const ports = { ...machine(PLAIN), accessList };
    judgeFile(path, { ports });
    const once = asked;
    expect(once).toBeGreaterThan(0);
    judgeFile(path, { ports });
    expect(asked).toBe(2 * once);
  });
});

describe.skipIf(!hasAcl)("when a real access list lets another user write (needs setfacl and getfacl)", () => {
  it("refuses the file, the folder that holds it and one further up, and not a reader", () => {
    const path = tree.native("opt/bin/claude");
    const grant = (entry: string, on: string) => expect(spawnSync("setfacl", ["-m", entry, on]).status).toBe(0);
    for (const on of [path, tree.at("opt/bin"), tree.at("opt")]) {
      grant(`u:${STRANGER - 1}:rx`, on);
      expect(judgeFile(path).verdict, `${on} read`).toBe("ok");
      grant(`u:${STRANGER - 1}:rwx`, on);
      const judged = judgeFile(path);
      expect(judged.verdict, on).toBe("refused");
      expect(judged.issues[0]?.message).toContain(`access list lets user ${STRANGER - 1} write`);
      expect(spawnSync("setfacl", ["-b", on]).status).toBe(0);
    }
  });

  it("reads the list of the descriptor that it is given, whatever has its name by then", () => {
    const path = tree.native("claude");
    expect(spawnSync("setfacl", ["-m", "u:4242:rwx", path]).status).toBe(0);
    const fd = nodeFs.openSync(path, 0o10000000);
    nodeFs.renameSync(tree.native("other"), path);
    expect(readAccessList(fd)).toContain("user:4242:rwx");
    nodeFs.closeSync(fd);
  });

  it.skipIf(!isRoot)("never takes a getfacl that is not the machine's own (needs root)", () => {
    // PATH takes no part: a getfacl that says everything is well is not found.
    tree.file("bin/getfacl", "#!/bin/sh\necho user::rwx; echo group::r-x; echo other::r-x\n");
    const path = tree.native("claude");
    spawnSync("setfacl", ["-m", "u:4242:rwx", path]);
    const before = process.env["PATH"];
    process.env["PATH"] = `${tree.at("bin")}:${before}`;
    try {
      expect(judgeFile(path).verdict).toBe("refused");
    } finally {
      process.env["PATH"] = before;
    }
  });
});
