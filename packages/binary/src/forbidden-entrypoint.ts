import type { BigIntStats, Stats } from "node:fs";
import { constants } from "node:fs";
import type { Issue, Printable } from "@slipway/errors";
import { msg } from "@slipway/errors";
import { binaryIssue, faultCode } from "./binary-code.js";
import type { FileIdentity } from "./bound-binary.js";
import type { BinaryPorts } from "./system-ports.js";

/*
 * A tripwire, not a boundary: a copied or renamed shell passes the names. It binds every agent whatever its trust,
 * because a manifest that names one of these turns its arguments into a program.
 */
const SHELLS =
  "sh bash rbash dash zsh ksh mksh oksh csh tcsh fish ash nu elvish xonsh pwsh powershell cmd busybox busybox.static toybox";
const INTERPRETERS =
  "python pypy node nodejs deno bun perl ruby php lua luajit tclsh wish expect awk gawk mawk nawk sed guile java dotnet osascript rscript julia ghci erl escript racket";
const PRIVILEGE = "sudo doas su pkexec runuser setpriv chroot nsenter unshare gosu su-exec systemd-run capsh";
const WRAPPERS =
  "env setsid nohup nice ionice timeout stdbuf xargs exec taskset chrt parallel watch at crontab find tee gdb strace ltrace ld.so bwrap firejail flatpak-spawn dtach screen tmux script systemctl wine qemu";
const REMOTE = "ssh scp sftp rsync curl wget nc ncat socat telnet";
const RUNNERS =
  "npx npm bunx uvx uv pip pipx pnpm pnpx yarn corepack cargo go gem docker podman kubectl git make cmake nix brew apt apk";
/** Pick the program by the name they are called with (snap: by nothing else), most also by a file of the working directory. */
const SHIMS =
  "mise rtx asdf volta volta-shim proto proto-shim aqua aqua-proxy nodenv pyenv rbenv vfox hermit rustup snap";

const toSet = (words: string): ReadonlySet<string> => new Set(words.split(" "));
const mayInterpret = toSet(`${SHELLS} ${INTERPRETERS} tsx`);
const forbidden = toSet([SHELLS, INTERPRETERS, PRIVILEGE, WRAPPERS, REMOTE, RUNNERS].join(" "));
const shims = toSet(SHIMS);

/** Bytes of one read of the comparison. */
const COMPARED_BYTES = 65_536;

/** Files that are a shell, an interpreter or `env` under whatever name they are linked elsewhere. */
const KNOWN_INTERPRETERS = [
  "sh",
  "bash",
  "dash",
  "zsh",
  "ksh",
  "fish",
  "busybox",
  "toybox",
  "env",
  "python3",
  "perl",
  "ruby",
  "node",
  "bun",
  "deno",
].flatMap((name) => [`/usr/bin/${name}`, `/usr/local/bin/${name}`]);
/** Of a machine whose `/bin` is a folder of its own. */
const KNOWN_IN_BIN = KNOWN_INTERPRETERS.filter((path) => path.startsWith("/usr/bin/")).map((path) => path.slice(4));

/**
 * `python3.12` and `bash5` are `python` and `bash`; `node-red` and `env-tool` are themselves. A name counts by itself,
 * with a version directly behind it, and with `.exe`.
 */
function stripVersion(name: string): string[] {
  const lower = name.toLowerCase().replace(/\.exe$/u, "");
  // The dynamic loader runs the program that is its first argument; its name is that of the machine.
  if (/^ld-(?:linux|musl)[a-z0-9_.-]*\.so(?:\.\d+)?$/u.test(lower)) return ["ld.so"];
  return [lower, lower.replace(/-?\d+(?:\.\d+)*$/u, "")];
}

/** Answers kept: a launch asks about the same two names each time, and the answer depends on the name alone. */
const ANSWERS_MAX = 64;
const answers = new Map<string, Issue | undefined>();

/** Why a file of this name is not started as an agent, or nothing. `name` is a file name without folders. */
export function checkEntrypointName(name: string): Issue | undefined {
  if (answers.has(name)) return answers.get(name);
  if (answers.size >= ANSWERS_MAX) answers.clear();
  const answer = judgeName(name);
  answers.set(name, answer);
  return answer;
}

