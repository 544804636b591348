import { createHash } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { bindTree, systemPorts } from "@slipway/binary";
import type { Agent } from "@slipway/manifest";
import { parrotPath } from "@slipway/testkit";
import { describe, expect, it } from "vitest";
import type { ResolveBinaryOptions } from "../src/index.js";
import { locateProgram, probeVersion, resolveBinary, verifyProgramTree } from "../src/index.js";
import { bindFile, bindNode, codesOf, makeFolder, take } from "./bind-for-test.js";
import { makeParrot } from "./make-agent.js";

function setUp(trust: Agent["trust"] = "first-party") {
  const root = makeFolder();
  for (const name of ["bin", "work", "state"]) mkdirSync(join(root, name), { mode: 0o700 });
  const agent: Agent = { ...makeParrot(), trust, display: { mono: false, downloadUrl: "https://example.org/parrot" } };
  const options: ResolveBinaryOptions = {
    workspace: join(root, "work"),
    stateDir: join(root, "state"),
    env: { PATH: join(root, "bin"), HOME: root },
  };
  const install = (folder = "bin") => {
    const path = join(root, folder, "parrot");
    copyFileSync(parrotPath(), path);
    chmodSync(path, 0o755);
    return path;
  };
  return {
    root,
    agent,
    options,
    install,
    resolve: (more: Partial<ResolveBinaryOptions> = {}) => resolveBinary(agent, { ...options, ...more }),
  };
}

describe("when an agent is launched for the first time", () => {
  it("is discovered, adopted, recorded and asked for its version once", async () => {
    const { resolve, install, root } = setUp();
    const path = install();
    const first = take(await resolve());
    expect(first).toMatchObject({ adopted: true, drifted: false, version: "1.0.0", line: `adopted ${path} (path)` });
    const record = JSON.parse(readFileSync(join(root, "state", "binaries", "parrot.json"), "utf8")) as {
      version: string;
    };
    expect(record.version).toBe("1.0.0");
    expect(take(await resolve())).toMatchObject({ adopted: false, drifted: false, version: "1.0.0" });
    // The record, not PATH, says what runs.
    expect(take(await resolve({ env: { PATH: join(root, "missing") } })).binary.file.path).toBe(path);
  });

  it("says where to get one that is not installed, the address last", async () => {
    const { resolve } = setUp();
    const refused = await resolve();
    expect(codesOf(refused)).toEqual(["RUNTIME_AGENT_NOT_INSTALLED"]);
    expect(refused.issues[0]?.hint).toMatch(/https:\/\/example\.org\/parrot$/);
  });

  it("says why one that is there is refused", async () => {
    const { resolve, install } = setUp();
    chmodSync(install(), 0o777);
    expect(codesOf(await resolve())).toEqual(["BINARY_FILE_WRITABLE"]);
  });

  it("never takes one from the repository it works in", async () => {
    const { agent, options, resolve, install, root } = setUp();
    mkdirSync(join(root, "work", "node_modules", ".bin"), { recursive: true });
    install("work/node_modules/.bin");
    install("work");
    const PATH = `${join(root, "work", "node_modules", ".bin")}:${join(root, "work")}:.`;
    const refused = await resolve({ env: { PATH, HOME: root } });
    // Both are named: a person sees the program on PATH and must not only read that there is none.
    const [first, ...others] = refused.issues;
    expect(first?.code).toBe("RUNTIME_AGENT_NOT_INSTALLED");
    expect(others.map(({ code }) => code)).toEqual(["RUNTIME_PROGRAM_PASSED_OVER", "RUNTIME_PROGRAM_PASSED_OVER"]);
    expect(others[0]?.message).toContain(join(root, "work", "node_modules", ".bin", "parrot"));
    expect(others[1]?.hint).toContain(`slipway adopt parrot --path ${join(root, "work", "parrot")}`);
    expect(first?.message).toMatch(/^Parrot is not installed where .* found and not taken/);
    expect(locateProgram(agent, { ...options, env: { PATH, HOME: root } })).toMatchObject({
      state: "absent",
      reason: { code: "RUNTIME_PROGRAM_PASSED_OVER" },
    });
  });

  it("names the variable that chose a file which is not there", async () => {
    const { agent, options, resolve, root } = setUp();
    const env = { PATH: "", HOME: root, [agent.program.envVar]: "/nope/parrot" };
    const refused = await resolve({ env });
    expect(refused.issues[0]).toMatchObject({
      code: "BINARY_MISSING",
      message: expect.stringMatching(/^SLIPWAY_BIN_PARROT names \/nope\/parrot: /),
      hint: expect.stringMatching(/unset SLIPWAY_BIN_PARROT$/),
    });
    expect(locateProgram(agent, { ...options, env }).reason).toEqual(refused.issues[0]);
  });
});

