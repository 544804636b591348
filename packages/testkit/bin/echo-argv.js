#!/usr/bin/env node

// echo-argv: prints what it was started with as one JSON line: argv (after the script), cwd, argv0, pid.
//   --echo-env     anywhere: adds the whole environment
//   --echo-stdin   anywhere: reads stdin to its end and adds it
// Both words stay in the argv that is printed. Runs as ESM and as CommonJS, so that it can be copied anywhere.

const argv = process.argv.slice(2);

async function main() {
  const seen = { argv, cwd: process.cwd(), argv0: process.argv0, pid: process.pid };
  if (argv.includes("--echo-env")) seen.env = { ...process.env };
  if (argv.includes("--echo-stdin")) {
    const chunks = [];
    for await (const chunk of process.stdin) chunks.push(chunk);
    seen.stdin = Buffer.concat(chunks).toString("utf8");
  }
  process.stdout.write(`${JSON.stringify(seen)}\n`);
}

main();
