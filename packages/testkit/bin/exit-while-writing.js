#!/usr/bin/env node

// exit-while-writing [--resume ID] [--milliseconds N] --report FILE: prints `session id: <uuid>`, then 8-byte counters as fast as
// they are taken, and exits 0 in the middle of it, after N milliseconds (50). FILE gets the number of counter bytes that the
// system took: a reader that has fewer lost some.

const { writeFileSync, writeSync } = process.getBuiltinModule("node:fs");
const { randomUUID } = process.getBuiltinModule("node:crypto");

const argv = process.argv.slice(2);
const readValue = (name, otherwise) => (argv.includes(name) ? argv[argv.indexOf(name) + 1] : otherwise);
const until = performance.now() + Number(readValue("--milliseconds", "50"));

writeSync(1, `session id: ${readValue("--resume") ?? randomUUID()}\n`);
let taken = 0;
let rest = Buffer.alloc(0);
while (performance.now() < until) {
  if (rest.length === 0) {
    const from = taken / 8;
    rest = Buffer.from(Array.from({ length: 512 }, (_, index) => `${String(from + index).padStart(7, "0")},`).join(""));
  }
  try {
    const count = writeSync(1, rest);
    taken += count;
    rest = rest.subarray(count);
  } catch (error) {
    // A full pipe that the other side made non-blocking.
    if (error.code !== "EAGAIN") throw error;
  }
}
writeFileSync(readValue("--report"), String(taken));
process.exit(0);
