import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { developmentKey } from "@slipway/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const PROGRAM = fileURLToPath(new URL("../bin/slipway-catalog.js", import.meta.url));
const FLOOR = fileURLToPath(new URL("../../../packages/catalog/", import.meta.url));

const hasMinisign = spawnSync("minisign", ["-v"]).error === undefined;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "slipway-catalog-tools-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args: string[]) => {
  const ran = spawnSync(process.execPath, [PROGRAM, ...args], { cwd: folder, encoding: "utf8" });
  return { code: ran.status, stdout: ran.stdout, stderr: ran.stderr };
};
const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return name;
};
const entry = (fields: string): string => `{ "schema": 1, "updatedAt": "2026-01-01", "agents": [\n  { ${fields} }\n] }`;

describe("when catalogs are checked", () => {
  it("finds nothing wrong with the bundled ones", () => {
    const ran = run("check", join(FLOOR, "agents.json"), join(FLOOR, "facts.json"));
    expect(ran).toMatchObject({ code: 0, stderr: "" });
    expect(ran.stdout.match(/ 0 errors, 0 warnings$/gmu)).toHaveLength(2);
  });

  it("names each problem with file, line, column, code and what to do", () => {
    const file = write("agents.json", entry('"id": "x", "name": "X", "adapter": "cli", "command": "bash -c evil"'));
    const ran = run("check", file);
    expect(ran.code).toBe(1);
    expect(ran.stdout).toMatch(/^agents\.json:2:\d+: error MANIFEST_COMMAND\w* at agents\[0\]\.command: .+/mu);
  });

  it("takes a facts row that readers leave out for an error", () => {
    const text = readFileSync(join(FLOOR, "facts.json"), "utf8").replace('"exec"', '"exce"');
    const ran = run("check", write("facts.json", text));
    expect(ran.code).toBe(1);
    expect(ran.stdout).toMatch(/^facts\.json:\d+:\d+: error MANIFEST_FACT at rows\[1\]\.headless\.new\.kind: /mu);
    expect(ran.stdout).toContain("4 entries usable, 1 error, 0 warnings");
  });

  it("goes on with the other files", () => {
    const good = write("good.json", entry('"id": "x", "name": "X", "adapter": "cli", "command": "x-agent"'));
    const ran = run("check", write("bad.json", "{"), good);
    expect(ran.code).toBe(1);
    expect(ran.stdout).toMatch(/^bad\.json:1:\d+: error MANIFEST_TRUNCATED: /mu);
    expect(ran.stdout).toMatch(/^good\.json: 1 entry usable, 0 errors/mu);
  });

  it("ends with 3 when a file cannot be read, and still checks the rest", () => {
    const ran = run("check", "nowhere.json", write("bad.json", "[]"));
    expect(ran.code).toBe(3);
    expect(ran.stderr).toContain("CATALOG_TOOLS_UNREADABLE");
    expect(ran.stdout).toContain("bad.json");
  });

  it("says in words why a file or an option cannot be used", () => {
    const unread = run("check", "gone.json", folder);
    expect(unread.stderr).toMatch(/gone\.json does not exist\n {2}hint: /u);
    expect(unread.stderr).toContain(`${folder} is a folder`);
    expect(unread.stderr).not.toMatch(/ENOENT|EISDIR/u);
    const ran = run("check", "--nope", "x");
    expect(ran.code).toBe(2);
    expect(ran.stderr).toBe(
      "slipway-catalog: CATALOG_TOOLS_OPTION: there is no option --nope\n  hint: slipway-catalog --help shows the options\n",
    );
    expect(run("verify", "--key").stderr).toContain("CATALOG_TOOLS_OPTION: --key needs a value");
    expect(run("check", "--json=1", "x").stderr).toContain("CATALOG_TOOLS_OPTION: --json takes no value");
  });

  it("gives the same as JSON", () => {
    const ran = run("check", "--json", write("bad.json", "{"));
    expect(ran).toMatchObject({ code: 1, stderr: "" });
    expect(JSON.parse(ran.stdout)).toMatchObject({
      ok: false,
      files: [{ file: "bad.json", entries: 0, issues: [{ code: "MANIFEST_TRUNCATED", line: 1 }] }],
    });
  });

  it("escapes what a catalog holds", () => {
    const ran = run(
      "check",
      write("evil.json", entry('"id": "\\u001b]0;x\\u0007", "name": "X", "adapter": "cli", "command": "x"')),
    );
    expect(ran.stdout + ran.stderr).not.toMatch(/[\u0007\u001b]/u);
  });
});

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

describe("when the line is written wrong", () => {
  it.each([
    [["chek", "x"], "did you mean check?"],
    [["check"], "CATALOG_TOOLS_FILES"],
    [["check", "--nope", "x"], "CATALOG_TOOLS_OPTION"],
    [["check", "-P", "RW", "x"], "CATALOG_TOOLS_OPTION: check takes no --key"],
    [["check", "--allow-development-key", "x"], "CATALOG_TOOLS_OPTION: check takes no --allow-development-key"],
    [["verify", "-P", "RW", "-P", "RX", "x"], "CATALOG_TOOLS_OPTION: --key is given twice"],
  ])("refuses %j", (args, told) => {
    expect(run(...args)).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(told) });
  });
});

describe("when the program is started", () => {
  it("is executable, through a symlink too, and shows help and version", () => {
    expect(statSync(PROGRAM).mode & 0o111).toBe(0o111);
    const link = join(folder, "sc");
    symlinkSync(PROGRAM, link);
    expect(spawnSync(link, ["--help"], { encoding: "utf8" }).stdout).toContain("usage: slipway-catalog check");
    expect(run("--version").stdout).toMatch(/^\d+\.\d+\.\d+\n$/u);
  });
});
