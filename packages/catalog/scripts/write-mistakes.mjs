// Runs the real checker over the ten typical mistakes and writes what it says into README.md, so that the page cannot say
// what the program does not. With --check it writes nothing, prints the first line that differs, and ends with 1.
// Build @slipway/catalog-tools first.
//
//   node scripts/write-mistakes.mjs [--check]

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { MISTAKES } from "./typical-mistakes.mjs";

const readme = process.env["CATALOG_README"] ?? fileURLToPath(new URL("../README.md", import.meta.url));
const program = fileURLToPath(new URL("../../../apps/catalog-tools/bin/slipway-catalog.js", import.meta.url));
const START = "<!-- mistakes: written by scripts/write-mistakes.mjs -->\n";
const END = "<!-- end of mistakes -->";

const folder = mkdtempSync(join(tmpdir(), "slipway-mistakes-"));
try {
  const text = readFileSync(readme, "utf8");
  const [start, end] = [text.indexOf(START), text.indexOf(END)];
  if (start === -1 || end < start) throw new Error("README.md has lost the marks around the mistakes");
  const wanted = `${text.slice(0, start + START.length)}\n${MISTAKES.map(show).join("\n")}\n${text.slice(end)}`;
  if (!process.argv.includes("--check")) writeFileSync(readme, wanted);
  else if (wanted !== text) {
    const [is, be] = [text.split("\n"), wanted.split("\n")];
    const line = be.findIndex((each, index) => each !== is[index]);
    console.log(`README.md:${line + 1} says ${is[line]}\nthe checker says ${be[line]}`);
    process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function show([title, document], index) {
  writeFileSync(join(folder, "agents.json"), document);
  const { NO_COLOR: _no, FORCE_COLOR: _force, ...env } = process.env;
  const ran = spawnSync(process.execPath, [program, "check", "--strict", "agents.json"], {
    cwd: folder,
    encoding: "utf8",
    env,
    input: "",
    timeout: 30_000,
  });
  if (ran.status !== 1 || ran.stderr !== "")
    throw new Error(`the checker answered "${title}" with ${ran.status}: ${ran.stderr}${ran.error?.message ?? ""}`);
  const wrong = document.split("\n").slice(4, -3);
  return `#### ${index + 1}. ${title}\n\n\`\`\`text\n${wrong.join("\n")}\n\n${ran.stdout.trimEnd()}\n\`\`\`\n`;
}
