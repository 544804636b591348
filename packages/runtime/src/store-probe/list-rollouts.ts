import { constants } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { open, readdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import type { SessionProbe } from "./session-probe.js";

/** Names looked at in one day's folder; a user with more starts one every 9 seconds. */
const NAMES_MAX = 10_000;

/** Bytes of a first line. It holds the agent's instructions: about 20 KB were seen. */
const FIRST_LINE_MAX_BYTES = 1024 * 1024;

const DAY_MS = 86_400_000;

const NAME = /^rollout-[0-9A-Za-z:.T-]{1,40}-([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.jsonl$/;

/**
 * Reads a store of the layout `codex-rollouts`: `<root>/YYYY/MM/DD/rollout-<time>-<uuid>.jsonl`, whose first line names id and
 * directory. Only yesterday's, today's and tomorrow's folders are looked at: a new conversation lies there, whatever the
 * time zone. A file that is a link, no plain file, or whose first line is none of these is passed over.
 */
export function probeRollouts(root: string, cwd: string, now: () => number = Date.now): SessionProbe {
  /** What a file was found to be; a first line that was not whole yet is looked at again. */
  const known = new Map<string, string | undefined>();
  return {
    list: async () => {
      const wanted = await resolveFolder(cwd);
      const found = new Set<string>();
      for (const day of [-1, 0, 1]) {
        const folder = join(root, ...nameDay(now() + day * DAY_MS));
        const names = await listNames(folder);
        if (names === null) return null;
        for (const name of names) {
          const id = NAME.exec(name)?.[1];
          if (id === undefined) continue;
          const path = join(folder, name);
          if (!known.has(path)) await learn(path, id, known);
          const directory = known.get(path);
          if (directory !== undefined && (await resolveFolder(directory)) === wanted) found.add(id);
        }
      }
      return found;
    },
  };
}

function nameDay(time: number): [string, string, string] {
  const date = new Date(time);
  const pad = (value: number): string => String(value).padStart(2, "0");
  return [String(date.getFullYear()), pad(date.getMonth() + 1), pad(date.getDate())];
}

/** Null when it cannot be read; a folder that is not there holds nothing. */
async function listNames(folder: string): Promise<string[] | null> {
  try {
    return (await readdir(folder)).slice(0, NAMES_MAX);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "ENOENT" || code === "ENOTDIR" ? [] : null;
  }
}

async function learn(path: string, id: string, known: Map<string, string | undefined>): Promise<void> {
  const line = await readFirstLine(path);
  if (line === "incomplete") return;
  known.set(path, line === undefined ? undefined : readDirectory(line, id));
}

/** `incomplete` while the agent still writes it. */
async function readFirstLine(path: string): Promise<string | "incomplete" | undefined> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | (constants.O_NOFOLLOW ?? 0));
    if (!(await file.stat()).isFile()) return undefined;
    const chunks: Buffer[] = [];
    for (let total = 0; total < FIRST_LINE_MAX_BYTES; ) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(64 * 1024), 0, 64 * 1024, total);
      if (bytesRead === 0) return "incomplete";
      const chunk = buffer.subarray(0, bytesRead);
      const end = chunk.indexOf(10);
      chunks.push(end === -1 ? chunk : chunk.subarray(0, end));
      if (end !== -1) return Buffer.concat(chunks).toString("utf8");
      total += bytesRead;
    }
    return undefined;
  } catch {
    return undefined;
  } finally {
    await file?.close();
  }
}

/** The directory that a first line names, when it is about this very conversation. */
function readDirectory(line: string, id: string): string | undefined {
  try {
    const { payload } = JSON.parse(line) as { payload?: { id?: unknown; cwd?: unknown } };
    return payload?.id === id && typeof payload.cwd === "string" ? payload.cwd : undefined;
  } catch {
    return undefined;
  }
}

async function resolveFolder(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    return path;
  }
}