describe("when the recorded program changes", () => {
  it("is followed and recorded for a first-party agent, and said", async () => {
    const { resolve, install } = setUp();
    const path = install();
    await resolve();
    writeFileSync(path, readFileSync(path, "utf8").replaceAll("1.0.0", "1.1.0"));
    const next = await resolve();
    expect(take(next)).toMatchObject({ adopted: false, drifted: true, version: "1.1.0" });
    expect(next.issues.find(({ code }) => code === "RUNTIME_BINARY_DRIFTED")).toMatchObject({
      severity: "warning",
      hint: expect.stringContaining("--sha256"),
    });
    expect(take(await resolve()).drifted).toBe(false);
  });

  it("is shown by whoever looks first, and following it is left to a launch", async () => {
    const { agent, options, resolve, install } = setUp();
    const path = install();
    await resolve();
    expect(locateProgram(agent, options)).not.toHaveProperty("reason");
    writeFileSync(path, `${readFileSync(path, "utf8")}\n`);
    for (const look of [1, 2])
      expect([look, locateProgram(agent, options)]).toMatchObject([
        look,
        { state: "adopted", reason: { code: "RUNTIME_BINARY_DRIFTED", severity: "warning" } },
      ]);
  });

  it("is followed for a signed agent only once its path was confirmed", async () => {
    const { agent, options, resolve, install } = setUp("signed");
    const path = install();
    const digest = (): string => createHash("sha256").update(readFileSync(path)).digest("hex");
    const change = () => writeFileSync(path, `${readFileSync(path, "utf8")}\n`);
    expect(take(await resolve()).adopted).toBe(true);
    change();
    const refused = await resolve();
    expect(codesOf(refused)).toEqual(["RUNTIME_ADOPTION_REQUIRED"]);
    expect(refused.issues[0]?.hint).toContain(`slipway adopt parrot --path ${path} --yes`);
    expect(locateProgram(agent, options)).toMatchObject({
      state: "refused",
      reason: { code: "RUNTIME_ADOPTION_REQUIRED" },
    });
    take(await resolve({ confirmed: { path, sha256: digest() } }));
    change();
    expect(take(await resolve()).drifted).toBe(true);
    change();
    expect(take(await resolve()).drifted).toBe(true);
  });

  it("is not replaced by another one when the adoption was held to a digest", async () => {
    const { agent, options, resolve, install, root } = setUp();
    mkdirSync(join(root, "kept"), { mode: 0o700 });
    const path = install("kept");
    const sha256 = createHash("sha256").update(readFileSync(path)).digest("hex");
    take(await resolve({ confirmed: { path, sha256, hold: true } }));
    rmSync(path);
    install();
    const refused = await resolve();
    expect(codesOf(refused)).toEqual(["BINARY_MISSING", "RUNTIME_ADOPTION_REQUIRED"]);
    expect(refused.issues[1]?.hint).toMatch(/^slipway adopt parrot --path FILE/);
    expect(locateProgram(agent, options).state).toBe("refused");
  });

  it("is refused where the adoption was held to its digest, whatever the trust, with the line to type", async () => {
    const { resolve, install } = setUp();
    const path = install();
    const digest = (): string => createHash("sha256").update(readFileSync(path)).digest("hex");
    take(await resolve({ confirmed: { path, sha256: digest(), hold: true } }));
    expect(take(await resolve())).toMatchObject({ adopted: false, drifted: false });
    writeFileSync(path, `${readFileSync(path, "utf8")}\n`);
    const refused = await resolve();
    expect(codesOf(refused)).toContain("RUNTIME_ADOPTION_REQUIRED");
    expect(refused.issues.at(-1)?.hint).toBe(`slipway adopt parrot --path ${path} --sha256 ${digest()}`);
    // Confirmed by path alone, the same change is followed.
    take(await resolve({ confirmed: { path, sha256: digest() } }));
    writeFileSync(path, `${readFileSync(path, "utf8")}\n`);
    expect(take(await resolve()).drifted).toBe(true);
  });

  it("follows the vendor's link to the new file", async () => {
    const { resolve, install, root } = setUp();
    mkdirSync(join(root, "versions"), { mode: 0o700 });
    const one = install("versions");
    symlinkSync(one, join(root, "bin", "parrot"));
    expect(take(await resolve()).binary.file.path).toBe(one);
    const two = join(root, "versions", "two");
    copyFileSync(one, two);
    chmodSync(two, 0o755);
    rmSync(join(root, "bin", "parrot"));
    symlinkSync(two, join(root, "bin", "parrot"));
    expect(take(await resolve())).toMatchObject({ drifted: true, binary: { file: { path: two } } });
  });

  it("is looked for again when it is gone, and refused when it became unsafe", async () => {
    const { resolve, install } = setUp();
    const path = install();
    await resolve();
    chmodSync(path, 0o777);
    expect(codesOf(await resolve())).toEqual(["BINARY_FILE_WRITABLE"]);
    rmSync(path);
    expect(codesOf(await resolve())).toContain("RUNTIME_AGENT_NOT_INSTALLED");
  });

  it("is refused when it now lies in the workspace, unless it was named", async () => {
    const { resolve, install, root } = setUp();
    const path = install();
    await resolve();
    expect(codesOf(await resolve({ workspace: join(root, "bin") }))).toEqual(["BINARY_IN_WORKSPACE"]);
    expect(take(await resolve({ workspace: join(root, "bin"), explicitPath: path })).adopted).toBe(true);
    expect(take(await resolve({ workspace: join(root, "bin") })).adopted).toBe(false);
  });

  it("refuses a damaged record and leaves it as it is", async () => {
    const { resolve, install, root } = setUp();
    install();
    await resolve();
    const file = join(root, "state", "binaries", "parrot.json");
    writeFileSync(file, "{");
    expect(codesOf(await resolve())).toEqual(["BINARY_RECORD_DAMAGED"]);
    expect(readFileSync(file, "utf8")).toBe("{");
  });
});

