import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { CagedRun, CageFacts } from "../src/index.js";
import { cagedUser, inCage, judgeCage, makeCageFolders, probeCage, runInCage } from "../src/index.js";

function hasTool(name: string): boolean {
  try {
    execFileSync("/bin/sh", ["-c", `command -v ${name}`], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
const hasTools = hasTool("unshare") && hasTool("ip") && hasTool("setpriv");

function makeFolder(parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, "cage-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs a program in the cage with Node beside it. */
async function runCaged(command: readonly [string, ...string[]], timeoutMs = 20_000): Promise<CagedRun> {
  const folders = makeCageFolders();
  onTestFinished(() => folders.remove());
  const run = await runInCage({
    command,
    env: { PATH: `${inCage("bin")}:/usr/bin:/bin`, HOME: inCage("home"), TMPDIR: inCage("tmp"), NAMED: "yes" },
    places: [...folders.places, { from: process.execPath, name: "bin/node" }],
    cwd: inCage("work"),
    timeoutMs,
  });
  if (!run.ok) throw new Error(run.issues.map((found) => found.message).join("; "));
  return run.value;
}

/** Runs a script in the cage and reads its one line of JSON. */
async function askInside(script: string): Promise<unknown> {
  const run = await runCaged([inCage("bin/node"), "-e", script]);
  expect(run.stderr).toBe("");
  return JSON.parse(run.stdout) as unknown;
}

/** A listening socket with a path, as container daemons and key agents have. */
async function listenAt(path: string): Promise<void> {
  const server = createServer((socket) => socket.end("reached"));
  await new Promise<void>((resolve) => server.listen(path, resolve));
  chmodSync(path, 0o777);
  onTestFinished(() => void server.close());
}

/** Host processes whose command line holds a text. */
function processesWith(text: string): string[] {
  return readdirSync("/proc").filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, "latin1").includes(text);
    } catch {
      return false;
    }
  });
}

