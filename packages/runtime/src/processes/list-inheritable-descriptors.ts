import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** A descriptor of this process that a program started from it would hold. */
export type InheritableDescriptor = {
  descriptor: number /** What it is: `/dev/ptmx`, `pipe:[123]`, a path. */;
  target: string;
};

/** `O_CLOEXEC` of Linux in the octal flags of `/proc/self/fdinfo`. */
const CLOSE_ON_EXEC = 0o2000000;

/**
 * A pipe or socket, whose number is that of no other one while this process lives; or what an event loop waits with, which
 * gives a child that held it nothing to read or write.
 */
const SETTLED = /^(?:(?:pipe|socket):\[\d+\]|anon_inode:\[event(?:poll|fd)\])$/;

/** How many are remembered; a host with more is asked about all of them again. */
const REMEMBERED_MAX = 10_000;

/**
 * Those that were seen to close on exec, by descriptor and number. A host of 200 sessions has 600: asking the
 * system about each at every start would cost more than the start.
 */
const CLOSING = new Set<string>();

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
      const target = readlinkSync(`${proc}/self/fd/${name}`);
      const known = `${name} ${target}`;
      if (CLOSING.has(known)) return [];
      const flags = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`${proc}/self/fdinfo/${name}`, "latin1"))?.[1];
      if (flags === undefined) return [];
      if ((Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0) return [{ descriptor, target }];
      if (SETTLED.test(target)) {
        if (CLOSING.size >= REMEMBERED_MAX) CLOSING.clear();
        CLOSING.add(known);
      }
      return [];
    } catch {
      // Gone again: the descriptor of the listing itself, or one that was closed meanwhile.
      return [];
    }
  });
}
