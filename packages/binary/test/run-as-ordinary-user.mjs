// Runs this package's tests once more as an ordinary user, when the tests run as root: what only root may do would
// otherwise be all that is ever tried. In a mount namespace of its own the clone is seen at a place that the user can reach,
// and the user database has that user; nothing of the machine is changed. Leaves `{ passed, failed, skipped }` in `.results`.
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const UID = 54399;
const NAME = "slipway-test";
const here = realpathSync(join(dirname(fileURLToPath(import.meta.url)), ".."));
const clone = join(here, "../..");
const results = join(here, ".results");
const tell = (summary) => {
  mkdirSync(results, { recursive: true });
  writeFileSync(join(results, "ordinary-user.json"), `${JSON.stringify(summary)}\n`);
};

if (process.platform !== "linux" || process.geteuid?.() !== 0) {
  console.log("not root: the tests ran as an ordinary user already");
  process.exit(0);
}
const missing = ["unshare", "setpriv", "mount"].filter((tool) => spawnSync("which", [tool]).status !== 0);
if (missing.length > 0) {
  console.log(`not run as an ordinary user: needs ${missing.join(", ")}`);
  tell({ passed: 0, failed: 0, skipped: [`the tests as an ordinary user (needs ${missing.join(", ")})`] });
  process.exit(0);
}

// Where vitest writes beside its configuration: made here, covered by an empty file system of the user's own there.
for (const folder of [join(here, "node_modules/.vite-temp"), results]) mkdirSync(folder, { recursive: true });
const work = realpathSync(mkdtempSync(join(tmpdir(), "slipway-as-user-")));
try {
  chmodSync(work, 0o755);
  for (const folder of ["clone", "home", "tmp"]) mkdirSync(join(work, folder), { mode: 0o755 });
  for (const folder of ["home", "tmp"]) chownSync(join(work, folder), UID, UID);
  writeFileSync(
    join(work, "passwd"),
    `${readFileSync("/etc/passwd", "utf8").trimEnd()}\n${NAME}:x:${UID}:${UID}::${join(work, "home")}:/bin/bash\n`,
  );
  writeFileSync(join(work, "group"), `${readFileSync("/etc/group", "utf8").trimEnd()}\n${NAME}:x:${UID}:\n`);
  const vitest = realpathSync(join(here, "node_modules/vitest/vitest.mjs"));
  const script = `set -e
mount --bind "$1" "$2/clone"
mount -t tmpfs -o mode=0755,uid=${UID} none "$2/clone/$3/node_modules/.vite-temp"
mount -t tmpfs -o mode=0755,uid=${UID} none "$2/clone/$3/.results"
mount --bind "$2/passwd" /etc/passwd
mount --bind "$2/group" /etc/group
cd "$2/clone/$3"
exec setpriv --reuid=${UID} --regid=${UID} --clear-groups --no-new-privs env -i PATH="$PATH" HOME="$2/home" TMPDIR="$2/tmp" \\
  "$4" "$5" run --root "$2/clone/$3" --reporter=default --reporter=json --outputFile.json="$2/home/report.json"`;
  const ran = spawnSync(
    "unshare",
    [
      ...["--mount", "--propagation", "private", "sh", "-c", script, "sh", clone, work, relative(clone, here)],
      ...[process.execPath, join(work, "clone", relative(clone, vitest))],
    ],
    { stdio: ["ignore", "inherit", "inherit"] },
  );
  const written = join(work, "home/report.json");
  if (!existsSync(written)) {
    tell({ passed: 0, failed: 1, skipped: [] });
    throw new Error("the tests did not start as an ordinary user");
  }
  const report = JSON.parse(readFileSync(written, "utf8"));
  const titles = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const skipped = titles
    .filter(({ status }) => status !== "passed" && status !== "failed")
    .map(({ fullName }) => fullName);
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  );
  tell({
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    // What needs root ran as root, a moment ago.
    skipped: skipped.filter((title) => !/needs (?:root|setpriv)/u.test(title)),
  });
  console.log(
    `as ${NAME}: ${report.numPassedTests} passed, ${report.numFailedTests} failed, ${skipped.length} left to root`,
  );
  process.exitCode = ran.status ?? 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}
