import { chownSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BroughtPlace } from "./run-in-cage.js";
import { cagedUser } from "./run-in-cage.js";

/** The only writable places of a cage: a fresh HOME, TMPDIR and working folder. */
export interface CageFolders {
  /** Host paths. */
  readonly home: string;
  readonly tmp: string;
  readonly work: string;
  /** The same as places of a cage: `/run/cage/home`, `/run/cage/tmp`, `/run/cage/work`. */
  readonly places: readonly BroughtPlace[];
  /** Removes all three and what is in them. */
  remove(): void;
}

/** Makes the three folders, private to the user of the cage. */
export function makeCageFolders(): CageFolders {
  const root = mkdtempSync(join(tmpdir(), "slipway-cage-"));
  const { uid, gid } = cagedUser();
  const make = (name: string): string => {
    const folder = join(root, name);
    mkdirSync(folder, { mode: 0o700 });
    if (process.getuid?.() === 0) chownSync(folder, uid, gid);
    return folder;
  };
  const [home, tmp, work] = [make("home"), make("tmp"), make("work")];
  return {
    home,
    tmp,
    work,
    places: [
      { from: home, name: "home", writable: true },
      { from: tmp, name: "tmp", writable: true },
      { from: work, name: "work", writable: true },
    ],
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
