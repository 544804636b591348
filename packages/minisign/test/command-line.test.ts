import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { encodeSecretKey, generateKeyPair, sign } from "../src/sign.js";

// Key derivations of the C tool's cost: 1 GiB and up to ten seconds each, some on both sides.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

const bin = fileURLToPath(new URL("../bin/slipway-minisign.js", import.meta.url));
const built = existsSync(fileURLToPath(new URL("../dist/slipway-minisign.js", import.meta.url)));
const version = spawnSync("minisign", ["-v"], { encoding: "utf8" });
const hasTool = version.status === 0 && version.stdout.trim() === "minisign 0.11";

const base = mkdtempSync(join(tmpdir(), "slipway-minisign-cli-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));
const [start, ours, theirs] = ["start", "ours", "theirs"].map((name) => join(base, name)) as [string, string, string];

const { secretKey, publicKey } = generateKeyPair({ random: (size) => new Uint8Array(size).fill(0x1b) });
const other = generateKeyPair({ random: (size) => new Uint8Array(size).fill(0x2c) });
const cheap = { opslimit: 32_768n, memlimit: 33_554_432n };

type Run = { status: number | null; stdout: string; stderr: string };

function run(program: "ours" | "theirs", folder: string, args: readonly string[], input = ""): Run {
  const env = { PATH: process.env["PATH"] ?? "", HOME: join(folder, "home") };
  const options = { cwd: folder, env, input, encoding: "utf8" as const };
  const done =
    program === "ours" ? spawnSync(process.execPath, [bin, ...args], options) : spawnSync("minisign", args, options);
  return { status: done.status, stdout: done.stdout, stderr: done.stderr };
}

/** Every file with its text; times that differ between two runs are made equal. */
function readAll(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files
      .map(({ parentPath, name }) => join(parentPath, name))
      .sort()
      .map((path) => {
        const text = readFileSync(path, "latin1").replace(/timestamp:\d+/, "timestamp:N");
        // The second line of a signature with such a comment depends on the time.
        const shown = text.includes("timestamp:N") ? text.replace(/\n[\w+/]{86}==\n$/, "\n") : text;
        return [`${path.slice(folder.length)} ${(statSync(path).mode & 0o777).toString(8)}`, shown];
      }),
  );
}

const withoutTimes = ({ status, stdout, stderr }: Run): Run => ({
  status,
  stdout: stdout.replace(/timestamp:\d+/, "timestamp:N"),
  stderr: stderr.replace(/timestamp:\d+/, "timestamp:N"),
});

beforeAll(async () => {
  if (!built) throw new Error("build the package first: the command line runs from dist");
  const folder = start;
  spawnSync("mkdir", ["-p", folder, join(folder, "folder")]);
  const write = (name: string, text: string | Uint8Array, mode = 0o644): void => {
    writeFileSync(join(folder, name), text);
    chmodSync(join(folder, name), mode);
  };
  const message = Buffer.from("hello\n");
  write("m", message);
  write("m2", "two\n");
  write("pub", publicKey);
  write("minisign.pub", publicKey);
  write("other.pub", other.publicKey);
  write("key", await encodeSecretKey(secretKey), 0o600);
  write("locked", await encodeSecretKey(secretKey, "p\u00e4ss wort", { limits: cheap }), 0o600);
  write("m.minisig", sign(message, secretKey, { trustedComment: "a comment\tfile:m" }));
  write("legacy", sign(message, secretKey, { trustedComment: "old", legacy: true }));
  write("forged", sign(message, secretKey, { trustedComment: "a" }).replace("comment: a", "comment: b"));
  write("cut", sign(message, secretKey, { trustedComment: "a" }).split("\n").slice(0, 2).join("\n"));
});

const V = ["-V", "-p", "pub"];
const line = publicKey.split("\n")[1] as string;

/** Command lines that both programs must answer alike: status, both streams, and the files that are there afterwards. */
const same: [string, string[], string?][] = [
  ["verifies", [...V, "-m", "m"]],
  ["verifies with the default key file", ["-Vm", "m"]],
  ["verifies quietly", [...V, "-q", "-m", "m"]],
  ["verifies and prints the comment only", [...V, "-Q", "-m", "m"]],
  ["verifies and gives out the file", [...V, "-o", "-m", "m"]],
  ["verifies and gives out the file, quietly", [...V, "-oqm", "m"]],
  ["verifies and gives out the file, comment only", [...V, "-o", "-Q", "-m", "m"]],
  ["verifies with an inline key", ["-V", "-P", line, "-m", "m"]],
  ["verifies a legacy signature", [...V, "-m", "m", "-x", "legacy"]],
  ["refuses a legacy signature when asked", [...V, "-H", "-m", "m", "-x", "legacy"]],
  ["verifies with operands behind", [...V, "-m", "m", "nothing", "else"]],
  ["takes the last of a repeated option", ["-V", "-p", "other.pub", "-p", "pub", "-m", "m"]],
  ["refuses another file", [...V, "-m", "m2", "-x", "m.minisig"]],
  ["refuses another file quietly", [...V, "-q", "-m", "m2", "-x", "m.minisig"]],
  ["refuses another file, comment only", [...V, "-Q", "-m", "m2", "-x", "m.minisig"]],
  ["refuses a changed comment", [...V, "-m", "m", "-x", "forged"]],
  ["refuses a changed comment quietly", [...V, "-qm", "m", "-x", "forged"]],
  ["refuses an unknown key", ["-V", "-p", "other.pub", "-m", "m"]],
  ["refuses an unknown key quietly", ["-V", "-p", "other.pub", "-q", "-m", "m"]],
  ["has no message", [...V, "-m", "nothing", "-x", "m.minisig"]],
  ["has no signature", [...V, "-m", "m2"]],
  ["has no key", ["-V", "-p", "nothing", "-m", "m"]],
  ["has a folder for a message", [...V, "-m", "folder", "-x", "m.minisig"]],
  ["has a bad inline key", ["-V", "-P", "RWbad", "-m", "m"]],
  ["has two keys", [...V, "-P", line, "-m", "m"]],
  ["has a secret key for a public one", ["-V", "-p", "key", "-m", "m"]],
  ["has a signature for a public key", ["-V", "-p", "m.minisig", "-m", "m"]],
  ["signs", ["-S", "-s", "key", "-m", "m2"]],
  ["signs with joined options", ["-Sm", "m2", "-s", "key", "-t", "tc", "-c", "uc"]],
  ["signs legacy", ["-Sl", "-s", "key", "-m", "m2", "-t", "tc"]],
  ["signs several, -x for the first", ["-S", "-s", "key", "-x", "out", "-t", "t", "-m", "m", "m2", "pub"]],
  ["signs with empty comments", ["-S", "-s", "key", "-m", "m2", "-t", "", "-c", ""]],
  ["signs with a password", ["-S", "-s", "locked", "-m", "m2", "-t", "t"], "p\u00e4ss wort\n"],
  ["signs with a password and no line end", ["-S", "-s", "locked", "-m", "m2", "-t", "t"], "p\u00e4ss wort"],
  ["signs with a wrong password", ["-S", "-s", "locked", "-m", "m2"], "pass wort\n"],
  ["signs with no password", ["-S", "-s", "locked", "-m", "m2"], ""],
  ["signs no file", ["-S", "-s", "key", "-m", "nothing"]],
  ["signs with no key", ["-S", "-s", "nothing", "-m", "m"]],
  ["signs with a public key", ["-S", "-s", "pub", "-m", "m"]],
  ["recreates the public key", ["-R", "-s", "key", "-p", "again.pub"]],
  ["recreates with a password", ["-R", "-s", "locked", "-p", "again.pub"], "p\u00e4ss wort\n"],
  ["recreates over a file", ["-R", "-s", "key", "-p", "pub"]],
  ["recreates over a file by force", ["-R", "-f", "-s", "key", "-p", "other.pub"]],
  ["recreates without a key", ["-R", "-s", "nothing", "-p", "again.pub"]],
  ["generates over a public key", ["-G", "-W", "-p", "pub", "-s", "new.key"]],
  ["generates over a secret key", ["-G", "-W", "-p", "new.pub", "-s", "key"]],
  ["generates with two passwords", ["-G", "-p", "new.pub", "-s", "new.key"], "one\ntwo\n"],
  ["generates with no password", ["-G", "-p", "new.pub", "-s", "new.key"], ""],
  ["changes the password of nothing", ["-C", "-s", "nothing"]],
  ["changes a password that is wrong", ["-C", "-s", "locked"], "no\nnew\nnew\n"],
];

describe.skipIf(!hasTool)("when both programs get the same command line (needs minisign 0.11)", () => {
  it.each(same)("%s", (_name, args, input) => {
    for (const folder of [ours, theirs]) {
      rmSync(folder, { recursive: true, force: true });
      cpSync(start, folder, { recursive: true });
    }
    const mine = run("ours", ours, args, input);
    expect(withoutTimes(mine)).toEqual(withoutTimes(run("theirs", theirs, args, input)));
    expect(readAll(ours)).toEqual(readAll(theirs));
  });

  const usage = [[], ["-h"], ["-Z"], ["-G", "-S"], ["-S"], ["-V"], ["-V", "-m"], ["-m", "m"]];
  it.each(usage)("prints the usage and ends with 2 for %j %j", (...args) => {
    const mine = run("ours", start, args);
    expect(mine).toMatchObject({ status: 2, stderr: args.includes("-m") ? expect.any(String) : expect.any(String) });
    expect(mine.stdout).toMatch(/^Usage:\n/);
    expect(run("theirs", start, args)).toMatchObject({ status: 2, stdout: expect.stringMatching(/^Usage:\n/) });
  });
});

describe.skipIf(!hasTool)("when keys go back and forth (needs minisign 0.11)", () => {
  const folder = join(base, "exchange");
  const both = ["ours", "theirs"] as const;

  beforeAll(() => {
    cpSync(start, folder, { recursive: true });
  });

  it.each(both)("a key pair of %s without a password serves the other", (maker) => {
    const user = maker === "ours" ? "theirs" : "ours";
    const [pub, key] = [`${maker}.pub`, `${maker}.folder/${maker}.key`];
    const made = run(maker, folder, ["-G", "-W", "-p", pub, "-s", key]);
    expect(made).toMatchObject({ status: 0, stderr: "" });
    const shown = readFileSync(join(folder, pub), "utf8").split("\n")[1] as string;
    const reference = run(user, folder, ["-G", "-W", "-p", `${user}2.pub`, "-s", `${user}2.key`]);
    const otherShown = readFileSync(join(folder, `${user}2.pub`), "utf8").split("\n")[1] as string;
    expect(made.stdout.replace(shown, "K").replaceAll(maker, "N").replace("N.folder/", "")).toBe(
      reference.stdout.replace(otherShown, "K").replaceAll(`${user}2`, "N"),
    );
    expect(statSync(join(folder, key)).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, `${maker}.folder`)).mode & 0o777).toBe(0o700);
    expect(run(user, folder, ["-S", "-s", key, "-m", "m", "-x", "exchanged", "-t", "x"]).status).toBe(0);
    expect(run(maker, folder, ["-V", "-p", pub, "-m", "m", "-x", "exchanged"]).status).toBe(0);
  });

  it("a password set by either opens for the other, and is removed", () => {
    const key = "locked";
    const changed = run("ours", folder, ["-C", "-s", key], "p\u00e4ss wort\nnew one\nnew one\n");
    expect(changed).toMatchObject({ status: 0 });
    expect(changed.stdout).toMatch(/^Deriving a key [\s\S]*Password updated\.\n$/);
    const signed = run("theirs", folder, ["-S", "-s", key, "-m", "m", "-x", "s1", "-t", "x"], "new one\n");
    expect(signed).toMatchObject({ status: 0 });
    const back = run("theirs", folder, ["-C", "-s", key], "new one\nthird\nthird\n");
    expect(back.stdout).toBe(changed.stdout);
    expect(back.stderr).toBe(changed.stderr);
    const removed = run("ours", folder, ["-C", "-W", "-s", key], "third\n");
    expect(removed).toMatchObject({ status: 0 });
    expect(removed.stdout).toMatch(
      /^Key encryption for \[locked\] is going to be removed\.\n[\s\S]*Password removed\.\n$/,
    );
    expect(run("theirs", folder, ["-S", "-s", key, "-m", "m", "-x", "s2", "-t", "x"]).status).toBe(0);
    expect(run("ours", folder, [...V, "-m", "m", "-x", "s2"]).status).toBe(0);
  });
});

