import type { Issue } from "@slipway/errors";
import { msg } from "@slipway/errors";
import { binaryIssue } from "./binary-code.js";
import type { BinaryPorts } from "./system-ports.js";

/** Bytes read from the front of a file to tell what it is; a `#!` line must end within the first 256 of them. */
export const HEAD_BYTES = 4096;

/** What the first bytes say: a native program's format, or a script. */
export type Format = "elf" | "mach-o" | "pe" | "script";

/** e_machine of ELF for the processors Node runs on; x64 kernels run 32-bit programs too. */
const ELF_MACHINES = new Map<string, number[]>([
  ["x64", [62, 3]],
  ["ia32", [3]],
  ["arm64", [183]],
  ["arm", [40]],
  ["riscv64", [243]],
  ["ppc64", [21]],
  ["s390x", [22]],
  ["loong64", [258]],
]);

const MACH_MAGICS = new Set([0xfeedface, 0xfeedfacf, 0xcefaedfe, 0xcffaedfe, 0xcafebabe, 0xcafebabf]);

/** Tells a native program or script from everything else. Everything else is refused: execvp would hand it to a shell. */
export function inspectFormat(
  head: Buffer,
  path: string,
  ports: Pick<BinaryPorts, "platform" | "arch">,
): { format: Format } | { issue: Issue } {
  if (head.length === 0)
    return {
      issue: binaryIssue({
        code: "BINARY_EMPTY",
        message: msg`${path} has no content`,
        hint: msg`an install or a download was cut short: install the program again`,
      }),
    };
  if (head.length >= 2 && head[0] === 0x23 && head[1] === 0x21) return { format: "script" };
  const format = readNativeFormat(head);
  if (format !== undefined) {
    const issue = checkMachine(format, head, path, ports);
    return issue === undefined ? { format } : { issue };
  }
  const start = head.toString("latin1", 0, 512).trimStart().toLowerCase();
  if (start.startsWith("<!doctype") || start.startsWith("<html") || start.startsWith("<?xml"))
    return {
      issue: binaryIssue({
        code: "BINARY_HTML",
        message: msg`${path} is a web page, not a program`,
        hint: msg`the download was answered with an error page: install the program again`,
      }),
    };
  return {
    issue: binaryIssue({
      code: "BINARY_NOT_A_PROGRAM",
      message: msg`${path} is neither a native program nor a script that begins with #!`,
      hint: msg`install the program again, or name the file that really is the program`,
    }),
  };
}

function readNativeFormat(head: Buffer): Exclude<Format, "script"> | undefined {
  if (head.length < 20) return undefined;
  if (head.readUInt32BE(0) === 0x7f454c46) return "elf";
  if (MACH_MAGICS.has(head.readUInt32BE(0))) return "mach-o";
  if (head[0] === 0x4d && head[1] === 0x5a) return "pe";
  return undefined;
}

function checkMachine(
  format: Exclude<Format, "script">,
  head: Buffer,
  path: string,
  ports: Pick<BinaryPorts, "platform" | "arch">,
): Issue | undefined {
  const native = ports.platform === "darwin" ? "mach-o" : ports.platform === "win32" ? "pe" : "elf";
  if (format !== native)
    return binaryIssue({
      code: "BINARY_WRONG_MACHINE",
      message: msg`${path} is a program of another operating system (${format})`,
      hint: msg`install the build for ${ports.platform}-${ports.arch}`,
    });
  if (format !== "elf") return undefined;
  const machine = head[5] === 2 ? head.readUInt16BE(18) : head.readUInt16LE(18);
  const known = ELF_MACHINES.get(ports.arch);
  if (known === undefined || known.includes(machine)) return undefined;
  return binaryIssue({
    code: "BINARY_WRONG_MACHINE",
    message: msg`${path} is built for another processor (ELF machine ${machine}), this one is ${ports.arch}`,
    hint: msg`install the build for ${ports.platform}-${ports.arch}`,
  });
}
