#!/usr/bin/env node

// ignore-term [--seconds N]: ignores SIGTERM, SIGINT and SIGHUP, so that only SIGKILL ends it. Prints {"ready":PID} when the
// handlers stand, and {"ignored":"SIGTERM"} for each signal. Ends by itself after N seconds (default 60).

const { writeSync } = process.getBuiltinModule("node:fs");

/** The reader may be gone (that is what SIGHUP says); a failed write must not end the program. */
function say(object) {
  try {
    writeSync(1, `${JSON.stringify(object)}\n`);
  } catch {
    // Nobody listens.
  }
}

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => say({ ignored: signal }));
const at = process.argv.indexOf("--seconds");
setTimeout(() => process.exit(0), (at === -1 ? 60 : Number(process.argv[at + 1])) * 1000);
say({ ready: process.pid });