describe("when the answer is for a program", () => {
  const answer = (args: string[], input?: string): [number | null, unknown, string] => {
    const done = run("ours", start, [...args, "--json"], input);
    return [done.status, JSON.parse(done.stdout), done.stderr];
  };

  it("prints one object, with the same status", () => {
    expect(answer([...V, "-m", "m"])).toEqual([
      0,
      {
        ok: true,
        keyId: "1B1B1B1B1B1B1B1B",
        algorithm: "prehashed",
        trustedComment: "a comment\tfile:m",
        untrustedComment: "signature from minisign secret key",
        file: "m",
        engine: "node",
      },
      "",
    ]);
    expect(answer([...V, "-m", "m2", "-x", "m.minisig"])).toMatchObject([
      1,
      { ok: false, code: "MINISIGN_MESSAGE_FORGED" },
      "",
    ]);
    expect(answer([...V, "-m", "m", "-x", "cut"])).toMatchObject([2, { ok: false, code: "MINISIGN_TRUNCATED" }, ""]);
    expect(answer([...V, "-m", "nothing"])).toMatchObject([2, { ok: false, code: "MINISIGN_FILE_UNREADABLE" }, ""]);
    expect(answer(["-S", "-s", "locked", "-m", "m"], "x\n")).toMatchObject([
      2,
      { code: "MINISIGN_PASSWORD_WRONG" },
      "Password: \n",
    ]);
    expect(answer(["-G", "-W", "-p", "pub", "-s", "n"])).toMatchObject([1, { code: "MINISIGN_FILE_EXISTS" }, ""]);
  });

  it("refuses the comments that the C tool aborts on or cannot read back", () => {
    for (const value of ["a\nb", "a\rb", "\u001b", "x".repeat(4_078)])
      expect(answer(["-S", "-s", "key", "-m", "m2", "-t", value])).toMatchObject([
        2,
        { code: "MINISIGN_COMMENT_REFUSED" },
        "",
      ]);
    expect(answer(["-S", "-s", "key", "-m", "m2", "-c", "x".repeat(1_004)])[0]).toBe(2);
    expect(existsSync(join(start, "m2.minisig"))).toBe(false);
  });

  it("prints its version", () => {
    expect(run("ours", start, ["-v"])).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^slipway-minisign \d/),
    });
  });
});
