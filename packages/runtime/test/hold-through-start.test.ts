import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bindBinary } from "@slipway/binary";
import { describe, expect, it } from "vitest";
import type { LaunchPlan } from "../src/index.js";
import { launch } from "../src/index.js";
import { holdStart } from "../src/launch/hold-start.js";
import { bindNode, codesOf, makeFolder, take } from "./bind-for-test.js";
import { planFor } from "./plan-for-test.js";
import { readBytes } from "./read-output.js";

/** A native program of its own folder, and a bound copy of it. */
function setUp(program: string) {
  const root = makeFolder();
  mkdirSync(join(root, "opt"), { mode: 0o700 });
  const path = join(root, "opt", "agent");
  copyFileSync(program, path);
  const binary = take(bindBinary(path, { via: "path", workspace: join(root, "clone"), env: {} }));
  return { root, path, binary };
}

const countHeld = () => readdirSync("/proc/self/fd").length;

describe.skipIf(process.platform !== "linux")("when a launch holds its program's file", () => {
  it.each(["headless", "pty"] as const)("starts that very file in a %s session, and lets it go", async (surface) => {
    const { root, path, binary } = setUp("/bin/cat");
    const plan: LaunchPlan = { ...planFor(root, { surface }), argv: ["/proc/self/cmdline", "/proc/self/comm"] };
    const read = async () => {
      const session = take(await launch(plan, { binary, hold: true }));
      const text = Buffer.from(await readBytes(session.output)).toString("utf8");
      expect(await session.ended).toMatchObject({ kind: "exited", exitCode: 0 });
      return text;
    };
    const [argv0] = (await read()).split("\0");
    // A terminal library takes no argv[0] of its own.
    if (surface === "headless") expect(argv0).toBe(path);
    else expect(argv0).toMatch(/^\/proc\/\d+\/fd\/\d+$/);
    const before = countHeld();
    for (let round = 0; round < 3; round += 1) await read();
    expect(countHeld()).toBeLessThanOrEqual(before);
  });

  it("runs it though another file took its name after the check", () => {
    const { root, binary } = setUp("/bin/echo");
    const events = { data() {}, gone() {}, exit() {} };
    const size = { columns: 80, rows: 24 };
    const request = { vector: [binary.file.path, "x"], cwd: root, env: {}, size, drainMs: 1, events };
    const held = take(holdStart([], binary, request));
    renameSync(join(root, "opt"), join(root, "was"));
    mkdirSync(join(root, "opt"), { mode: 0o700 });
    writeFileSync(join(root, "opt", "agent"), "#!/bin/sh\necho evil\n", { mode: 0o755 });
    expect(readFileSync(held.request.vector[0] as string)).toEqual(readFileSync("/bin/echo"));
    expect(held.request.argv0).toBe(binary.file.path);
    held.drop();
    expect(() => readFileSync(held.request.vector[0] as string)).toThrow();
  });

  it("refuses what cannot be held, and does not start it by its path instead", async () => {
    const folder = makeFolder();
    const script = bindNode(folder, 'require("node:fs").writeFileSync("ran", "")');
    const plan = planFor(folder, { surface: "headless" });
    expect(codesOf(await launch(plan, { binary: script, hold: true }))).toEqual(["BINARY_UNPROVEN"]);
    const { binary } = setUp("/bin/true");
    const wrapped = { ...plan, wrap: ["/usr/bin/env"] };
    expect(codesOf(await launch(wrapped, { binary, hold: true }))).toEqual(["RUNTIME_HOLD_UNSUPPORTED"]);
    expect(readdirSync(folder)).not.toContain("ran");
  });
});
