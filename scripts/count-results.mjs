#!/usr/bin/env node
// Adds up what the test runners left in each package's `.results`: vitest's JSON, and `{ passed, failed, skipped }` of
// other runners. Run alone, it prints `N passed, N failed`, and fails when a test failed, was skipped, or none ran.
import { existsSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

function listResultFolders(root) {
  return ["packages", "apps"].flatMap((group) =>
    readdirSync(join(root, group)).map((name) => join(root, group, name, ".results")),
  );
}

export function removeResults(root) {
  for (const folder of listResultFolders(root)) rmSync(folder, { recursive: true, force: true });
}

export function countResults(root) {
  let passed = 0;
  let failed = 0;
  const skipped = [];
  for (const folder of listResultFolders(root).filter((each) => existsSync(each)))
    for (const file of readdirSync(folder).filter((each) => each.endsWith(".json"))) {
      const report = JSON.parse(readFileSync(join(folder, file), "utf8"));
      if (report.testResults === undefined) {
        passed += report.passed;
        failed += report.failed;
        for (const title of report.skipped ?? []) skipped.push(title);
        continue;
      }
      passed += report.numPassedTests;
      // A file that failed to load has no test of its own to count.
      const broken = report.testResults.filter(
        (each) => each.status === "failed" && each.assertionResults.length === 0,
      );
      failed += report.numFailedTests + broken.length;
      for (const result of report.testResults)
        for (const test of result.assertionResults)
          if (test.status !== "passed" && test.status !== "failed") skipped.push(test.fullName);
    }
  return { passed, failed, skipped, line: `${passed} passed, ${failed} failed` };
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const totals = countResults(dirname(dirname(fileURLToPath(import.meta.url))));
  for (const title of totals.skipped) console.log(`skipped: ${title}`);
  console.log(totals.line);
  process.exit(totals.failed > 0 || totals.skipped.length > 0 || totals.passed === 0 ? 1 : 0);
}
