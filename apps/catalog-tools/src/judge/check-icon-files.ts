import { createHash } from "node:crypto";
import type { Issue, Printable } from "@slipway/errors";
import { issue, locateOffset, msg } from "@slipway/errors";
import type { AgentEntry } from "@slipway/manifest";
import type { CatalogToolsCode } from "../catalog-tools-code.js";

/** The icon files of a catalog's folder by name; what cannot be read has a problem of its own. */
export type IconFiles = ReadonlyMap<string, () => Uint8Array | undefined>;

/** Warns of icon files that entries name and the catalog's folder lacks: they would be shown as the fallback glyph. */
export function findMissingIcons(source: string, entries: readonly AgentEntry[], icons: IconFiles): Issue[] {
  return entries.flatMap(({ id, icon }) => {
    if (icon === undefined || !icon.includes(".") || icons.has(icon)) return [];
    const found = issue({
      code: "CATALOG_TOOLS_ICON_MISSING" satisfies CatalogToolsCode,
      severity: "warning",
      message: msg`agent ${id}: the folder has no icons/${icon}`,
      hint: msg`add the file, or leave icon out: launchers then show their fallback glyph`,
    });
    return [place(found, source, icon)];
  });
}

/**
 * Refuses digests that are not those of the files beside the catalog: launchers would take every such icon for one that was
 * put in place of it.
 */
export function compareIconDigests(source: string, digests: ReadonlyMap<string, string>, icons: IconFiles): Issue[] {
  return [...digests].flatMap(([name, digest]) => {
    const read = icons.get(name);
    if (read === undefined) return [place(differ(msg`iconDigests names ${name}, which is not in icons`), source, name)];
    const bytes = read();
    const actual = bytes === undefined ? digest : createHash("sha256").update(bytes).digest("hex");
    return actual === digest ? [] : [place(differ(msg`icons/${name} has the SHA-256 ${actual}`), source, digest)];
  });
}

function differ(message: Printable): Issue {
  const hint = msg`write the SHA-256 of the file that is meant, as sha256sum prints it`;
  return issue({ code: "CATALOG_TOOLS_ICON_DIGEST" satisfies CatalogToolsCode, message, hint });
}

function place(found: Issue, source: string, text: string): Issue {
  const at = source.indexOf(JSON.stringify(text));
  return at === -1 ? found : { ...found, ...locateOffset(source, at) };
}