describe.skipIf(!hasTools)("when a program runs in the cage (needs unshare, ip, setpriv)", () => {
  it("holds by its own probe", async () => {
    const probe = await probeCage();
    expect(probe.issues).toEqual([]);
    expect(probe.ok).toBe(true);
  });

  it("is an ordinary user without capabilities who can gain none", async () => {
    const run = await runCaged(["/bin/cat", "/proc/self/status"]);
    const status = new Map(run.stdout.split("\n").map((line) => line.split(":\t") as [string, string]));
    const { uid, gid } = cagedUser();
    expect(uid).toBeGreaterThan(0);
    expect(status.get("Uid")).toBe([uid, uid, uid, uid].join("\t"));
    expect(status.get("Gid")).toBe([gid, gid, gid, gid].join("\t"));
    expect(status.get("NoNewPrivs")).toBe("1");
    for (const name of ["CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"]) expect(status.get(name)).toMatch(/^0+$/);
  });

  it("has loopback and no other network", async () => {
    const seen = await askInside(`
      const net = require("node:net");
      const dial = (host, port) => new Promise((resolve) => {
        const socket = net.connect({ host, port });
        socket.on("connect", () => { socket.destroy(); resolve("connected"); });
        socket.on("error", (error) => resolve(error.code));
      });
      const server = net.createServer().listen(0, "127.0.0.1", async () => {
        const own = await dial("127.0.0.1", server.address().port);
        const out = [await dial("192.0.2.1", 80), await dial("8.8.8.8", 53), await dial("2001:db8::1", 80)];
        console.log(JSON.stringify({ own, out, networks: Object.keys(require("node:os").networkInterfaces()) }));
        server.close();
      });`);
    expect(seen).toEqual({ own: "connected", out: ["ENETUNREACH", "ENETUNREACH", "ENETUNREACH"], networks: ["lo"] });
  });

  it("writes in HOME, TMPDIR and the working folder only", async () => {
    // A folder that anybody may write to, so that only the mount can say no.
    const open = makeFolder(join(import.meta.dirname, ".."));
    chmodSync(open, 0o777);
    const places = [
      "/run/cage/home",
      "/run/cage/tmp",
      ".",
      "/",
      "/tmp",
      "/var/tmp",
      "/dev/shm",
      "/run",
      "/run/cage",
      open,
    ];
    const seen = await askInside(`
      const write = (folder) => {
        try { require("node:fs").writeFileSync(folder + "/made", ""); return "wrote"; } catch (error) { return error.code; }
      };
      console.log(JSON.stringify(${JSON.stringify(places)}.map(write)));`);
    const [home, tmp, work, ...others] = seen as string[];
    expect([home, tmp, work]).toEqual(["wrote", "wrote", "wrote"]);
    expect(others.every((outcome) => outcome === "EROFS" || outcome === "EACCES" || outcome === "ENOENT")).toBe(true);
    expect(readdirSync(open)).toEqual([]);
  });

  it("sees no socket of the host, under /run or elsewhere", async () => {
    const runFolder = makeFolder(process.getuid?.() === 0 ? "/run" : (process.env["XDG_RUNTIME_DIR"] ?? "/run"));
    const elsewhere = makeFolder(join(import.meta.dirname, ".."));
    for (const folder of [runFolder, elsewhere]) chmodSync(folder, 0o755);
    const paths = [join(runFolder, "docker.sock"), join(elsewhere, "agent.sock")];
    for (const path of paths) await listenAt(path);
    const dial = (path: string) => `new Promise((resolve) => require("node:net").connect(${JSON.stringify(path)})
      .on("data", () => resolve("reached")).on("error", (error) => resolve(error.code)))`;
    const seen = await askInside(
      `Promise.all([${paths.map(dial).join(", ")}]).then((all) => console.log(JSON.stringify(all)))`,
    );
    // A checkout under a folder that is hidden (`/tmp`, a home) is not there at all; elsewhere its socket answers nobody.
    expect(seen).toEqual(["ENOENT", expect.stringMatching(/^(ENOENT|ECONNREFUSED|ENOTSOCK|EACCES)$/)]);
  });

  it("gets the named environment, its own processes, and an exit code", async () => {
    const run = await runCaged([
      "/bin/sh",
      "-c",
      "env | cut -d= -f1 | sort | tr '\\n' ' '; ls /proc | grep -c '^[0-9]'; exit 7",
    ]);
    // Its first process, the shell, and the last pipe (`ls`, `grep`): never a process of the host.
    expect(run.stdout).toMatch(/^HOME NAMED PATH PWD TMPDIR [3-5]\n$/);
    expect(run.exitCode).toBe(7);
  });

  it("leaves no process when the program ends", async () => {
    await runCaged(["/bin/sh", "-c", "setsid sleep 613.25 & exit 0"]);
    expect(processesWith("613.25")).toEqual([]);
  });

  it("kills everything when its time is over", async () => {
    const folders = makeCageFolders();
    onTestFinished(() => folders.remove());
    const run = await runInCage({
      command: ["/bin/sh", "-c", "setsid sleep 614.25 & sleep 614.25"],
      env: {},
      places: folders.places,
      cwd: inCage("work"),
      timeoutMs: 500,
    });
    expect(run.issues.map((found) => found.code)).toEqual(["CONFORMANCE_CAGE_TIMEOUT"]);
    expect(processesWith("614.25")).toEqual([]);
  });
});

