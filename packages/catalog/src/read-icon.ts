import { readFileSync } from "node:fs";

/** A bare SVG file name: an icon's name comes from a manifest and may never leave the folder. */
const ICON_FILE = /^[A-Za-z0-9_-]{1,60}\.svg$/;

/**
 * The bytes of one of our icons by file name (`claude.svg`, `generic.svg` for an agent without one); nothing when there is
 * none of that name, or the name is not a bare SVG file name. Offer them as an image resource, never inline in a page.
 */
export function readIcon(name: string): Uint8Array | undefined {
  if (typeof name !== "string" || !ICON_FILE.test(name)) return undefined;
  try {
    return readFileSync(new URL(`../icons/${name}`, import.meta.url));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
