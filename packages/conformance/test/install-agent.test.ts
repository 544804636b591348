import { createHash } from "node:crypto";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { AgentCase } from "../src/index.js";
import { agentCacheFolder, checkoutRoot, digestFile, digestTree, installAgent, readAgentCase } from "../src/index.js";

const LOCK = JSON.stringify({
  name: "x",
  lockfileVersion: 3,
  requires: true,
  packages: {
    "": { name: "x", dependencies: { a: "1.0.0" } },
    // For no system there is: npm refuses it before it asks the network.
    "node_modules/a": { version: "1.0.0", integrity: `sha512-${"A".repeat(86)}==`, os: ["none"] },
  },
});

let root: string;
let cache: string;
let program: string;
let agent: AgentCase;

/** An agent of one package, as it lies in the cache after an install from this lock. */
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "install-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const folder = join(root, "agents", "a");
  cache = join(root, "cache");
  program = join(cache, "a", "node_modules", "a", "cli.js");
  mkdirSync(folder, { recursive: true });
  mkdirSync(join(program, ".."), { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "x", dependencies: { a: "1.0.0" } }));
  writeFileSync(join(folder, "package-lock.json"), LOCK);
  writeFileSync(program, "#!/usr/bin/env node\n", { mode: 0o755 });
  writeFileSync(join(cache, "a", ".complete"), createHash("sha256").update(LOCK).digest("hex"));
  const files = { "node_modules/a/cli.js": await digestFile(program) };
  const tree = await digestTree(join(cache, "a", "node_modules"));
  const digests = { [`${process.platform}-${process.arch}`]: { files, tree } };
  agent = { id: "a", package: "a", version: "1.0.0", entry: "node_modules/a/cli.js", digests, folder };
});

async function codes(changed = agent): Promise<string[]> {
  return (await installAgent(changed, cache)).issues.map((found) => found.code);
}

describe("when the cache holds an agent", () => {
  it("takes it when every file is the recorded one", async () => {
    const installed = await installAgent(agent, cache);
    expect(installed).toMatchObject({ ok: true, value: { cached: true, folder: join(cache, "a") } });
  });

  it("does not look at what npm itself writes at the top", async () => {
    mkdirSync(join(cache, "a", "node_modules", ".bin"));
    writeFileSync(join(cache, "a", "node_modules", ".package-lock.json"), "{}");
    expect(await codes()).toEqual([]);
  });

  it("refuses a changed program", async () => {
    appendFileSync(program, "evil();\n");
    expect(await codes()).toEqual(["CONFORMANCE_BINARY_CHANGED"]);
  });

  it("refuses a changed file that the program loads", async () => {
    const library = join(program, "..", "library.js");
    writeFileSync(library, "evil();\n");
    expect(await codes()).toEqual(["CONFORMANCE_BINARY_CHANGED"]);
    rmSync(library);
    expect(await codes()).toEqual([]);
    chmodSync(program, 0o644);
    expect(await codes()).toEqual(["CONFORMANCE_BINARY_CHANGED"]);
  });

  it("refuses a missing program: npm leaves out a platform package and says nothing", async () => {
    rmSync(program);
    expect(await codes()).toEqual(["CONFORMANCE_BINARY_MISSING"]);
  });

  it("refuses a platform without recorded digests", async () => {
    expect(await codes({ ...agent, digests: {} })).toEqual(["CONFORMANCE_AGENT_PLATFORM"]);
  });
});

describe("when an agent must be installed", () => {
  it("refuses an unsafe lock before npm sees it", async () => {
    writeFileSync(join(agent.folder, "package-lock.json"), LOCK.replace("integrity", "shasum"));
    expect(await codes()).toEqual(["CONFORMANCE_LOCK_UNSAFE"]);
    expect(existsSync(program)).toBe(true);
  });

  it("does not take an install of another lock, says what npm said, and leaves nothing half made", async () => {
    writeFileSync(join(cache, "a", ".complete"), "another lock");
    const installed = await installAgent(agent, cache);
    expect(installed.issues.map((found) => found.code)).toEqual(["CONFORMANCE_INSTALL_FAILED"]);
    expect(installed.issues[0]?.message).toContain("EBADPLATFORM");
    expect(readdirSync(cache)).toEqual(["a"]);
  });
});

describe("when the place of the cache is chosen", () => {
  it("is named by the environment, if absolute, else lies in the checkout", () => {
    expect(agentCacheFolder({ SLIPWAY_AGENT_CACHE: "/var/cache/agents" })).toBe("/var/cache/agents");
    expect(agentCacheFolder({ SLIPWAY_AGENT_CACHE: "relative" })).toBe(join(checkoutRoot(), ".cache", "agents"));
    expect(agentCacheFolder({})).toBe(join(checkoutRoot(), ".cache", "agents"));
  });
});

describe("when a description is damaged", () => {
  it.each([["{"], ["{}"], ['{"id":"b","package":"a","version":"1","entry":"x","digests":{}}']])(
    "refuses %s",
    (text) => {
      writeFileSync(join(agent.folder, "agent.json"), text);
      const read = readAgentCase("a", join(agent.folder, ".."));
      expect(read.issues.map((found) => found.code)).toEqual(["CONFORMANCE_AGENT_DAMAGED"]);
    },
  );
});
