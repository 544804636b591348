import { createHash } from "node:crypto";
import { createReadStream, readdirSync, readlinkSync, statSync } from "node:fs";
import { join } from "node:path";

/** SHA-256 of a file, hexadecimal; read in pieces, because an agent's program may have 400 MB. */
export async function digestFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) hash.update(chunk as Buffer);
  return hash.digest("hex");
}

/**
 * SHA-256 over everything that was installed: for each file its path, whether it is executable, and its SHA-256; for each
 * link its target; in the order of their paths. What npm itself writes at the top (`.bin`, `.package-lock.json`) is left
 * out: it differs between npm versions, and nothing of it is started.
 */
export async function digestTree(root: string): Promise<string> {
  const hash = createHash("sha256");
  const visit = async (folder: string, at: string): Promise<void> => {
    const entries = readdirSync(folder, { withFileTypes: true });
    // By code units, so that no locale has a say.
    entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      if (at === "" && entry.name.startsWith(".")) continue;
      const path = join(folder, entry.name);
      const name = `${at}/${entry.name}`;
      if (entry.isDirectory()) await visit(path, name);
      else if (entry.isSymbolicLink()) hash.update(JSON.stringify(["link", name, readlinkSync(path)]));
      else {
        const executable = (statSync(path).mode & 0o111) !== 0;
        hash.update(JSON.stringify(["file", name, executable, await digestFile(path)]));
      }
    }
  };
  await visit(root, "");
  return hash.digest("hex");
}
