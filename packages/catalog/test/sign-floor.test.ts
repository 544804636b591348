import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const folder = fileURLToPath(new URL("..", import.meta.url));
const hasMinisign = spawnSync("minisign", ["-v"]).error === undefined;

let copy: string;
beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), "slipway-catalog-"));
  for (const name of ["scripts", "agents.json", "agents.json.minisig", "facts.json", "facts.json.minisig"])
    cpSync(join(folder, name), join(copy, name), { recursive: true });
  mkdirSync(join(copy, "node_modules", "@slipway"), { recursive: true });
  symlinkSync(
    realpathSync(join(folder, "node_modules", "@slipway", "testkit")),
    join(copy, "node_modules/@slipway/testkit"),
  );
});
afterEach(() => rmSync(copy, { recursive: true, force: true }));

const sign = () => spawnSync(process.execPath, ["scripts/sign-floor.mjs"], { cwd: copy, encoding: "utf8" });
const timestampOf = (name: string) =>
  Number(/timestamp:(\d+)/.exec(readFileSync(join(copy, `${name}.minisig`), "utf8"))?.[1]);

describe("when the floor is signed (needs minisign)", () => {
  it.skipIf(!hasMinisign)("leaves what is already signed alone", () => {
    const before = readFileSync(join(copy, "agents.json.minisig"));
    expect(sign()).toMatchObject({ status: 0, stdout: "agents.json: already signed\nfacts.json: already signed\n" });
    expect(readFileSync(join(copy, "agents.json.minisig"))).toEqual(before);
  });

  it.skipIf(!hasMinisign)("signs what changed, always later than before", () => {
    const [agents, facts] = [timestampOf("agents.json"), timestampOf("facts.json")];
    for (const _ of [1, 2]) {
      const previous = timestampOf("agents.json");
      writeFileSync(join(copy, "agents.json"), `${readFileSync(join(copy, "agents.json"), "utf8")}\n`);
      expect(sign()).toMatchObject({ status: 0 });
      expect(timestampOf("agents.json")).toBeGreaterThan(previous);
    }
    expect(timestampOf("agents.json")).toBeGreaterThan(agents);
    expect(timestampOf("facts.json")).toBe(facts);
  });

  it.skipIf(!hasMinisign)("refuses to go back behind a signature of the future", () => {
    const file = join(copy, "agents.json.minisig");
    writeFileSync(file, readFileSync(file, "utf8").replace(/timestamp:\d+/, "timestamp:99999999999"));
    const run = sign();
    expect(run.status).not.toBe(0);
    expect(run.stderr).toContain("later than this clock");
  });
});
