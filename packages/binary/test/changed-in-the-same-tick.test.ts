import * as nodeFs from "node:fs";
import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { BinaryPorts, BoundBinary } from "../src/index.js";
import { bindBinary, FRESH_NS, readRecord, recheckBinary, writeRecord } from "../src/index.js";
import { codesOf, settled, useTree } from "./tree.js";

const tree = useTree();

/** A file system whose times stand still, as within one timer tick of an older kernel. */
function frozen(path: string, now: () => bigint): Partial<BinaryPorts> {
  const first = nodeFs.statSync(path, { bigint: true });
  return {
    now,
    fs: {
      ...nodeFs,
      fstatSync: ((fd: number, options: never) => {
        const stat = nodeFs.fstatSync(fd, options) as unknown as nodeFs.BigIntStats;
        if (stat.ino === first.ino) Object.assign(stat, { mtimeNs: first.mtimeNs, ctimeNs: first.ctimeNs });
        return stat;
      }) as typeof nodeFs.fstatSync,
    },
  };
}

function bind(path: string, ports: Partial<BinaryPorts>): BoundBinary {
  const bound = bindBinary(path, {
    via: "path",
    workspace: tree.folder("clone"),
    env: { PATH: "/usr/bin:/bin" },
    ports,
  });
  if (!bound.ok) throw new Error(bound.issues.map(({ message }) => message).join("\n"));
  return bound.value;
}

describe("when a file is rewritten within one tick of the clock that stamps it", () => {
  it("sees it, because a file changed less than 20 ms before it was bound is compared by its bytes", () => {
    const path = tree.file("bin/claude", "#!/bin/sh\necho good\n");
    const changedAt = nodeFs.statSync(path, { bigint: true }).ctimeNs;
    const ports = frozen(path, () => changedAt + FRESH_NS - 1n);
    const bound = bind(path, ports);
    expect(bound.file.order).toMatchObject({ because: "fresh", ageNs: `${FRESH_NS - 1n}` });
    expect(bound.file.sha256).toBeUndefined();
    expect(recheckBinary(bound, { ports }).ok).toBe(true);
    writeFileSync(path, "#!/bin/sh\necho evil\n");
    expect(codesOf(recheckBinary(bound, { ports }).issues)).toEqual(["BINARY_CHANGED"]);
  });

  it("sees it in the interpreter too", () => {
    const runtime = tree.native("bin/runtime");
    const script = tree.file("bin/claude", `#!${runtime}\n`);
    const changedAt = nodeFs.statSync(runtime, { bigint: true }).ctimeNs;
    const ports = frozen(runtime, () => changedAt + 1n);
    const bound = bind(script, ports);
    expect(bound.interpreter?.order?.because).toBe("fresh");
    const bytes = nodeFs.readFileSync(runtime);
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    writeFileSync(runtime, bytes);
    expect(codesOf(recheckBinary(bound, { ports }).issues)).toEqual(["BINARY_CHANGED"]);
  });

  it("stops comparing once the order is proven, and does not hold the file afterwards", () => {
    const path = tree.file("bin/claude", "#!/bin/sh\n");
    const bound = bind(path, { now: () => nodeFs.statSync(path, { bigint: true }).ctimeNs });
    expect(bound.file.order).toBeDefined();
    const proven = recheckBinary(bound, { ports: settled });
    expect(proven.ok && proven.value.file).toEqual({ path, identity: bound.file.identity });
    const record = { schema: 1, agent: "claude", trust: "signed", adoptedAt: new Date(0).toISOString() } as const;
    expect(writeRecord(tree.at("state"), "claude", { ...record, binary: bound }).ok).toBe(true);
    const read = readRecord(tree.at("state"), "claude");
    expect(read.ok && read.value?.binary).toEqual(bound);
  });

  it("refuses another file with the same bytes as it refuses any other: the digest holds nobody", () => {
    const path = tree.file("bin/claude", "#!/bin/sh\n");
    const bound = bind(path, { now: () => nodeFs.statSync(path, { bigint: true }).ctimeNs });
    nodeFs.renameSync(tree.file("bin/other", "#!/bin/sh\n"), path);
    expect(codesOf(recheckBinary(bound).issues)).toEqual(["BINARY_CHANGED"]);
  });

  it("always compares where times cannot order (NFS, FAT, FUSE), and where the clock was set back", () => {
    const path = tree.file("bin/claude", "#!/bin/sh\n");
    const nfs = { ...settled, fs: { ...nodeFs, statfsSync: (() => ({ type: 0x6969 })) as never } };
    const bound = bind(path, nfs);
    expect(bound.file.order?.because).toBe("filesystem");
    const again = recheckBinary(bound, { ports: nfs });
    expect(again.ok && again.value.file.order?.because).toBe("filesystem");
    expect(bind(path, { now: () => 0n }).file.order?.because).toBe("fresh");
    expect(bind(path, settled).file.order).toBeUndefined();
  });
});
