import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { root } from "../src/workspace.js";

/** Files that git tracks or would track, as text; binary files hold no name to find. */
const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: root })
  .toString("utf8")
  .split("\0")
  .filter((name) => name !== "")
  .flatMap((name) => {
    try {
      return [{ name, text: readFileSync(`${root}${name}`, "utf8") }];
    } catch {
      return []; // removed in the working tree
    }
  });

// Assembled from labels, so that this file does not spell what it forbids.
const registryHosts = [
  "registry.npm" + "js.org",
  "registry.yarn" + "pkg.com",
  "npm" + "mirror.com",
  "deb.deb" + "ian.org",
];

it("no file spells a package registry's host", () => {
  expect(files.length).toBeGreaterThan(100);
  const found = files.filter(({ text }) => registryHosts.some((host) => text.includes(host)));
  expect(found.map(({ name }) => name)).toEqual([]);
});

it("no lock file names where a package was downloaded from", () => {
  const locks = files.filter(({ name }) => /(?:package-lock\.json|pnpm-lock\.yaml)$/u.test(name));
  expect(locks.map(({ name }) => name)).toContain("pnpm-lock.yaml");
  expect(locks.filter(({ text }) => /"resolved"|tarball:/u.test(text)).map(({ name }) => name)).toEqual([]);
});

it("no file names a folder of one machine", () => {
  const found = files.filter(({ text }) => /(?:^|[^A-Za-z0-9_.~-])\/(?:work|farm)\//mu.test(text));
  expect(found.map(({ name }) => name)).toEqual([]);
});
