import type { Issue, Printable, Result } from "@slipway/errors";
import { issue, msg, refuse, succeed } from "@slipway/errors";
import { makeCageFolders } from "./cage-folders.js";
import type { CagePorts } from "./run-in-cage.js";
import { hostSockets, inCage, runInCage } from "./run-in-cage.js";
import { HIDDEN_FOLDERS } from "./set-up-script.js";

/** Milliseconds for the probe; it takes about 50 on an idle machine. */
const PROBE_TIMEOUT_MS = 20_000;

/** Tells, from inside, everything that can be known of the cage; sections begin with `== name`. */
const PROBE_SCRIPT = `
echo "== status"; cat /proc/self/status
echo "== networks"; tail -n +3 /proc/net/dev
echo "== routes"; tail -n +2 /proc/net/route; cat /proc/net/ipv6_route 2>/dev/null
echo "== loopback"; grep -m 1 -o 127.0.0.1 /proc/net/fib_trie
echo "== mounts"; cat /proc/self/mountinfo
echo "== sockets"; find /run -type s; for path in "$@"; do [ ! -S "$path" ] || echo "$path"; done
echo "== wrote"
for folder in / /etc /usr /run ${HIDDEN_FOLDERS.join(" ")} "$HOME" "$TMPDIR" .; do
  ( : > "$folder/.cage-probe" ) 2>/dev/null && echo "$folder"
done
echo "== hidden"; ls -A ${HIDDEN_FOLDERS.join(" ")} 2>/dev/null | grep -v ':$' | grep -v '^$'
echo "== processes"; ls /proc | grep -c '^[0-9]'
`;

/** What the probe saw in the cage. */
export interface CageFacts {
  readonly uid: number;
  readonly noNewPrivileges: boolean;
  /** The five capability sets, hexadecimal, as in `/proc/self/status`. */
  readonly capabilities: Readonly<Record<string, string>>;
  readonly networks: readonly string[];
  /** Routes that leave by anything but loopback. */
  readonly routes: readonly string[];
  readonly loopbackUp: boolean;
  /** Mounts that are not read-only, but for those of the process table and of terminals. */
  readonly writableMounts: readonly string[];
  /** Sockets of the host that can be seen. */
  readonly sockets: readonly string[];
  /** Folders in which a file could be made. */
  readonly wrote: readonly string[];
  /** Names found in folders that must be empty. */
  readonly visible: readonly string[];
}

interface Mount {
  readonly id: string;
  readonly parent: string;
  readonly point: string;
  readonly writable: boolean;
}

/**
 * The mounts of `/proc/self/mountinfo` that a path can lead to. The list also holds those that a later mount covers,
 * at the same point or at a folder above it; only their parents tell which is which.
 */
export function reachableMounts(lines: readonly string[]): Mount[] {
  const mounts = lines.map((line): Mount => {
    const [id = "", parent = "", , , point = "", options = ""] = line.split(" ");
    return { id, parent, point, writable: options.split(",").includes("rw") };
  });
  const byId = new Map(mounts.map((mount) => [mount.id, mount]));
  const chainOf = (mount: Mount): Set<string> => {
    const chain = new Set<string>();
    for (let at: Mount | undefined = mount; at !== undefined && !chain.has(at.id); at = byId.get(at.parent))
      chain.add(at.id);
    return chain;
  };
  const lies = (inner: string, outer: string): boolean =>
    inner === outer || inner.startsWith(`${outer.replace(/\/$/, "")}/`);
  return mounts.filter((mount) => {
    const chain = chainOf(mount);
    return !mounts.some((other) => !chain.has(other.id) && chain.has(other.parent) && lies(mount.point, other.point));
  });
}

