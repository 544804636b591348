#!/usr/bin/env node

// split-utf8 [--resume ID]: prints `session id: <uuid>` and `caf\u00e9 \u6f22\u5b57 \u{1f99c}`, one byte a write with a pause between, so that
// a reader gets characters in pieces; then one byte that begins no character, and exits 0.

const { writeSync } = process.getBuiltinModule("node:fs");
const { randomUUID } = process.getBuiltinModule("node:crypto");

const argv = process.argv.slice(2);
const id = argv.includes("--resume") ? argv[argv.indexOf("--resume") + 1] : randomUUID();
writeSync(1, `session id: ${id}\n`);
for (const byte of Buffer.from("caf\u00e9 \u6f22\u5b57 \u{1f99c}\n")) {
  writeSync(1, Buffer.of(byte));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
}
writeSync(1, Buffer.of(0xc3));
