#!/usr/bin/env node

// fork-grandchild [--resume ID] [--stay] [--seconds N]: starts a child that starts a grandchild, both in its own session and
// ignoring SIGHUP, holding none of its streams, for N seconds (60). Prints `session id: <uuid>` and
// {"child":PID,"grandchild":PID}, and exits 0 without them; with --stay it waits as long as they do.

const { spawn } = process.getBuiltinModule("node:child_process");
const { randomUUID } = process.getBuiltinModule("node:crypto");

const argv = process.argv.slice(2);
const readValue = (name, otherwise) => (argv.includes(name) ? argv[argv.indexOf(name) + 1] : otherwise);
const seconds = readValue("--seconds", "60");
const start = (role) =>
  spawn(process.execPath, [process.argv[1], role, "--seconds", seconds], { stdio: ["ignore", "pipe", "ignore"] });

if (argv[0] === "--grandchild" || argv[0] === "--child") {
  process.on("SIGHUP", () => {});
  setTimeout(() => process.exit(0), Number(seconds) * 1000);
  // Each speaks when it ignores SIGHUP: an end before that would take it along.
  if (argv[0] === "--grandchild") process.stdout.write("ready");
  else {
    const grandchild = start("--grandchild");
    grandchild.stdout.once("data", () => process.stdout.write(String(grandchild.pid)));
  }
} else {
  const child = start("--child");
  child.stdout.once("data", (pid) => {
    process.stdout.write(`session id: ${readValue("--resume") ?? randomUUID()}\n`);
    process.stdout.write(`${JSON.stringify({ child: child.pid, grandchild: Number(String(pid)) })}\n`);
    child.stdout.destroy();
    child.unref();
    if (argv.includes("--stay")) setTimeout(() => {}, Number(seconds) * 1000);
  });
}
