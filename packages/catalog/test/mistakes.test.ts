import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const readme = readFileSync(join(root, "README.md"), "utf8");

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "slipway-readme-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Compares a README with what the checker says now. */
function compare(text: string): { status: number | null; stdout: string; stderr: string } {
  writeFileSync(join(folder, "README.md"), text);
  const env = { ...process.env, CATALOG_README: join(folder, "README.md") };
  const ran = spawnSync(process.execPath, ["scripts/write-mistakes.mjs", "--check"], {
    cwd: root,
    encoding: "utf8",
    env,
  });
  return { status: ran.status, stdout: ran.stdout, stderr: ran.stderr };
}

describe("when the README shows what the checker says", () => {
  it("says it as the checker does, for ten mistakes with ten codes", () => {
    expect(compare(readme)).toEqual({ status: 0, stdout: "", stderr: "" });
    const codes = readme.match(/^agents\.json:\d+:\d+: \w+ \w+/gmu) ?? [];
    expect(new Set(codes.map((line) => line.split(" ").at(-1))).size).toBe(10);
    expect(readme.match(/^#### \d+\. /gmu)).toHaveLength(10);
  });

  it("is found out when one word of it is not the checker's", () => {
    const ran = compare(readme.replace("did you mean {UUID}?", "did you mean {GUID}?"));
    expect(ran.status).toBe(1);
    expect(ran.stdout).toMatch(/^README\.md:\d+ says .*\{GUID\}[\s\S]*\{UUID\}/u);
  });
});
