import { chmodSync, closeSync, constants, copyFileSync, fstatSync, openSync, realpathSync } from "node:fs";
import { join } from "node:path";
import type { BoundBinary } from "@slipway/binary";
import { bindBinary, recheckBinary } from "@slipway/binary";
import type { Comparison } from "./compare.js";
import { compareSubjects, median } from "./compare.js";

/** O_PATH of Linux, which `fs.constants` does not have. */
const O_PATH = 0o10000000;

/** A native program, bound long after it was written. */
export function bindNative(folder: string): BoundBinary {
  const path = join(realpathSync(folder), "agent");
  copyFileSync(realpathSync("/bin/true"), path);
  chmodSync(path, 0o755);
  const later = { now: () => BigInt(Date.now() + 60_000) * 1_000_000n };
  const bound = bindBinary(path, { via: "explicit", workspace: "/", ports: later });
  if (!bound.ok) throw new Error("the program is not bound", { cause: bound.issues });
  return bound.value;
}

/** The recheck of an unchanged native program against the same no-follow open, fstat and close calls in a plain loop. */
export function compareRecheck(bound: BoundBinary): Comparison {
  const { path } = bound.file;
  const names = path.split("/").filter((name) => name !== "");
  return compareSubjects(
    "recheck an unchanged native program",
    {
      name: "@slipway/binary",
      run: () => {
        if (!recheckBinary(bound).ok) throw new Error("the program changed");
      },
    },
    { name: "open, fstat, close alone", run: () => walkPlainly(names) },
  );
}

/** Milliseconds of one recheck. */
export function measureRecheck(bound: BoundBinary): number {
  const times: number[] = [];
  for (let sample = 0; sample < 31; sample += 1) {
    const start = process.hrtime.bigint();
    for (let round = 0; round < 100; round += 1) recheckBinary(bound);
    times.push(Number(process.hrtime.bigint() - start) / 1e8);
  }
  return median(times);
}

function walkPlainly(names: readonly string[]): bigint {
  let fd = openSync("/", O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  let stat = fstatSync(fd, { bigint: true });
  for (const [index, name] of names.entries()) {
    const folder = index < names.length - 1 ? constants.O_DIRECTORY : 0;
    const next = openSync(`/proc/self/fd/${fd}/${name}`, O_PATH | constants.O_NOFOLLOW | folder);
    closeSync(fd);
    fd = next;
    stat = fstatSync(fd, { bigint: true });
  }
  closeSync(fd);
  return stat.ino;
}
