import { spawnSync } from "node:child_process";
import { closeSync, ftruncateSync, openSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { hashFile } from "@slipway/binary";
import type { Comparison } from "./compare.js";
import { median, PAIRS } from "./compare.js";

/** Bytes of the file: of the order of the largest agents. */
export const HASHED_BYTES = 200_000_000;
const OPENSSL = "/usr/bin/openssl";

/** A file of {@link HASHED_BYTES} that is no hole: its pages are written. */
export function makeLargeFile(folder: string): string {
  const path = join(folder, "large");
  const fd = openSync(path, "w");
  const chunk = Buffer.alloc(1_000_000, "slipway");
  ftruncateSync(fd, 0);
  for (let written = 0; written < HASHED_BYTES; written += chunk.length) writeSync(fd, chunk);
  closeSync(fd);
  return path;
}

/** Milliseconds that hashing takes here, median of a few. */
export async function measureHashing(path: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) times.push(await time(() => hashFile(path)));
  return median(times);
}

/** Hashing in the background against `openssl dgst`, whose start is part of its time as our worker's is of ours. */
export async function compareHashing(path: string, pairs = PAIRS): Promise<Comparison | undefined> {
  if (statSync(OPENSSL, { throwIfNoEntry: false }) === undefined) return undefined;
  const ours = () => hashFile(path);
  const peer = () => spawnSync(OPENSSL, ["dgst", "-sha256", "-r", path], { encoding: "utf8" });
  const expected = peer().stdout.slice(0, 64);
  const hashed = await ours();
  if (!hashed.ok || hashed.value.sha256 !== expected) throw new Error("the two do not agree");
  const ratios: number[] = [];
  const selfRatios: number[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    const order = pair % 2 === 0;
    const first = await time(order ? ours : peer);
    const second = await time(order ? peer : ours);
    const again = await time(ours);
    const oursTime = order ? first : second;
    ratios.push(oursTime / (order ? second : first));
    selfRatios.push(order ? again / oursTime : oursTime / again);
  }
  const title = `SHA-256 of ${HASHED_BYTES / 1e6} MB`;
  const names = { title, ours: "@slipway/binary", peer: "openssl dgst -sha256" };
  return { ...names, ratio: median(ratios), selfRatio: median(selfRatios), pairs };
}

async function time(run: () => unknown): Promise<number> {
  const start = process.hrtime.bigint();
  await run();
  return Number(process.hrtime.bigint() - start) / 1e6;
}
