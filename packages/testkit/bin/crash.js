#!/usr/bin/env node

// crash [--resume ID] [--signal NAME]: prints `session id: <uuid>` and ends itself by a signal (SIGSEGV).

const { writeSync } = process.getBuiltinModule("node:fs");
const { randomUUID } = process.getBuiltinModule("node:crypto");

const argv = process.argv.slice(2);
const readValue = (name, otherwise) => (argv.includes(name) ? argv[argv.indexOf(name) + 1] : otherwise);
writeSync(1, `session id: ${readValue("--resume") ?? randomUUID()}\n`);
process.kill(process.pid, readValue("--signal", "SIGSEGV"));
// The signal arrives between two instructions, not at this call's return.
setTimeout(() => {}, 10_000);
