#!/usr/bin/env node

// leave-daemon [--empty-env] [--hold-output] [--seconds N]: leaves a daemon behind the way real agents do: two forks and
// a session of its own, so that it is in nobody's process group and its parent is process 1. Prints {"daemon":PID} and
// exits 0.
//   --empty-env     the daemon has no environment (a marker variable does not find it)
//   --hold-output   the daemon keeps this program's stdout open (a reader waiting for its end waits for the daemon)
//   --seconds N     how long the daemon lives (default 60, so that a broken test leaves nothing for ever)

const { spawn, spawnSync } = process.getBuiltinModule("node:child_process");

const argv = process.argv.slice(2);
const at = argv.indexOf("--seconds");
const seconds = at === -1 ? 60 : Number(argv[at + 1]);
const self = process.argv[1];

if (argv[0] === "--daemon") {
  setTimeout(() => {}, seconds * 1000);
} else if (argv[0] === "--middle") {
  const daemon = spawn(process.execPath, [self, "--daemon", "--seconds", String(seconds)], {
    detached: true,
    cwd: "/",
    env: argv.includes("--empty-env") ? {} : process.env,
    // Descriptor 3 of the middle process is the first program's stdout.
    stdio: ["ignore", argv.includes("--hold-output") ? 3 : "ignore", "ignore"],
  });
  process.stdout.write(String(daemon.pid));
  daemon.unref();
} else {
  const middle = spawnSync(process.execPath, [self, "--middle", ...argv], { stdio: ["ignore", "pipe", "inherit", 1] });
  process.stdout.write(`${JSON.stringify({ daemon: Number(middle.stdout.toString()) })}\n`);
  process.exitCode = middle.status ?? 1;
}