function judgeName(name: string): Issue | undefined {
  const forms = stripVersion(name);
  if (forms.some((form) => shims.has(form)))
    return binaryIssue({
      code: "BINARY_SHIM",
      message: msg`${name} is many programs in one: it picks by the name it is called with, most also by files of the working directory`,
      hint: msg`name the real program file (a version manager's "which" command prints it)`,
    });
  if (!forms.some((form) => forbidden.has(form))) return undefined;
  return binaryIssue({
    code: "BINARY_FORBIDDEN_NAME",
    message: msg`${name} is a shell, an interpreter or a tool that runs other programs: it is not started as an agent`,
    hint: msg`name the agent's own program file`,
  });
}

/** Why a file of this name does not run a script, or nothing: shells and interpreters may, everything else above not. */
export function checkInterpreterName(name: string): Issue | undefined {
  const forms = stripVersion(name);
  return forms.some((form) => mayInterpret.has(form)) ? undefined : checkEntrypointName(name);
}

/** The machine's shells and interpreters as they are now, by path; numbers, which are quicker to ask for than 64 bits. */
export type KnownInterpreters = ReadonlyMap<string, Stats>;

/** Asks for {@link KnownInterpreters}, once for both questions below. */
export function askInterpreters(ports: BinaryPorts): KnownInterpreters {
  const known = new Map<string, Stats>();
  const add = (path: string) => {
    const stat = ask(() => ports.fs.statSync(path, { throwIfNoEntry: false }));
    if (stat !== undefined) known.set(path, stat);
  };
  for (const path of KNOWN_INTERPRETERS) add(path);
  if (ask(() => ports.fs.lstatSync("/bin"))?.isSymbolicLink() !== true) for (const path of KNOWN_IN_BIN) add(path);
  add(ports.execPath);
  return known;
}

/** Whether the file is one of the machine's own shells or interpreters, linked under another name. */
export function checkEntrypointFile(
  identity: FileIdentity,
  path: string,
  interpreters: KnownInterpreters,
  ports: BinaryPorts,
): Issue | undefined {
  for (const [known, { ino }] of interpreters) {
    // A number cannot hold every inode: an equal one is asked again.
    if (ino !== Number(identity.inode)) continue;
    const stat = ask(() => ports.fs.statSync(known, { bigint: true, throwIfNoEntry: false }));
    if (stat?.dev.toString() === identity.device && stat.ino.toString() === identity.inode)
      return isInterpreter(msg`${path} is the same file as ${known}`);
  }
  return undefined;
}

/**
 * Whether an open native program has the bytes of one of the machine's own shells or interpreters: a copy under another
 * name. Only files of the same size are read, so that it costs nothing for what is not one.
 */
export function checkEntrypointBytes(
  fd: number,
  stat: BigIntStats,
  path: string,
  interpreters: KnownInterpreters,
  ports: BinaryPorts,
): Issue | undefined {
  for (const [known, other] of interpreters) {
    if (other.size !== Number(stat.size) || !other.isFile()) continue;
    let opened: number | undefined;
    try {
      opened = ports.fs.openSync(known, constants.O_RDONLY | constants.O_NONBLOCK);
      if (hasSameBytes(fd, opened, ports)) return isInterpreter(msg`${path} is a copy of ${known}`);
    } catch (error) {
      if (faultCode(error) === "UNKNOWN") throw error;
    } finally {
      if (opened !== undefined) ports.fs.closeSync(opened);
    }
  }
  return undefined;
}

/** Nothing for a file that cannot be asked about: it is none that this user could be made to start. */
function ask<T>(question: () => T): T | undefined {
  try {
    return question();
  } catch (error) {
    if (faultCode(error) === "UNKNOWN") throw error;
    return undefined;
  }
}

function hasSameBytes(left: number, right: number, ports: BinaryPorts): boolean {
  const [mine, theirs] = [Buffer.allocUnsafe(COMPARED_BYTES), Buffer.allocUnsafe(COMPARED_BYTES)];
  for (let at = 0; ; ) {
    const length = ports.fs.readSync(left, mine, 0, COMPARED_BYTES, at);
    let filled = 0;
    while (filled < length) {
      const read = ports.fs.readSync(right, theirs, filled, length - filled, at + filled);
      if (read === 0) return false;
      filled += read;
    }
    if (mine.compare(theirs, 0, length, 0, length) !== 0) return false;
    if (length === 0) return true;
    at += length;
  }
}

function isInterpreter(message: Printable): Issue {
  return binaryIssue({ code: "BINARY_IS_INTERPRETER", message, hint: msg`name the agent's own program file` });
}
