import { spawn as spawnChild } from "node:child_process";
import { cpSync, readdirSync, readlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { launch } from "../src/index.js";
import { openTerminalSupport } from "../src/pty.js";
import { loadNodePty } from "../src/terminal/load-node-pty.js";
import { bindFile, bindNode, codesOf, makeFolder, take } from "./bind-for-test.js";
import { planFor } from "./plan-for-test.js";
import { readBytes, readUntil } from "./read-output.js";

/** Lists its descriptors and what they are, and tries to answer a question in any terminal it can reach through them. */
const ATTACKER = `
const { readdirSync, readlinkSync, writeSync } = require("node:fs");
const found = [];
for (const name of readdirSync("/proc/self/fd")) {
  let target;
  try { target = readlinkSync("/proc/self/fd/" + name); } catch { continue; }
  found.push([Number(name), target]);
  if (Number(name) > 2 && /ptmx/.test(target)) { try { writeSync(Number(name), "y\\r"); } catch {} }
}
process.stdout.write(JSON.stringify(found) + "\\n");`;

const VICTIM = `
process.stdout.write("Allow this command? (y/n) ");
process.stdin.once("data", (data) => { process.stdout.write("answered:" + JSON.stringify(String(data))); process.exit(0); });`;

/** What the program holds above 2, its own event loop included. */
function holdings(output: string): [number, string][] {
  const line = output.split(/\r?\n/).find((candidate) => candidate.startsWith("[[")) as string;
  return (JSON.parse(line) as [number, string][]).filter(([descriptor]) => descriptor > 2);
}

describe.skipIf(process.platform !== "linux")("when one session is hostile to another (needs linux)", () => {
  it("reaches no other session's terminal from a terminal", async () => {
    const folder = makeFolder();
    const victim = take(
      await launch(planFor(folder, { surface: "pty" }), { binary: bindNode(folder, VICTIM, "victim") }),
    );
    await readUntil(victim.output, "(y/n)");
    const attacker = take(
      await launch(planFor(folder, { surface: "pty" }), { binary: bindNode(folder, ATTACKER, "attacker") }),
    );
    const found = holdings((await readBytes(attacker.output)).toString());
    expect(found.filter(([, target]) => /ptmx|\/dev\/pts/.test(target))).toEqual([]);
    await attacker.ended;
    victim.write("n\r");
    expect((await readBytes(victim.output)).toString()).toContain('answered:"n\\n"');
    await victim.ended;
  });

  it("reaches no other session's terminal from a headless child", async () => {
    const folder = makeFolder();
    const victim = take(
      await launch(planFor(folder, { surface: "pty" }), { binary: bindNode(folder, VICTIM, "victim") }),
    );
    await readUntil(victim.output, "(y/n)");
    const attacker = take(
      await launch(planFor(folder, { surface: "headless" }), { binary: bindNode(folder, ATTACKER, "attacker") }),
    );
    const found = holdings((await readBytes(attacker.output)).toString());
    expect(found.filter(([, target]) => /ptmx|\/dev\/pts/.test(target))).toEqual([]);
    await attacker.ended;
    victim.write("n\r");
    expect((await readBytes(victim.output)).toString()).toContain('answered:"n\\n"');
    await victim.ended;
  });

  it("gives a child its three streams and nothing else of the host's, whatever the host holds", async () => {
    const folder = makeFolder();
    const foreign = await openForeignTerminal();
    const sibling = take(
      await launch(planFor(folder, { surface: "pty" }), { binary: bindNode(folder, VICTIM, "victim") }),
    );
    try {
      expect(readlinkSync(`/proc/self/fd/${foreign.fd}`)).toMatch(/ptmx/);
      for (const surface of ["pty", "headless"] as const) {
        const plan = planFor(folder, { surface, extraArgs: ["-l", "/proc/self/fd"] });
        const session = take(await launch(plan, { binary: bindFile("/bin/ls") }));
        const held = [...(await readBytes(session.output)).toString().matchAll(/ (\d+) -> (\S+)/g)]
          .map(([, descriptor, target]) => [Number(descriptor), target as string] as const)
          .filter(([descriptor, target]) => descriptor > 2 && target !== "/dev/null" && !target.startsWith("/proc/"));
        expect({ surface, held }).toEqual({ surface, held: [] });
        expect(await session.ended).toMatchObject({ kind: "exited", exitCode: 0, survivors: [] });
      }
    } finally {
      await sibling.terminate({ graceMs: 200 });
      await foreign.close();
    }
  });

  it("reaches no terminal that is numbered above its own, when an earlier session left its number free", async () => {
    const folder = makeFolder();
    const start = (name: string, body: string) =>
      launch(planFor(folder, { surface: "pty" }), { binary: bindNode(folder, body, name) }).then(take);
    const first = await start("first", VICTIM);
    const victim = await start("victim", VICTIM);
    await readUntil(victim.output, "(y/n)");
    await first.terminate({ graceMs: 100 });
    await first.ended;
    const attacker = await start("attacker", ATTACKER);
    const found = holdings((await readBytes(attacker.output)).toString());
    expect(found.filter(([, target]) => /ptmx|\/dev\/pts/.test(target))).toEqual([]);
    await attacker.ended;
    victim.write("n\r");
    expect((await readBytes(victim.output)).toString()).toContain('answered:"n\\n"');
    await victim.ended;
  });

  it("leaves no descriptor open in the host after its sessions", async () => {
    const folder = makeFolder();
    const count = () => readdirSync("/proc/self/fd").length;
    const once = async (surface: "pty" | "headless") => {
      const session = take(await launch(planFor(folder, { surface }), { binary: bindFile("/bin/true") }));
      await session.ended;
    };
    await once("pty");
    await once("headless");
    const before = count();
    for (let round = 0; round < 10; round += 1) {
      await once("pty");
      await once("headless");
    }
    expect(count()).toBeLessThanOrEqual(before + 1);
  });

  it("refuses a terminal library whose second session holds the first one's terminal", async () => {
    const real = take(await loadNodePty());
    let number = 0;
    // child_process closes nothing: its children hold every master that is open, as those of node-pty 1.1.0 do.
    const leaking = {
      spawn: (file: string, args: string[], options: Parameters<typeof real.spawn>[2]) => {
        number += 1;
        if (number === 1) return real.spawn(file, args, options);
        const child = spawnChild(file, args, { env: options.env, stdio: ["pipe", "pipe", "pipe"] });
        return {
          pid: child.pid,
          fd: 1_000_000,
          onExit: (listener: () => void) => child.once("exit", listener),
          kill: () => child.kill("SIGKILL"),
        };
      },
    };
    expect(codesOf(await openTerminalSupport({ load: async () => leaking }))).toEqual(["RUNTIME_PTY_LEAKS"]);
  });
});

/**
 * A terminal of another terminal library in the same host: a copy of the native part from another place has its own list
 * of terminals, so the first one does not know this one and closes it in no child.
 */
async function openForeignTerminal(): Promise<{ fd: number; close: () => Promise<void> }> {
  const folder = makeFolder();
  const require = createRequire(import.meta.url);
  const native = createRequire(require.resolve("node-pty")).resolve(
    `@lydell/node-pty-${process.platform}-${process.arch}`,
  );
  cpSync(dirname(dirname(native)), folder, { recursive: true, dereference: true });
  const library = take(await loadNodePty(async () => require(join(folder, "lib", "index.js"))));
  const terminal = library.spawn("/bin/cat", [], {
    name: "dumb",
    cols: 80,
    rows: 24,
    cwd: "/",
    env: {},
    encoding: "utf8",
  });
  const ended = new Promise<void>((resolve) => terminal.onExit(() => resolve()));
  return {
    fd: terminal.fd,
    close: () => {
      terminal.kill("SIGKILL");
      return ended;
    },
  };
}