describe("when the host was started in a folder other than the working directory", () => {
  const setUpHostile = () => {
    const all = setUp();
    const hostile = join(all.root, "clone");
    const tools = join(all.root, "tools");
    for (const folder of [hostile, tools]) mkdirSync(folder);
    all.install("clone");
    for (const folder of [hostile, tools]) {
      copyFileSync("/bin/cat", join(folder, "talker"));
      chmodSync(join(folder, "talker"), 0o755);
    }
    const both = { PATH: `${hostile}:${join(all.root, "bin")}:${tools}`, HOME: all.root };
    return { ...all, hostile, tools, both };
  };

  it("starts nothing of either folder, program or interpreter", async () => {
    const { resolve, hostile, tools, both, install, agent, options } = setUpHostile();
    expect(codesOf(await resolve({ startedIn: hostile, env: { ...both, PATH: hostile } }))).toEqual([
      "RUNTIME_AGENT_NOT_INSTALLED",
    ]);
    const real = install();
    writeFileSync(real, "#!/usr/bin/env talker\n");
    const { binary } = take(await resolve({ startedIn: hostile, env: both, probe: false }));
    expect(binary.file.path).toBe(real);
    expect(binary.interpreter?.path).toBe(join(tools, "talker"));
    expect(locateProgram(agent, { ...options, startedIn: hostile, env: both })).toMatchObject({
      state: "adopted",
      path: real,
    });
  });

  it("does not follow a variable or a link into it", async () => {
    const { resolve, hostile, both, root, agent, options } = setUpHostile();
    const named = { ...both, SLIPWAY_BIN_PARROT: join(hostile, "parrot") };
    expect(codesOf(await resolve({ startedIn: hostile, env: named }))).toEqual(["BINARY_IN_WORKSPACE"]);
    symlinkSync(join(hostile, "parrot"), join(root, "bin", "parrot"));
    const linked = await resolve({ startedIn: hostile, env: both });
    expect(codesOf(linked)).toContain("BINARY_IN_WORKSPACE");
    expect(locateProgram(agent, { ...options, startedIn: hostile, env: both })).toMatchObject({ state: "refused" });
  });
});

