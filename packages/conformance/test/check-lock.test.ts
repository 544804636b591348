import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkLock, packageRoot, readAgentCase } from "../src/index.js";

const SHA512 = `sha512-${"A".repeat(86)}==`;
const lock = (entry: Record<string, unknown>) =>
  JSON.stringify({
    packages: { "": { name: "x" }, "node_modules/a": { version: "1.0.0", integrity: SHA512, ...entry } },
  });

const agents = join(packageRoot(), "agents");

describe("when a committed lock is read", () => {
  it.each(readdirSync(agents))("is safe for %s, and its description fits it", (id) => {
    const text = readFileSync(join(agents, id, "package-lock.json"), "utf8");
    expect(checkLock(text)).toEqual([]);
    const agent = readAgentCase(id);
    if (!agent.ok) throw new Error(agent.issues[0]?.message);
    const { package: name, version, entry, digests } = agent.value;
    const { packages } = JSON.parse(text) as {
      packages: Record<string, { version: string; bin: Record<string, string> }>;
    };
    const locked = packages[`node_modules/${name}`];
    expect(locked?.version).toBe(version);
    expect(Object.values(locked?.bin ?? {}).map((file) => `node_modules/${name}/${file}`)).toContain(entry);
    expect(Object.keys(digests)).toContain("linux-x64");
    for (const recorded of Object.values(digests)) {
      expect(Object.keys(recorded.files)).toContain(entry);
      for (const digest of [recorded.tree, ...Object.values(recorded.files)]) expect(digest).toMatch(/^[0-9a-f]{64}$/);
    }
    expect(existsSync(join(agents, id, "node_modules"))).toBe(false);
  });
});

describe("when a lock lets somebody else choose what runs", () => {
  it("has nothing to say about one that does not", () => {
    expect(checkLock(lock({}))).toEqual([]);
  });

  it.each([
    ["a package without integrity", lock({ integrity: undefined }), "carries no SHA-512"],
    ["a weak digest", lock({ integrity: "sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=" }), "carries no SHA-512"],
    ["two digests, one weak", lock({ integrity: `${SHA512} sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=` }), "carries no SHA-512"],
    ["a place to load from", lock({ resolved: "file:../a.tgz" }), "where to load it from"],
    ["a URL anywhere", lock({ funding: "https://example.test" }), "holds a URL"],
    ["no packages", "{}", "holds no packages"],
    ["no JSON", "{", "not JSON"],
  ])("refuses %s", (_what, text, message) => {
    const issues = checkLock(text);
    expect(issues.map((found) => found.message).join()).toContain(message);
    expect(issues.every((found) => found.code === "CONFORMANCE_LOCK_UNSAFE")).toBe(true);
  });
});
