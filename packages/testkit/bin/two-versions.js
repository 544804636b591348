#!/usr/bin/env node

// two-versions: a program whose vendor changed its options. A file `version` beside it says which one it is: 1 (also without
// that file) or 2, so that an update in place is one write.
//   1.9.0   two-versions [--resume ID] -p -- TEXT
//   2.0.0   two-versions exec [resume] --skip-git-repo-check [ID] -- TEXT
// Both print `session id: <uuid>` on standard error and `TEXT [version]` on standard output. What belongs to the other
// version is refused with exit code 2, as real programs do.

const { readFileSync } = process.getBuiltinModule("node:fs");
const { dirname, join } = process.getBuiltinModule("node:path");
const { randomUUID } = process.getBuiltinModule("node:crypto");

function readVersion() {
  try {
    return readFileSync(join(dirname(process.argv[1]), "version"), "utf8").trim();
  } catch {
    return "1";
  }
}

const version = readVersion() === "2" ? "2.0.0" : "1.9.0";
const argv = process.argv.slice(2);

function parse() {
  const end = argv.indexOf("--");
  const [options, text] = [argv.slice(0, end), argv[end + 1]];
  if (end === -1 || argv.length !== end + 2) return undefined;
  const line = options.join(" ");
  if (version === "1.9.0") {
    const [, id] = /^--resume (\S+) -p$/u.exec(line) ?? [];
    return line === "-p" || id !== undefined ? { id, text } : undefined;
  }
  const [, id] = /^exec resume --skip-git-repo-check (\S+)$/u.exec(line) ?? [];
  return line === "exec --skip-git-repo-check" || id !== undefined ? { id, text } : undefined;
}

if (argv.length === 1 && argv[0] === "--version") process.stdout.write(`two-versions ${version}\n`);
else {
  const asked = parse();
  if (asked === undefined) {
    process.stderr.write(`two-versions ${version}: unknown arguments\n`);
    process.exitCode = 2;
  } else {
    process.stderr.write(`session id: ${asked.id ?? randomUUID()}\n`);
    process.stdout.write(`${asked.text} [${version}]\n`);
  }
}