describe("when a program is only looked for", () => {
  it("finds what a launch would adopt, then what it uses, and writes nothing", async () => {
    const { agent, options, install, resolve, root } = setUp();
    expect(locateProgram(agent, options)).toEqual({ state: "absent" });
    const path = install();
    expect(locateProgram(agent, options)).toEqual({ state: "found", path, via: "path" });
    expect(existsSync(join(root, "state", "binaries"))).toBe(false);
    take(await resolve());
    expect(locateProgram(agent, options)).toEqual({ state: "adopted", path, via: "path", version: "1.0.0" });
  });

  it("says of a changed file what a launch would: followed, or held to the digest", async () => {
    const { agent, options, install, resolve } = setUp();
    const path = install();
    take(await resolve());
    expect(locateProgram({ ...agent, trust: "local" }, options).reason?.code).toBe("RUNTIME_ADOPTION_REQUIRED");
    writeFileSync(path, `${readFileSync(path, "utf8")}\n`);
    expect(locateProgram(agent, options)).toMatchObject({ state: "adopted", path, via: "path" });
    rmSync(path);
    expect(locateProgram(agent, options)).toEqual({ state: "absent" });
  });
});

describe("when the state folder cannot be used", () => {
  it("does not start the program to ask for its version, and says which folder to name", async () => {
    const { resolve, root } = setUp();
    const witness = join(root, "ran");
    writeFileSync(join(root, "bin", "parrot"), `#!/bin/sh\ntouch ${witness}\n`, { mode: 0o755 });
    writeFileSync(join(root, "file"), "");
    const real = systemPorts();
    const mkdirSync = () => {
      throw Object.assign(new Error("EACCES"), { code: "EACCES" });
    };
    for (const more of [
      { stateDir: join(root, "file", "state") },
      { ports: { ...real, fs: { ...real.fs, mkdirSync } } },
    ]) {
      const refused = await resolve(more);
      expect(codesOf(refused)).toHaveLength(1);
      expect(refused.issues[0]?.hint).toContain("SLIPWAY_HOME");
    }
    expect(existsSync(witness)).toBe(false);
  });
});

describe("when an agent comes from an unsigned source", () => {
  it("is refused with the line to type, runs once that is confirmed, and is held to the digest", async () => {
    const { resolve, install, root } = setUp("local");
    const path = install();
    const refused = await resolve();
    expect(codesOf(refused)).toEqual(["RUNTIME_ADOPTION_REQUIRED"]);
    const hint = String(refused.issues[0]?.hint);
    const [, sha256] = /^slipway adopt parrot --path \S+ --sha256 ([0-9a-f]{64})$/.exec(hint) ?? [];
    expect(hint).toContain(path);
    expect(existsSync(join(root, "state", "binaries", "parrot.json"))).toBe(false);
    expect(codesOf(await resolve({ confirmed: { path, sha256: "0".repeat(64) } }))).toEqual(["BINARY_DIGEST_MISMATCH"]);
    expect(codesOf(await resolve({ explicitPath: path }))).toEqual(["RUNTIME_ADOPTION_REQUIRED"]);
    expect(take(await resolve({ confirmed: { path, sha256: sha256 as string } })).adopted).toBe(true);
    expect(take(await resolve()).adopted).toBe(false);
    writeFileSync(path, `${readFileSync(path, "utf8")}\n`);
    const changed = await resolve();
    expect(codesOf(changed)).toEqual(["BINARY_CHANGED", "RUNTIME_ADOPTION_REQUIRED"]);
  });

  it("does not inherit an adoption that was made for a trusted agent", async () => {
    const { agent, options, install } = setUp();
    install();
    take(await resolveBinary(agent, options));
    expect(codesOf(await resolveBinary({ ...agent, trust: "local" }, options))).toEqual(["RUNTIME_ADOPTION_REQUIRED"]);
  });
});

