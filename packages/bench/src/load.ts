import { readdirSync } from "node:fs";
import { bindWriter, countBytes, launchWriter, planWriter } from "./launch-writer.js";
import { compileWriter } from "./native-writer.js";
import { makeHome } from "./start-process.js";

const SESSIONS = 200;
const SESSION_BYTES = 1_000_000;
const RUNS = 10_000;
const SAMPLE_EVERY = 1_000;

/** What must not grow with the number of launches. */
type Sample = { rssMb: number; heapMb: number; descriptors: number; listeners: number };

function sample(): Sample {
  (globalThis as { gc?: () => void }).gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  const listeners = process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0);
  return {
    rssMb: Math.round(rss / 1e6),
    heapMb: Math.round(heapUsed / 1e6),
    descriptors: readdirSync("/proc/self/fd").length,
    listeners,
  };
}

const { home, remove } = makeHome();
try {
  const binary = bindWriter(compileWriter(home));
  const before = sample();
  const counts = await Promise.all(
    Array.from({ length: SESSIONS }, async () =>
      countBytes(await launchWriter(binary, planWriter("pty", SESSION_BYTES, home))),
    ),
  );
  const missing = SESSIONS * SESSION_BYTES - counts.reduce((sum, bytes) => sum + bytes, 0);
  const peakMb = Math.round(process.resourceUsage().maxRSS / 1e3);
  console.log(`${SESSIONS} terminals of 1 MB at once: ${missing} bytes missing, peak memory ${peakMb} MB`);
  console.log("before and after:", before, sample());

  const plan = planWriter("headless", 100, home);
  for (let run = 1; run <= RUNS; run += 1) {
    await countBytes(await launchWriter(binary, plan));
    if (run % SAMPLE_EVERY === 0) console.log(`after ${run} runs without a terminal:`, sample());
  }
} finally {
  remove();
}
