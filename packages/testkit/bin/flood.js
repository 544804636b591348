#!/usr/bin/env node

// flood BYTES [END]: writes exactly BYTES bytes to stdout as 8-byte counters ("0000000,0000001,..."), then END (default
// "<END>") and exits at once, which is when a careless reader loses the last output. No newline is written, so a
// terminal changes nothing. A missing counter tells where bytes were lost.

const { writeSync } = process.getBuiltinModule("node:fs");

const total = Number(process.argv[2]);
if (!Number.isSafeInteger(total) || total < 0) {
  writeSync(2, "flood: the first argument is a number of bytes\n");
  process.exit(2);
}

/** Writes everything: a full pipe gives EAGAIN when the other side made it non-blocking, and may take a part. */
function writeAll(bytes) {
  let offset = 0;
  while (offset < bytes.length) {
    try {
      offset += writeSync(1, bytes, offset);
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
    }
  }
}

const COUNTERS_A_WRITE = 1024;
for (let written = 0; written < total; ) {
  let block = "";
  for (let index = 0; index < COUNTERS_A_WRITE; index += 1) {
    block += `${String(written / 8 + index).padStart(7, "0")},`;
  }
  const bytes = Buffer.from(block.slice(0, total - written));
  writeAll(bytes);
  written += bytes.length;
}
writeAll(Buffer.from(process.argv[3] ?? "<END>"));
process.exit(0);