describe.skipIf(process.platform !== "linux")("when a program is adopted with its folder (needs Linux)", () => {
  const adoptWhole = async () => {
    const { agent, resolve, install, root, options } = setUp();
    const path = install();
    const folder = dirname(path);
    writeFileSync(join(folder, "lib.js"), "good\n");
    const sha256 = createHash("sha256").update(readFileSync(path)).digest("hex");
    const tree = take(bindTree(folder));
    const confirmed = { path, sha256, tree: { root: tree.root, digest: tree.digest } };
    return { agent, resolve, path, folder, root, options, confirmed };
  };

  it("is refused when a name was added, with the line that adopts it with its folder again", async () => {
    const { agent, resolve, folder, options, confirmed } = await adoptWhole();
    expect(take(await resolve({ confirmed })).binary.coverage).toBe("tree");
    expect(take(await resolve())).toMatchObject({ adopted: false, drifted: false });
    expect(take(verifyProgramTree(agent.id, options))?.root).toBe(folder);
    writeFileSync(join(folder, "evil.js"), "");
    const refused = await resolve();
    expect(codesOf(refused)).toEqual(["BINARY_TREE_CHANGED", "RUNTIME_ADOPTION_REQUIRED"]);
    expect(refused.issues[1]?.hint).toMatch(
      new RegExp(`^slipway adopt parrot --path \\S+ --sha256 \\S+ --tree ${folder}$`),
    );
    expect(locateProgram(agent, options)).toMatchObject({
      state: "refused",
      reason: { code: "RUNTIME_ADOPTION_REQUIRED" },
    });
  });

  it("has every byte compared where that is asked, not at each launch", async () => {
    const { agent, resolve, folder, options, confirmed } = await adoptWhole();
    take(await resolve({ confirmed }));
    writeFileSync(join(folder, "lib.js"), "evil\n");
    expect((await resolve()).ok).toBe(true);
    expect(codesOf(verifyProgramTree(agent.id, options))).toEqual(["BINARY_TREE_CHANGED"]);
  });

  it("is held: another program in its place is not followed", async () => {
    const { resolve, path, confirmed } = await adoptWhole();
    take(await resolve({ confirmed }));
    writeFileSync(path, `${readFileSync(path, "utf8")}\n`);
    expect(codesOf(await resolve())).toContain("RUNTIME_ADOPTION_REQUIRED");
  });

  it("is refused when the list of its files is gone, and not treated as adopted alone", async () => {
    const { agent, resolve, options, root, confirmed } = await adoptWhole();
    take(await resolve({ confirmed }));
    rmSync(join(root, "state", "binaries", "parrot.tree.json"));
    expect(codesOf(await resolve())).toContain("RUNTIME_ADOPTION_REQUIRED");
    expect(codesOf(verifyProgramTree(agent.id, options))).toEqual(["RUNTIME_ADOPTION_REQUIRED"]);
  });

  it("takes no other folder than the one that was agreed to, and none that does not hold the program", async () => {
    const { resolve, folder, root, confirmed } = await adoptWhole();
    writeFileSync(join(folder, "later.js"), "");
    expect(codesOf(await resolve({ confirmed }))).toEqual(["RUNTIME_ADOPTION_REQUIRED"]);
    const other = join(root, "other");
    mkdirSync(other, { mode: 0o700 });
    const { digest } = take(bindTree(other));
    expect(codesOf(await resolve({ confirmed: { ...confirmed, tree: { root: other, digest } } }))).toEqual([
      "BINARY_TREE_ELSEWHERE",
    ]);
  });

  it("forgets the list when it is adopted without its folder", async () => {
    const { agent, resolve, options, root, confirmed } = await adoptWhole();
    take(await resolve({ confirmed }));
    const { path, sha256 } = confirmed;
    expect(take(await resolve({ confirmed: { path, sha256 } })).binary.coverage).toBe("entry");
    expect(existsSync(join(root, "state", "binaries", "parrot.tree.json"))).toBe(false);
    expect(take(verifyProgramTree(agent.id, options))).toBeUndefined();
  });
});

