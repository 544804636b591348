import { describe, expect, it } from "vitest";
import type { BinaryPorts } from "../src/index.js";
import { discover, judgeFile, parseMacAccessList, parseSecurityDescriptor } from "../src/index.js";
import { codesOf, useTree } from "./tree.js";

const tree = useTree();
const MACH_O = Buffer.concat([Buffer.from("cffaedfe", "hex"), Buffer.alloc(100)]);
const head = (mark: string) => `drwxr-xr-x${mark}  5 ann  staff  160 Dec  1 12:00 /opt/x`;

describe("when macOS shows an access list", () => {
  it.each([
    ["none", `${head(" ")}\n`, []],
    ["attributes and no list", `${head("@")}\n`, []],
    ["a writer", `${head("+")}\n 0: user:bob allow write,append\n`, ["user bob"]],
    ["a group, and a name with a blank", `${head("+")}\n 0: group:every one allow add_file\n`, ["group every one"]],
    [
      "what only reads, and what is denied",
      `${head("+")}\n 0: group:everyone deny delete\n 1: user:bob allow list,search\n`,
      [],
    ],
    ["an inherited entry", `${head("+")}\n 0: user:bob inherited allow delete_child\n`, ["user bob"]],
    ["one who may change the list", `${head("+")}\n 0: user:bob allow writesecurity\n`, ["user bob"]],
  ])("reads %s", (_, text, writers) => {
    expect(parseMacAccessList(text)).toEqual(writers);
  });

  it.each([
    ["nothing", ""],
    ["a list that is not shown", `${head("+")}\n`],
    ["a name with a newline in it", `${head(" ")}\n 0: user:bob allow read\n`],
    ["an entry of another kind", `${head("+")}\n 0: user:bob grant write\n`],
    ["an entry that is missing", `${head("+")}\n 1: user:bob allow read\n`],
    [
      "more entries than there can be",
      `${head("+")}\n${Array.from({ length: 129 }, (_, at) => ` ${at}: user:b allow read`).join("\n")}\n`,
    ],
  ])("does not understand %s", (_, text) => {
    expect(parseMacAccessList(text)).toBeUndefined();
  });

  it("refuses the file for a stranger's entry on it or on a folder, and never says ok for a clean one", () => {
    const path = tree.file("opt/claude", MACH_O);
    const judge = (lists: Record<string, string>) => {
      const pathAccess = (at: string) => lists[at] ?? `${head(" ")}\n`;
      const user = () => ({ username: "ann", gid: 20, homedir: "/Users/ann" });
      const ports: Partial<BinaryPorts> = { platform: "darwin", arch: "arm64", pathAccess, user };
      return judgeFile(path, { ports });
    };
    const entry = (who: string) => `${head("+")}\n 0: ${who} allow write\n`;
    expect(judge({}).verdict).toBe("unproven");
    expect(judge({ [path]: entry("user:ann") }).verdict).toBe("unproven");
    expect(codesOf(judge({ [path]: entry("user:bob") }).issues)).toContain("BINARY_FILE_WRITABLE");
    expect(codesOf(judge({ [tree.at("opt")]: entry("group:staff") }).issues)).toContain("BINARY_FOLDER_WRITABLE");
    expect(judge({ [tree.root]: "?" }).verdict).toBe("refused");
  });
});

describe("when Windows shows a security descriptor", () => {
  const USER = "S-1-5-21-1004336348-1177238915-682003330-1001";
  it.each([
    ["system and administrators", "D:PAI(A;;FA;;;SY)(A;;FA;;;BA)", [], []],
    ["users who read", "D:AI(A;ID;0x1200a9;;;BU)(A;ID;FA;;;SY)", [], []],
    ["users who write", "D:AI(A;ID;0x1301bf;;;BU)", ["BU"], []],
    ["everyone by number", "O:BAG:SYD:(A;;FA;;;S-1-1-0)S:AI", ["S-1-1-0"], []],
    ["everyone who may change the list", "D:(A;;WD;;;WD)", ["WD"], []],
    ["an entry for what will be made in it", "D:(A;OICIIO;GA;;;BU)", [], []],
    ["one user", `D:(A;;FA;;;${USER})`, [], [USER]],
    ["what is denied", "D:(D;;FA;;;WD)", [], []],
    ["no list at all", "D:NO_ACCESS_CONTROL", ["WD"], []],
    ["an empty list", "D:P", [], []],
  ])("reads %s", (_, text, anybody, others) => {
    expect(parseSecurityDescriptor(text)).toEqual({ anybody, others });
  });

  it.each([
    ["nothing", ""],
    ["no list", "O:BAG:SY"],
    ["a condition", `D:(XA;;FA;;;WD;(Member_of {SID(BA)}))`],
    ["an unknown kind", "D:(Z;;FA;;;WD)"],
    ["half an entry", "D:(A;;FA;;;WD"],
  ])("does not understand %s", (_, text) => {
    expect(parseSecurityDescriptor(text)).toBeUndefined();
  });

  it("refuses a program in a folder that every user can write", () => {
    const lists: string[] = [];
    const ports: Partial<BinaryPorts> = {
      platform: "win32",
      user: () => ({ username: "Ann", gid: -1, homedir: "C:\\Users\\Ann" }),
      execPath: "C:\\node.exe",
      fs: { ...fakeFs(), lstatSync: () => ({}) } as unknown as BinaryPorts["fs"],
      pathAccess: (path) => {
        lists.push(path);
        return path.endsWith("Tools") ? "D:(A;;FA;;;WD)" : "D:(A;;FA;;;BA)";
      },
    };
    const trace = discover({ names: [], workspace: "C:\\work", explicit: "C:\\Tools\\x.exe", env: {}, ports });
    expect(trace.candidates[0]).toMatchObject({ verdict: "refused", reason: { code: "BINARY_FOLDER_WRITABLE" } });
    expect(lists).toEqual(["C:\\Tools\\x.exe", "C:\\Tools"]);
  });
});

/** One file, a native program. */
function fakeFs() {
  const stat = { isFile: () => true, dev: 1n, ino: 2n, size: 100n, mtimeNs: 3n, ctimeNs: 4n };
  let read = false;
  return {
    realpathSync: { native: (path: string) => path },
    statSync: () => stat,
    openSync: () => 3,
    fstatSync: () => stat,
    closeSync: () => {},
    readSync: (_fd: number, buffer: Buffer) => {
      if (read) return 0;
      read = true;
      return buffer.write(`MZ${"\0".repeat(98)}`);
    },
  };
}
