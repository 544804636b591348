import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "tsup";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasTool, isRoot, STRANGER, useTree } from "./tree.js";

const tree = useTree();
const needsSetpriv = isRoot && !hasTool("setpriv");
let bundle = "";

/** Runs code over this package in a process of the user `nobody` (as root), or of the user who runs the tests. */
function runAsUser(code: string): unknown {
  const script = `import * as binary from ${JSON.stringify(join(bundle, "index.js"))};\nconst say = (value) => console.log(JSON.stringify(value));\n${code}`;
  const node = [process.execPath, "--input-type=module", "--eval", script];
  const asNobody = ["setpriv", `--reuid=${STRANGER}`, `--regid=${STRANGER}`, "--clear-groups", ...node];
  const vector = isRoot ? asNobody : node;
  const run = spawnSync(vector[0] as string, vector.slice(1), { encoding: "utf8", cwd: "/" });
  if (run.status !== 0) throw new Error(run.stderr);
  return JSON.parse(run.stdout);
}

beforeAll(async () => {
  bundle = mkdtempSync(join(realpathSync(tmpdir()), "slipway-binary-bundle-"));
  chmodSync(bundle, 0o755);
  await build({
    config: false,
    entry: { index: "src/index.ts" },
    outDir: bundle,
    format: ["esm"],
    platform: "node",
    noExternal: [/.*/],
    silent: true,
    outExtension: () => ({ js: ".js" }),
    esbuildOptions: (options) => {
      options.conditions = ["@slipway/source", "node", "import"];
    },
  });
  copyFileSync("package.json", join(bundle, "package.json"));
  for (const file of ["index.js", "package.json"]) chmodSync(join(bundle, file), 0o644);
}, 60_000);

afterAll(() => rmSync(bundle, { recursive: true, force: true }));

function giveAll(): string {
  const own = tree.folder("user", 0o755);
  if (isRoot) tree.give("user", STRANGER);
  return own;
}

describe("when an ordinary user launches", () => {
  it.skipIf(needsSetpriv)(
    "binds root's programs through folders that it can enter and not read (needs setpriv)",
    () => {
      tree.folder("closed", 0o711);
      tree.native("closed/bin/claude");
      if (isRoot) chmodSync(tree.at("closed"), 0o711);
      const code = `const bound = binary.bindBinary(${JSON.stringify(tree.at("closed/bin/claude"))}, { via: "path", workspace: "/srv", env: {} });
say([process.getuid(), bound.ok, bound.issues.map((found) => found.code), bound.ok && binary.recheckBinary(bound.value).ok]);`;
      expect(runAsUser(code)).toEqual([isRoot ? STRANGER : process.getuid?.(), true, [], true]);
    },
  );

  it.skipIf(needsSetpriv)("says that a folder cannot be entered, or a program not be read (needs setpriv)", () => {
    tree.native("locked/bin/claude");
    tree.native("bin/claude", 0o711);
    chmodSync(tree.at("locked"), isRoot ? 0o700 : 0o000);
    if (!isRoot) chmodSync(tree.at("bin/claude"), 0o111);
    const code = `say(${JSON.stringify([tree.at("locked/bin/claude"), tree.at("bin/claude")])}.map((path) => binary.judgeFile(path)).map((judged) => [judged.verdict, judged.issues[0].code]));`;
    expect(runAsUser(code)).toEqual([
      ["refused", "BINARY_UNREADABLE"],
      ["refused", "BINARY_UNREADABLE"],
    ]);
    chmodSync(tree.at("locked"), 0o755);
  });

  it.skipIf(needsSetpriv)("makes its private folder and record, which are its own (needs setpriv)", () => {
    giveAll();
    tree.native("bin/claude");
    const code = `const dir = ${JSON.stringify(tree.at("user/state/slipway"))};
const bound = binary.bindBinary(${JSON.stringify(tree.at("bin/claude"))}, { via: "path", workspace: "/srv", env: {} });
const record = { schema: 1, agent: "claude", trust: "signed", binary: bound.value, adoptedAt: new Date(0).toISOString() };
const written = binary.writeRecord(dir, "claude", record);
const read = binary.readRecord(dir, "claude");
say([written.ok, read.ok && read.value.binary.file.path]);`;
    expect(runAsUser(code)).toEqual([true, tree.at("bin/claude")]);
  });

  it.skipIf(needsSetpriv || !isRoot)("refuses programs and folders of a third user (needs root and setpriv)", () => {
    tree.native("other/claude");
    tree.give("other/claude", 4242);
    tree.native("theirs/bin/claude");
    tree.give("theirs", 4242);
    const code = `say(${JSON.stringify([tree.at("other/claude"), tree.at("theirs/bin/claude")])}.map((path) => binary.judgeFile(path).issues.map((found) => found.code)));`;
    expect(runAsUser(code)).toEqual([["BINARY_FILE_OWNER"], ["BINARY_FOLDER_OWNER"]]);
  });

  it.skipIf(needsSetpriv || !isRoot)(
    "runs a program only it may have written, and not once others may (needs root and setpriv)",
    () => {
      giveAll();
      tree.native("user/bin/claude");
      tree.give("user/bin", STRANGER);
      tree.give("user/bin/claude", STRANGER);
      const code = `say(binary.judgeFile(${JSON.stringify(tree.at("user/bin/claude"))}).issues.map((found) => found.code));`;
      expect(runAsUser(code)).toEqual([]);
      chmodSync(tree.at("user/bin"), 0o775);
      // Debian's `sync` has this user's group as its own: the group is not private, and the user files show it.
      expect([["BINARY_UNPROVEN"], ["BINARY_FOLDER_WRITABLE"]]).toContainEqual(runAsUser(code));
      chmodSync(tree.at("user/bin"), 0o777);
      expect(runAsUser(code)).toEqual(["BINARY_FOLDER_WRITABLE"]);
    },
  );
});