describe("when the environment names the program", () => {
  it("is used for this launch, judged, never recorded, and never falls through", async () => {
    const { resolve, install, root, options } = setUp();
    install();
    const path = join(root, "state", "mine");
    copyFileSync(parrotPath(), path);
    chmodSync(path, 0o755);
    const env = { ...options.env, SLIPWAY_BIN_PARROT: path };
    expect(take(await resolve({ env }))).toMatchObject({ adopted: false, binary: { via: "env", file: { path } } });
    expect(existsSync(join(root, "state", "binaries", "parrot.json"))).toBe(false);
    expect(codesOf(await resolve({ env: { ...env, SLIPWAY_BIN_PARROT: "parrot" } }))).toEqual([
      "BINARY_PATH_NOT_ABSOLUTE",
    ]);
    expect(codesOf(await resolve({ env: { ...env, SLIPWAY_BIN_PARROT: "/nonexistent/parrot" } }))).toEqual([
      "BINARY_MISSING",
    ]);
    expect(codesOf(await resolve({ env, workspace: join(root, "state") }))).toEqual(["BINARY_IN_WORKSPACE"]);
  });

  it("cannot put another file in the place of one that is held to its digest", async () => {
    const { agent, resolve, install, root, options } = setUp();
    const held = install();
    const sha256 = createHash("sha256").update(readFileSync(held)).digest("hex");
    take(await resolve({ confirmed: { path: held, sha256, hold: true } }));
    const other = join(root, "state", "mine");
    writeFileSync(other, `${readFileSync(held, "utf8")}\n`, { mode: 0o755 });
    const env = { ...options.env, SLIPWAY_BIN_PARROT: other };
    const refused = await resolve({ env });
    expect(codesOf(refused)).toEqual(["RUNTIME_ADOPTION_REQUIRED"]);
    expect(refused.issues[0]?.message).toContain("SLIPWAY_BIN_PARROT");
    expect(locateProgram(agent, { ...options, env })).toMatchObject({ state: "refused", path: other, via: "env" });
    const same = { ...options.env, SLIPWAY_BIN_PARROT: held };
    expect(take(await resolve({ env: same }))).toMatchObject({ adopted: false, version: "1.0.0" });
    expect(locateProgram(agent, { ...options, env: same })).toEqual({
      state: "found",
      path: held,
      via: "env",
      version: "1.0.0",
    });
  });
});

describe("when a program is asked for its version", () => {
  it("runs in Slipway's folder with a private TMPDIR that is gone afterwards, and nothing of the host's environment", async () => {
    const folder = makeFolder();
    const state = join(folder, "state");
    const body =
      'console.log("1.2.3 " + JSON.stringify({ cwd: process.cwd(), env: process.env, argv: process.argv.slice(2) }))';
    process.env["LEAKED"] = "1";
    const probed = take(
      await probeVersion(
        bindNode(folder, body),
        { id: "fake", version: ["--version"] },
        { stateDir: state, env: { HOME: "/h" } },
      ),
    );
    delete process.env["LEAKED"];
    expect(probed.version).toBe("1.2.3");
    const seen = JSON.parse(probed.output.slice(6)) as { cwd: string; env: Record<string, string>; argv: string[] };
    expect(seen.argv).toEqual(["--version"]);
    expect(seen.cwd).toBe(state);
    expect(seen.env["HOME"]).toBe("/h");
    expect(seen.env["LEAKED"]).toBeUndefined();
    expect(seen.env["TMPDIR"]).toMatch(new RegExp(`^${state}/probe-`));
    expect(existsSync(seen.env["TMPDIR"] as string)).toBe(false);
  });

  it("is not waited for for ever, and its failure is a warning with the reason", async () => {
    const folder = makeFolder();
    const ask = (body: string, version?: string[]) =>
      probeVersion(
        bindNode(folder, body, `p${body.length}`),
        { id: "fake", ...(version === undefined ? {} : { version }) },
        { stateDir: folder, timeoutMs: 400 },
      );
    for (const result of [
      await ask("setInterval(() => {}, 1000)", ["-v"]),
      await ask("process.exit(2)", ["-v"]),
      await ask("", ["-v"]),
      await ask("1"),
    ]) {
      expect(result.ok).toBe(false);
      expect(result.issues.map(({ code, severity }) => [code, severity])).toEqual([
        ["RUNTIME_VERSION_UNKNOWN", "warning"],
      ]);
    }
    expect(bindFile("/bin/true").file.path).toContain("true");
  });
});