function readFacts(text: string): CageFacts {
  const sections = new Map<string, string[]>();
  let current: string[] = [];
  for (const line of text.split("\n")) {
    if (line.startsWith("== ")) {
      current = [];
      sections.set(line.slice(3), current);
    } else if (line !== "") current.push(line);
  }
  const section = (name: string): string[] => sections.get(name) ?? [];
  const status = new Map(section("status").map((line) => [line.split(":")[0] ?? "", line.split(/:\s*/)[1] ?? ""]));
  const writable = reachableMounts(section("mounts")).filter((mount) => mount.writable);
  const uids = (status.get("Uid") ?? "0").split("\t");
  return {
    // Real, effective, saved and file system id: the lowest, so that a root among them is seen.
    uid: Math.min(...uids.map(Number)),
    noNewPrivileges: status.get("NoNewPrivs") === "1",
    capabilities: Object.fromEntries([...status].filter(([name]) => /^Cap(Inh|Prm|Eff|Bnd|Amb)$/.test(name))),
    networks: section("networks").map((line) => line.split(":")[0]?.trim() ?? ""),
    routes: section("routes").filter((line) => !/(^lo\s)|(\slo$)/.test(line)),
    loopbackUp: section("loopback").length > 0,
    writableMounts: writable.map((mount) => mount.point).filter((point) => point !== "/proc" && point !== "/dev/pts"),
    sockets: section("sockets"),
    wrote: section("wrote"),
    visible: section("hidden"),
  };
}

/** Everything that does not hold, all of it. */
export function judgeCage(facts: CageFacts, writable: readonly string[]): Issue[] {
  const leaks: Printable[] = [];
  if (!(facts.uid > 0)) leaks.push(msg`the user inside is root`);
  if (!facts.noNewPrivileges) leaks.push(msg`the user inside may gain privileges`);
  const sets = Object.entries(facts.capabilities);
  if (sets.length !== 5) leaks.push(msg`the capabilities inside could not be read`);
  for (const [name, bits] of sets) if (!/^0+$/.test(bits)) leaks.push(msg`the capability set ${name} is not empty`);
  if (facts.networks.join() !== "lo") leaks.push(msg`the networks inside are ${facts.networks.join(", ")}`);
  for (const route of facts.routes) leaks.push(msg`there is a route besides loopback: ${route}`);
  if (!facts.loopbackUp) leaks.push(msg`loopback is down`);
  const wrong = facts.writableMounts.filter((point) => !writable.includes(point));
  for (const point of wrong) leaks.push(msg`${point} is mounted writable`);
  for (const path of facts.sockets) leaks.push(msg`the socket ${path} is visible`);
  const wrote = facts.wrote.filter((folder) => folder !== "." && !writable.includes(folder));
  for (const folder of wrote) leaks.push(msg`a file could be made in ${folder}`);
  for (const name of facts.visible) leaks.push(msg`${name} is visible in a folder that must be empty`);
  const hint = msg`nothing is run here; make the cage hold first`;
  return leaks.map((message) => issue({ code: "CONFORMANCE_CAGE_LEAKS", message, hint }));
}

/**
 * Proves from inside that the cage holds on this machine. Every run of an agent begins with it; a cage that cannot be
 * made or does not hold refuses the run.
 */
export async function probeCage(ports: CagePorts = {}): Promise<Result<CageFacts>> {
  const folders = makeCageFolders();
  try {
    const run = await runInCage(
      {
        command: ["/bin/sh", "-c", PROBE_SCRIPT, "probe", ...hostSockets()],
        env: { PATH: "/usr/bin:/bin", HOME: inCage("home"), TMPDIR: inCage("tmp") },
        places: folders.places,
        cwd: inCage("work"),
        timeoutMs: PROBE_TIMEOUT_MS,
      },
      ports,
    );
    if (!run.ok) return run;
    const facts = readFacts(run.value.stdout);
    const leaks = judgeCage(facts, [inCage("home"), inCage("tmp"), inCage("work")]);
    return leaks.length > 0 ? refuse(...leaks) : succeed(facts);
  } finally {
    folders.remove();
  }
}
