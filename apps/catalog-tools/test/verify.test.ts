import { spawnSync } from "node:child_process";
import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { developmentKey } from "@slipway/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Desk } from "./run-program.js";
import { FLOOR, makeDesk } from "./run-program.js";

const hasMinisign = spawnSync("minisign", ["-v"]).error === undefined;

let folder: string;
let run: Desk["run"];
let write: Desk["write"];
let remove: Desk["remove"];
beforeEach(() => {
  ({ folder, run, write, remove } = makeDesk());
});
afterEach(() => remove());

describe("when a signature is verified", () => {
  const copy = (): string => {
    for (const name of ["agents.json", "agents.json.minisig"]) copyFileSync(join(FLOOR, name), join(folder, name));
    return "agents.json";
  };
  const allow = "--allow-development-key";

  it("says who signed, with the key as a line or as a file", () => {
    const file = copy();
    const key = write("key.pub", `untrusted comment: key\n${developmentKey.publicKey}\n`);
    for (const options of [
      ["-P", developmentKey.publicKey],
      ["-p", key],
    ]) {
      const ran = run("verify", file, ...options, allow);
      expect(ran).toMatchObject({ code: 0, stderr: "" });
      expect(ran.stdout).toContain(developmentKey.keyId);
    }
  });

  it("refuses the development key unless it is allowed", () => {
    expect(run("verify", copy(), "-P", developmentKey.publicKey)).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(
        /^slipway-catalog: MINISIGN_DEVELOPMENT_KEY: .+\n {2}hint: .*--allow-development-key.*\n$/u,
      ),
    });
  });

  it("refuses one changed byte", () => {
    const file = join(folder, copy());
    const bytes = readFileSync(file);
    bytes[10] = (bytes[10] as number) ^ 1;
    writeFileSync(file, bytes);
    const ran = run("verify", "--json", file, "-P", developmentKey.publicKey, allow);
    expect(ran.code).toBe(1);
    expect(JSON.parse(ran.stdout)).toMatchObject({ ok: false, issues: [{ code: "MINISIGN_MESSAGE_FORGED" }] });
  });

  it("tells every reason", () => {
    const file = copy();
    const signature = join(folder, "agents.json.minisig");
    const text = readFileSync(signature, "utf8");
    writeFileSync(signature, text.replace("trusted comment: timestamp", "trusted: timestamp").replace("RUQ", "R_Q"));
    const ran = run("verify", "--json", file, "-P", developmentKey.publicKey, allow);
    const codes = JSON.parse(ran.stdout).issues.map(({ code }: { code: string }) => code);
    expect(codes.sort()).toEqual(["MINISIGN_BASE64", "MINISIGN_COMMENT_PREFIX"]);
    expect(
      run("verify", file, "-P", developmentKey.publicKey, allow).stderr.match(/^slipway-catalog: /gmu),
    ).toHaveLength(2);
  });

  it.skipIf(!hasMinisign)("tells the warnings of a signature that holds (needs minisign)", () => {
    const file = write("data.json", "{}");
    const secret = write("development.key", developmentKey.secretKeyFile);
    const args = ["-S", "-l", "-s", secret, "-m", file, "-t", "timestamp:1\tfile:data.json\thashed"];
    expect(spawnSync("minisign", args, { cwd: folder, input: "" }).status).toBe(0);
    const ran = run("verify", file, "-P", developmentKey.publicKey, allow);
    expect(ran.code).toBe(0);
    expect(ran.stderr).toMatch(/^slipway-catalog: warning: MINISIGN_ALGORITHM_RELABELLED: .+\n {2}hint: .+\n$/u);
    const { issues } = JSON.parse(run("verify", "--json", file, "-P", developmentKey.publicKey, allow).stdout);
    expect(issues).toMatchObject([{ code: "MINISIGN_ALGORITHM_RELABELLED", severity: "warning" }]);
  });

  it("ends with 3 without a signature, with 2 without a key", () => {
    const file = copy();
    rmSync(join(folder, "agents.json.minisig"));
    expect(run("verify", file, "-P", developmentKey.publicKey, allow).code).toBe(3);
    expect(run("verify", file)).toMatchObject({ code: 2, stderr: expect.stringContaining("CATALOG_TOOLS_KEY") });
  });
});
