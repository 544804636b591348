#!/usr/bin/env node

// cut-id [--resume ID] [--at N] [--colour] [--bytes] [--exit]: prints `session id: <uuid>` the awkward ways in which terminals
// get it. It mints the id, or repeats the one it resumes, and exits 0.
//   --at N      the line is written in two pieces, cut before its character N (default 12, where the id begins)
//   --colour    bold begins before character N and ends behind the line
//   --bytes     the line is written byte by byte
//   --exit      the line comes last, behind 5,000 lines of text

const { writeSync } = process.getBuiltinModule("node:fs");
const { randomUUID } = process.getBuiltinModule("node:crypto");

const argv = process.argv.slice(2);
const readValue = (name, otherwise) => (argv.includes(name) ? argv[argv.indexOf(name) + 1] : otherwise);
const pause = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3);
const resumed = readValue("--resume");

const line = `session id: ${resumed ?? randomUUID()}`;
const at = Number(readValue("--at", "12"));
const [bold, plain] = argv.includes("--colour") ? ["\u001b[1m", "\u001b[0m"] : ["", ""];
const pieces = [line.slice(0, at) + bold, `${line.slice(at) + plain}\n`];

writeSync(1, resumed === undefined ? "cut-id: new\n" : `cut-id: resumed ${resumed.length} characters\n`);
if (argv.includes("--exit")) for (let number = 0; number < 50; number += 1) writeSync(1, `line\n`.repeat(100));
for (const piece of argv.includes("--bytes") ? pieces.join("") : pieces) {
  writeSync(1, piece);
  if (!argv.includes("--bytes")) pause();
}
