import { constants } from "node:fs";
import type { BinaryPorts } from "./system-ports.js";

/** Reads up to `length` bytes from the start of an open file. */
export function readStart(fd: number, length: number, ports: BinaryPorts): Buffer {
  const buffer = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const read = ports.fs.readSync(fd, buffer, filled, length - filled, filled);
    if (read === 0) break;
    filled += read;
  }
  return buffer.subarray(0, filled);
}

/**
 * The content of a small file that only informs a message (a package.json, an npm setting): nothing when it is absent,
 * not a plain file, or longer than `max`. What it says is judged like any foreign text.
 */
export function readHead(path: string, max: number, ports: BinaryPorts): Buffer | undefined {
  let fd: number | undefined;
  try {
    fd = ports.fs.openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stat = ports.fs.fstatSync(fd);
    if (!stat.isFile() || stat.size > max) return undefined;
    return readStart(fd, stat.size, ports);
  } catch {
    return undefined;
  } finally {
    if (fd !== undefined) ports.fs.closeSync(fd);
  }
}
