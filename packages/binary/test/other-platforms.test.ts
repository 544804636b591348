import * as nodeFs from "node:fs";
import { chmodSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { BinaryPorts } from "../src/index.js";
import { bindBinary, discover, ensurePrivateFolder, judgeFile, recheckBinary } from "../src/index.js";
import { judgeGroup } from "../src/judge-group.js";
import { systemPorts } from "../src/system-ports.js";
import { codesOf, useTree } from "./tree.js";

const tree = useTree();
const mac: Partial<BinaryPorts> = { platform: "darwin", arch: "arm64" };
const MACH_O = Buffer.concat([Buffer.from("cffaedfe", "hex"), Buffer.alloc(100)]);

describe("when the platform gives no proof of who can write", () => {
  it("is unproven on macOS, never ok, and names the gap", () => {
    const judged = judgeFile(tree.file("claude", MACH_O), { ports: mac });
    expect(judged.verdict).toBe("unproven");
    expect(judged.policy).toBe("standard");
    expect(codesOf(judged.issues)).toEqual(["BINARY_UNPROVEN"]);
    expect(judged.issues[0]?.message).toContain("access lists are judged by path");
  });

  it("binds it only when the caller accepts that, under standard, and says so in the binding", () => {
    const path = tree.file("claude", MACH_O);
    const options = { via: "path", workspace: tree.folder("clone"), env: {}, ports: mac } as const;
    expect(codesOf(bindBinary(path, options).issues)).toContain("BINARY_UNPROVEN");
    expect(bindBinary(path, { ...options, policy: "strict", acceptUnproven: true }).ok).toBe(false);
    const report = bindBinary(path, { ...options, policy: "report", acceptUnproven: true });
    expect(codesOf(report.issues)).toContain("BINARY_REPORT_ONLY");
    const bound = bindBinary(path, { ...options, acceptUnproven: true });
    if (!bound.ok) throw new Error("not bound");
    expect(bound.value.notes.join()).toContain("access lists are judged by path");
    expect(bound.issues.map((found) => found.severity)).toEqual(["warning"]);
    const again = recheckBinary(bound.value, { ports: mac });
    expect(again.ok).toBe(true);
    expect(again.issues.map((found) => [found.code, found.severity])).toEqual([["BINARY_UNPROVEN", "warning"]]);
    chmodSync(path, 0o757);
    expect(recheckBinary(bound.value, { ports: mac }).ok).toBe(false);
  });

  it("refuses what is shown to be wrong whatever is accepted", () => {
    const path = tree.file("open/claude", MACH_O);
    chmodSync(tree.at("open"), 0o777);
    const options = {
      via: "path",
      workspace: tree.folder("clone"),
      env: {},
      ports: mac,
      acceptUnproven: true,
    } as const;
    expect(codesOf(bindBinary(path, options).issues)).toContain("BINARY_FOLDER_WRITABLE");
  });

  it("widens standard on macOS by folders of the group admin, and by nothing else", () => {
    const path = tree.file("brew/bin/claude", MACH_O);
    chmodSync(tree.at("brew/bin"), 0o775);
    const asAdmin = (gid: bigint): Partial<BinaryPorts> => ({
      ...mac,
      fs: {
        ...nodeFs,
        lstatSync: ((at: string, options: object) => {
          const stat = nodeFs.lstatSync(at, options) as unknown as { gid: bigint };
          if (at === tree.at("brew/bin")) stat.gid = gid;
          return stat;
        }) as typeof nodeFs.lstatSync,
      },
    });
    expect(codesOf(judgeFile(path, { ports: asAdmin(80n) }).issues)).toEqual(["BINARY_UNPROVEN"]);
    expect(judgeFile(path, { ports: asAdmin(20n) }).verdict).toBe("refused");
    expect(judgeFile(path, { ports: asAdmin(80n), policy: "strict" }).verdict).toBe("refused");
  });

  it("does not tell files by letter case where the file system does not", () => {
    const workspace = tree.folder("Clone");
    tree.file("clone/bin/claude", MACH_O);
    const request = { names: ["claude"], workspace, npmGlobal: false, env: { PATH: tree.at("clone/bin") } };
    expect(discover({ ...request, ports: mac }).places[0]?.skipped?.code).toBe("BINARY_IN_WORKSPACE");
    expect(discover(request).places[0]?.skipped).toBeUndefined();
  });

  it("opens nothing on Windows and does not say ok", () => {
    const judged = judgeFile(tree.native("claude"), { ports: { platform: "win32" } });
    expect(judged.verdict).toBe("unproven");
    expect(judged.kind).toBeUndefined();
    const options = { via: "path", workspace: tree.folder("clone"), env: {}, ports: { platform: "win32" } } as const;
    expect(bindBinary(tree.at("claude"), { ...options, policy: "standard", acceptUnproven: true }).ok).toBe(false);
  });

  it("does not walk without /proc", () => {
    const openSync = ((at: string, ...rest: [number]) => {
      if (at.startsWith("/proc/")) throw Object.assign(new Error("gone"), { code: "ENOENT" });
      return nodeFs.openSync(at, ...rest);
    }) as typeof nodeFs.openSync;
    const lstatSync = ((at: string, ...rest: [object]) => {
      if (at.startsWith("/proc/")) throw Object.assign(new Error("gone"), { code: "ENOENT" });
      return nodeFs.lstatSync(at, ...rest);
    }) as typeof nodeFs.lstatSync;
    const judged = judgeFile(tree.native("claude"), {
      ports: { platform: "linux", fs: { ...nodeFs, openSync, lstatSync } },
    });
    expect(judged.verdict).toBe("unproven");
    expect(judged.issues[0]?.message).toContain("/proc");
  });

  it("makes a private folder on macOS with a warning", () => {
    const made = ensurePrivateFolder(tree.at("state/slipway"), { ports: mac });
    expect(made.ok).toBe(true);
    expect(new Set(codesOf(made.issues))).toEqual(new Set(["BINARY_UNPROVEN"]));
    expect(made.issues.every((found) => found.severity === "warning")).toBe(true);
  });
});

describe("when a group can write", () => {
  const ports = (passwd: string, group: string): BinaryPorts => {
    const files: Record<string, string> = {
      "/etc/passwd": tree.file("etc-passwd", passwd, 0o644),
      "/etc/group": tree.file("etc-group", group, 0o644),
    };
    const openSync = ((path: string, flags: string) =>
      nodeFs.openSync(files[path] ?? path, flags)) as typeof nodeFs.openSync;
    return systemPorts({
      fs: { ...nodeFs, openSync },
      user: () => ({ username: "ann", gid: 1000, homedir: "/home/ann" }),
    });
  };
  const passwd = "root:x:0:0::/root:/bin/sh\nann:x:1000:1000::/home/ann:/bin/sh\nbob:x:1001:1001::/home/bob:/bin/sh\n";

  it("is refused when somebody else is in it, by list or by primary group", () => {
    const listed = judgeGroup(1000n, ports(passwd, "ann:x:1000:ann,bob\n"));
    expect(listed.verdict).toBe("refused");
    expect(listed.reason).toContain("bob");
    expect(judgeGroup(1000n, ports(passwd.replace("1001:1001", "1001:1000"), "ann:x:1000:\n")).verdict).toBe("refused");
    expect(judgeGroup(50n, ports(passwd, "staff:x:50:\n")).verdict).toBe("refused");
  });

  it("is unproven when nobody else is listed: an access list would not show", () => {
    expect(judgeGroup(1000n, ports(passwd, "ann:x:1000:ann\n")).verdict).toBe("unproven");
  });

  it("sees a member that was added between two calls", () => {
    const group = ports(passwd, "ann:x:1000:\n");
    expect(judgeGroup(1000n, group).verdict).toBe("unproven");
    nodeFs.writeFileSync(tree.at("etc-group"), "ann:x:1000:bob\n");
    expect(judgeGroup(1000n, group).verdict).toBe("refused");
  });
});
