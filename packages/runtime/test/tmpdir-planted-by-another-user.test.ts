import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { launch, planLaunch, privateTmpdir, run } from "../src/index.js";
import { bindFile, bindNode, codesOf, makeFolder, take } from "./bind-for-test.js";
import { makeAgent } from "./make-agent.js";
import { planFor } from "./plan-for-test.js";

const hasSetpriv = process.geteuid?.() === 0 && existsSync("/usr/bin/setpriv");
const OTHER = ["--reuid", "65534", "--regid", "65534", "--clear-groups"];

/** A long cache path: the folder of last resort in the shared one is then used. */
const LONG_CACHE = `/nonexistent-${"x".repeat(60)}/cache`;

describe("when the temporary folder of launches is chosen", () => {
  let shared: string;
  beforeEach(() => {
    // Like /tmp: anybody may make folders in it, nobody may take another's away.
    shared = mkdtempSync("/tmp/s-");
    execFileSync("/bin/chmod", ["1777", shared]);
  });
  afterEach(() => rmSync(shared, { recursive: true, force: true }));
  const choose = (more: { cache?: string; env?: Record<string, string>; overridden?: boolean } = {}) =>
    privateTmpdir({
      folders: { cache: more.cache ?? LONG_CACHE, overridden: more.overridden ?? false },
      env: more.env ?? {},
      shared,
    });

  it("makes a private one in the shared folder when the cache's path is too long for sockets, and finds it again", () => {
    const made = take(choose());
    expect(made).toBe(join(shared, `slipway-${process.geteuid?.()}`));
    expect(statSync(made).mode & 0o777).toBe(0o700);
    expect(take(choose())).toBe(made);
  });

  it("prefers a private runtime folder, then a short cache", () => {
    const folder = makeFolder();
    const env = { XDG_RUNTIME_DIR: folder };
    if (Buffer.byteLength(`${folder}/slipway`) <= 60) expect(take(choose({ env }))).toBe(`${folder}/slipway`);
    expect(take(choose({ env: { XDG_RUNTIME_DIR: shared } }))).toContain(shared);
    expect(take(choose({ env: { XDG_RUNTIME_DIR: "relative" } }))).toContain(shared);
    expect(take(choose({ cache: folder.slice(0, 50), env, overridden: true }))).not.toBe(`${folder}/slipway`);
  });

  it("refuses a link in its place", () => {
    const target = makeFolder();
    symlinkSync(target, join(shared, `slipway-${process.geteuid?.()}`));
    const chosen = choose();
    // A link of our own to a private folder of our own is followed to it; nothing else is.
    if (chosen.ok) expect(chosen.value).toBe(realpathSync(target));
  });

  it("refuses one that others may enter", () => {
    mkdirSync(join(shared, `slipway-${process.geteuid?.()}`), { mode: 0o755 });
    expect(codesOf(choose())[0]).toBe("RUNTIME_TMPDIR_UNSAFE");
  });

  it.skipIf(!hasSetpriv)("refuses one that another user planted (needs setpriv and root)", () => {
    const planted = join(shared, `slipway-${process.geteuid?.()}`);
    execFileSync("/usr/bin/setpriv", [...OTHER, "/bin/mkdir", "-m", "0700", planted]);
    expect(codesOf(choose())[0]).toBe("RUNTIME_TMPDIR_UNSAFE");
    execFileSync("/usr/bin/setpriv", [...OTHER, "/bin/rmdir", planted]);
    const home = makeFolder();
    execFileSync("/usr/bin/setpriv", [...OTHER, "/bin/ln", "-s", home, planted]);
    expect(codesOf(choose())[0]).toBe("RUNTIME_TMPDIR_UNSAFE");
  });

  it.skipIf(!hasSetpriv)(
    "refuses a launch into one that is another user's by then (needs setpriv and root)",
    async () => {
      const folder = makeFolder();
      const planted = join(shared, "tmp");
      execFileSync("/usr/bin/setpriv", [...OTHER, "/bin/mkdir", "-m", "0700", planted]);
      for (const surface of ["headless", "pty"] as const) {
        const plan = planFor(folder, { surface, tmpdir: planted });
        expect(codesOf(await launch(plan, { binary: bindFile("/bin/true") }))).toEqual(["RUNTIME_TMPDIR_UNSAFE"]);
      }
    },
  );

  it("is what the child gets as TMPDIR, and without one Node's compile cache is off", async () => {
    const folder = makeFolder();
    const tmpdir = take(choose());
    const body =
      "console.log([process.env.TMPDIR, process.env.TMP, process.env.TEMP, process.env.NODE_DISABLE_COMPILE_CACHE].join())";
    const binary = bindNode(folder, body);
    const with_ = await run(planFor(folder, { surface: "headless", tmpdir }), { binary, env: { TMPDIR: "/tmp" } });
    expect(with_.stdout.text).toBe(`${tmpdir},${tmpdir},${tmpdir},\n`);
    const plan = take(planLaunch(makeAgent(), { surface: "headless", start: "new", cwd: folder }));
    expect((await run(plan, { binary, env: { TMPDIR: "/tmp" } })).stdout.text).toBe(",,,1\n");
  });
});
