import type { Issue } from "@slipway/errors";
import { msg } from "@slipway/errors";
import { binaryIssue } from "./binary-code.js";
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

/** Files that are a shell, an interpreter or `env` under whatever name they are linked elsewhere. */
const KNOWN_INTERPRETERS = ["sh", "bash", "dash", "zsh", "busybox", "env", "python3", "perl", "node"].flatMap(
  (name) => [`/bin/${name}`, `/usr/bin/${name}`, `/usr/local/bin/${name}`],
);

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

/** Why a file of this name is not started as an agent, or nothing. `name` is a file name without folders. */
export function checkEntrypointName(name: string): Issue | undefined {
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

/** Whether the file is one of the machine's own shells or interpreters, linked under another name. */
export function checkEntrypointFile(identity: FileIdentity, path: string, ports: BinaryPorts): Issue | undefined {
  for (const known of [...KNOWN_INTERPRETERS, ports.execPath]) {
    let stat: { dev: bigint; ino: bigint } | undefined;
    try {
      stat = ports.fs.statSync(known, { bigint: true, throwIfNoEntry: false });
    } catch {
      continue;
    }
    if (stat === undefined) continue;
    if (stat.dev.toString() === identity.device && stat.ino.toString() === identity.inode)
      return binaryIssue({
        code: "BINARY_IS_INTERPRETER",
        message: msg`${path} is the same file as ${known}`,
        hint: msg`name the agent's own program file`,
      });
  }
  return undefined;
}
