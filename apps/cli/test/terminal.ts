import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Machine } from "./machine.js";
import { SLIPWAY } from "./machine.js";

/** Whether tmux, a real terminal with a screen one can read, is installed. */
export const hasTmux = spawnSync("tmux", ["-V"]).status === 0;

/** Milliseconds a screen is waited for. Nothing is concluded from how long it took. */
const WAIT_MS = 20_000;

/** A terminal of its own server, so that it can be ended without touching anybody else's. */
export type Terminal = {
  type(...keys: string[]): void;
  resize(columns: number, rows: number): void;
  screen(): string;
  /** Whether the cursor is shown and the mouse reported, as the terminal sees it. */
  flags(): { cursor: string; mouse: string };
  waitFor(text: string | RegExp): Promise<string>;
  close(): void;
};

/**
 * Opens a terminal in which `slipway ARGS` runs below a shell; when it ends the shell says `ended with CODE`, then reads a
 * line and repeats it with the terminal's settings, which shows the state the terminal was left in.
 */
export function openTerminal(machine: Machine, args: string[], options: { nodeArgs?: string[] } = {}): Terminal {
  const socket = join(machine.root, "tmux");
  const script = join(machine.root, "in-terminal.sh");
  const quote = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;
  const line = [process.execPath, ...(options.nodeArgs ?? []), SLIPWAY, ...args].map(quote).join(" ");
  writeFileSync(
    script,
    `${line}\necho "ended with $?"\nstty -a | tr ';' '\\n' | grep -ow -e '-\\?icanon' -e '-\\?echo'\nread answer\n`,
  );
  const tmux = (...words: string[]): string => {
    const ran = spawnSync("tmux", ["-S", socket, "-f", "/dev/null", ...words], {
      cwd: machine.work,
      env: machine.env,
      encoding: "utf8",
    });
    return ran.stdout;
  };
  tmux("new-session", "-d", "-x", "80", "-y", "24", "/bin/sh", script);
  const screen = (): string => tmux("capture-pane", "-p", "-J", "-S", "-200");
  return {
    type: (...keys) => void tmux("send-keys", ...keys),
    resize: (columns, rows) => void tmux("resize-window", "-x", String(columns), "-y", String(rows)),
    screen,
    flags: () => {
      const [cursor = "", mouse = ""] = tmux("display", "-p", "#{cursor_flag} #{mouse_any_flag}").trim().split(" ");
      return { cursor, mouse };
    },
    waitFor: async (text) => {
      for (const end = Date.now() + WAIT_MS; Date.now() < end; ) {
        const shown = screen();
        if (typeof text === "string" ? shown.includes(text) : text.test(shown)) return shown;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error(`the terminal never showed ${text}; it shows:\n${screen()}`);
    },
    close: () => void tmux("kill-server"),
  };
}
