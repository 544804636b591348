// Signs agents.json and facts.json with the C tool `minisign` and the development key of the test kit, which is published
// and worthless: a release signs with its own key. Build @slipway/testkit first.
//
//   node scripts/sign-floor.mjs
//
// A file whose signature already holds is left alone, so that nothing changes when nothing changed. A new signature's
// timestamp is always later than the one it replaces: readers refuse to go back, and take equal times for a forgery.

import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { developmentKey } from "@slipway/testkit";

const folder = fileURLToPath(new URL("..", import.meta.url));
const private_ = mkdtempSync(join(tmpdir(), "slipway-sign-"));

try {
  const key = join(private_, "development.key");
  writeFileSync(key, developmentKey.secretKeyFile, { mode: 0o600 });
  for (const name of ["agents.json", "facts.json"]) await sign(name, key);
} finally {
  rmSync(private_, { recursive: true, force: true });
}

async function sign(name, key) {
  const file = join(folder, name);
  if (
    existsSync(`${file}.minisig`) &&
    minisign(["-V", "-q", "-P", developmentKey.publicKey, "-m", file]).status === 0
  ) {
    console.log(`${name}: already signed`);
    return;
  }
  const timestamp = await chooseTimestamp(`${file}.minisig`);
  const fresh = join(private_, `${name}.minisig`);
  const comment = `timestamp:${timestamp}\tfile:${name}`;
  const untrusted = "signature of a development key, worthless";
  const made = minisign(["-S", "-H", "-s", key, "-m", file, "-x", fresh, "-t", comment, "-c", untrusted]);
  if (made.status !== 0) throw new Error(`minisign could not sign ${name}: ${made.stderr}${made.stdout}`);
  const checked = minisign(["-V", "-q", "-P", developmentKey.publicKey, "-m", file, "-x", fresh]);
  if (checked.status !== 0) throw new Error(`the new signature of ${name} does not verify`);
  // Beside the target first: a rename within one folder either happens whole or not at all.
  const beside = `${file}.minisig.tmp`;
  writeFileSync(beside, readFileSync(fresh));
  renameSync(beside, `${file}.minisig`);
  console.log(`${name}: signed, timestamp ${timestamp}`);
}

async function chooseTimestamp(signature) {
  const earlier = existsSync(signature)
    ? /\btimestamp:(\d{1,12})\b/.exec(readFileSync(signature, "utf8"))?.[1]
    : undefined;
  const previous = Number(earlier ?? 0);
  if (previous > Date.now() / 1000 + 60) throw new Error(`the last signature is of ${previous}, later than this clock`);
  while (Math.floor(Date.now() / 1000) <= previous) await sleep(200);
  return Math.floor(Date.now() / 1000);
}

function minisign(args) {
  const run = spawnSync("minisign", args, { encoding: "utf8", input: "", timeout: 30_000 });
  if (run.error !== undefined) throw new Error(`minisign could not be started: ${run.error.message}`);
  return run;
}
