import { spawnSync } from "node:child_process";
import { isRootsAlone } from "./roots-alone.js";

/** Bytes of an access list's text; one of 1,000 entries has about 20,000. */
export const ACCESS_LIST_MAX_BYTES = 65_536;
/** Milliseconds for `getfacl`, which answers in about 3. */
const GETFACL_TIMEOUT_MS = 5_000;
const GETFACL_PATHS = ["/usr/bin/getfacl", "/bin/getfacl"];

/**
 * The access list of an open object as `getfacl --numeric --omit-header --no-effective` prints it, or nothing when it
 * cannot be read. `fd` is the descriptor that was judged: asking by path could be answered about another object.
 */
export type AccessListReader = (fd: number) => string | undefined;

/**
 * Asks the machine's own `getfacl`: an absolute file that root owns and nobody else can write, in folders of the same
 * kind. It gets the judged descriptor as its number 3, no environment but the C locale, no input, `/` as its folder (its
 * arguments are all it reads), and limits on time and output.
 */
export function readAccessList(fd: number): string | undefined {
  if (process.platform !== "linux") return undefined;
  const program = GETFACL_PATHS.find((path) => isRootsAlone(path));
  if (program === undefined) return undefined;
  const asked = spawnSync(
    program,
    ["--numeric", "--omit-header", "--absolute-names", "--no-effective", "--", "/proc/self/fd/3"],
    {
      cwd: "/",
      env: { LC_ALL: "C" },
      stdio: ["ignore", "pipe", "ignore", fd],
      encoding: "utf8",
      timeout: GETFACL_TIMEOUT_MS,
      maxBuffer: ACCESS_LIST_MAX_BYTES,
    },
  );
  return asked.status === 0 ? asked.stdout : undefined;
}
