import { createRequire } from "node:module";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Machine } from "./machine.js";
import { makeMachine, SLIPWAY, writeScript } from "./machine.js";
import { signEntries, useCatalog } from "./sign-catalog.js";

/** The part of node-pty that is used; its declarations are no module. */
type Terminal = {
  onData(listener: (data: string) => void): void;
  onExit(listener: () => void): void;
};
const { spawn } = createRequire(import.meta.url)("node-pty") as {
  spawn(file: string, args: string[], options: object): Terminal;
};

let machine: Machine;
let catalog: string;
beforeEach(() => {
  machine = makeMachine();
  const entry = { id: "loud", name: "Loud", command: "loud-agent", flags: { print: ["{PROMPT}"] } };
  catalog = signEntries(machine.root, [entry]);
  writeScript(join(machine.bin, "loud-agent"), "printf 'a\\033]52;c;eA==\\007\\033[31mb\\033[0m\\033[2Jc\\n'");
});

/** What a terminal gets, up to the program's own line. */
const print = (args: string[], env: NodeJS.ProcessEnv = {}): Promise<string> =>
  new Promise((resolve) => {
    const options = { cwd: machine.work, env: { ...machine.env, ...env }, cols: 300, rows: 24 };
    const terminal = spawn(
      process.execPath,
      [SLIPWAY, "print", ...args, ...useCatalog(catalog), "loud", "hi"],
      options,
    );
    let output = "";
    terminal.onData((data) => {
      output += data;
    });
    terminal.onExit(() => resolve(output));
  });

describe("when print writes to a terminal", () => {
  it("passes text and colours, and nothing that acts on the terminal", async () => {
    const output = await print([]);
    expect(output).toContain("a\u001B[31mb\u001B[0mc");
    expect(output).not.toContain("\u001B]52");
  });

  it("passes every byte with --raw", async () => {
    expect(await print(["--raw"])).toContain("a\u001B]52;c;eA==\u0007\u001B[31mb\u001B[0m\u001B[2Jc");
  });

  it("leaves colours out when NO_COLOR is set", async () => {
    expect(await print([], { NO_COLOR: "1" })).toContain("abc");
  });
});
