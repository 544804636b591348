import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** A descriptor of this process that a program started from it would hold. */
export type InheritableDescriptor = {
  descriptor: number /** What it is: `/dev/ptmx`, `pipe:[123]`, a path. */;
  target: string;
};

/** `O_CLOEXEC` of Linux in the octal flags of `/proc/self/fdinfo`. */
const CLOSE_ON_EXEC = 0o2000000;

/**
 * Descriptors above 2 without close-on-exec. Node opens its own with it; what is left comes from native code (a PTY
 * library leaves its masters open to every later child: one agent could type into another's terminal) or was inherited
 * from whoever started the host. Empty where there is no `/proc`.
 */
export function listInheritableDescriptors(proc = "/proc"): InheritableDescriptor[] {
  let names: string[];
  try {
    names = readdirSync(`${proc}/self/fd`);
  } catch {
    return [];
  }
  return names.flatMap((name) => {
    const descriptor = Number(name);
    if (descriptor <= 2) return [];
    try {
      const flags = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`${proc}/self/fdinfo/${name}`, "latin1"))?.[1];
      if (flags === undefined || (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) !== 0) return [];
      return [{ descriptor, target: readlinkSync(`${proc}/self/fd/${name}`) }];
    } catch {
      // Gone again: the descriptor of the listing itself, or one that was closed meanwhile.
      return [];
    }
  });
}