describe("when the cage cannot be had", () => {
  const ran = join(tmpdir(), `cage-test-ran-${process.pid}`);
  const request = {
    command: ["/bin/sh", "-c", `: > ${ran}`] as const,
    env: {},
    places: [],
    cwd: "/",
    timeoutMs: 10_000,
  };

  it("refuses on a system without namespaces", async () => {
    const run = await runInCage(request, { platform: "darwin" });
    expect(run.issues.map((found) => found.code)).toEqual(["CONFORMANCE_CAGE_PLATFORM"]);
  });

  it("refuses when a tool is missing, and names each", async () => {
    const run = await runInCage(request, { toolFolders: [makeFolder()] });
    expect(new Set(run.issues.map((found) => found.code))).toEqual(new Set(["CONFORMANCE_CAGE_TOOL_MISSING"]));
    expect(run.issues).toHaveLength(8);
    expect(run.issues[0]?.message).toContain("unshare");
  });

  it("refuses when unshare fails, and runs nothing", async () => {
    const folder = makeFolder();
    symlinkSync("/usr/bin/setpriv", join(folder, "setpriv"));
    for (const tool of ["mount", "ip", "sh", "env", "readlink", "awk"]) symlinkSync("/bin/true", join(folder, tool));
    symlinkSync("/bin/false", join(folder, "unshare"));
    const run = await runInCage(request, { toolFolders: [folder] });
    expect(run.issues.map((found) => found.code)).toEqual(["CONFORMANCE_CAGE_FORBIDDEN"]);
    expect(run.issues[0]?.hint).toContain("never run outside the cage");
  });

  it("refuses when unshare isolates nothing, and leaves the host's mounts as they were", async () => {
    const folder = makeFolder();
    const tools = ["setpriv", "mount", "ip", "sh", "env", "readlink", "awk"];
    for (const tool of tools)
      symlinkSync(["sh", "env", "setpriv"].includes(tool) ? `/usr/bin/${tool}` : "/bin/true", join(folder, tool));
    const liar = join(folder, "unshare");
    writeFileSync(liar, '#!/bin/sh\nwhile [ "${1#/}" = "$1" ]; do shift; done\nexec "$@"\n');
    chmodSync(liar, 0o755);
    const before = readFileSync("/proc/self/mountinfo", "utf8");
    const run = await runInCage(request, { toolFolders: [folder] });
    expect(run.issues.map((found) => found.code)).toEqual(["CONFORMANCE_CAGE_FORBIDDEN"]);
    expect(run.issues[0]?.message).toContain("the mount namespace is the host's");
    expect(readFileSync("/proc/self/mountinfo", "utf8")).toBe(before);
    expect(() => readFileSync(ran)).toThrow("ENOENT");
  });

  it.skipIf(!hasTools)("refuses a working folder that is not there (needs unshare, ip, setpriv)", async () => {
    const run = await runInCage({ ...request, cwd: "/run/cage/nowhere" });
    expect(run.issues.map((found) => found.code)).toEqual(["CONFORMANCE_CAGE_FORBIDDEN"]);
  });
});

describe("when the cage came up but does not hold", () => {
  const good: CageFacts = {
    uid: 65_534,
    noNewPrivileges: true,
    capabilities: { CapInh: "0", CapPrm: "0", CapEff: "0", CapBnd: "0", CapAmb: "0" },
    networks: ["lo"],
    routes: [],
    loopbackUp: true,
    writableMounts: ["/run/cage/home"],
    sockets: [],
    wrote: ["/run/cage/home", "."],
    visible: [],
  };
  const judge = (change: Partial<CageFacts>) => judgeCage({ ...good, ...change }, ["/run/cage/home"]);

  it("has nothing to say about one that does", () => {
    expect(judge({})).toEqual([]);
  });

  it.each<[string, Partial<CageFacts>, string]>([
    ["root", { uid: 0 }, "is root"],
    ["no status", { uid: Number.NaN, capabilities: {} }, "could not be read"],
    ["new privileges", { noNewPrivileges: false }, "may gain privileges"],
    ["a capability", { capabilities: { ...good.capabilities, CapBnd: "0000000000000400" } }, "CapBnd"],
    ["another network", { networks: ["lo", "eth0"] }, "eth0"],
    ["a route", { routes: ["eth0\t00000000"] }, "besides loopback"],
    ["no loopback", { loopbackUp: false }, "loopback is down"],
    ["a writable mount", { writableMounts: ["/run/cage/home", "/"] }, "/ is mounted writable"],
    ["a socket", { sockets: ["/run/docker.sock"] }, "/run/docker.sock"],
    ["a written folder", { wrote: ["/etc"] }, "/etc"],
    ["a visible file", { visible: ["secret"] }, "secret"],
  ])("names %s", (_what, change, message) => {
    const issues = judge(change);
    expect(issues.map((found) => found.code)).toContain("CONFORMANCE_CAGE_LEAKS");
    expect(issues.map((found) => found.message).join("\n")).toContain(message);
  });

  it("counts a mount only when a path leads to it", async () => {
    const { reachableMounts } = await import("../src/cage/probe-cage.js");
    const lines = [
      "1 0 0:1 / / ro,relatime - ext4 x ro",
      "2 1 0:2 / /run rw - tmpfs a rw",
      "3 2 0:3 / /run/lock rw - tmpfs b rw",
      "4 2 0:4 / /run ro - tmpfs covers-2 rw",
      "5 4 0:5 / /run/cage/home rw - ext4 c rw",
      "6 1 0:6 / /runner rw - tmpfs d rw",
    ];
    expect(reachableMounts(lines).map((mount) => mount.point)).toEqual(["/", "/run", "/run/cage/home", "/runner"]);
    expect(
      reachableMounts(lines)
        .filter((mount) => mount.writable)
        .map((mount) => mount.id),
    ).toEqual(["5", "6"]);
  });
});
