import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The folder of this package: the nearest one above this file with a package.json (`src` and `dist` differ in depth). */
export function packageRoot(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, "package.json"))) folder = dirname(folder);
  return folder;
}

/** The folder of the whole checkout, which holds `apps` and `packages`. */
export function checkoutRoot(): string {
  return dirname(dirname(packageRoot()));
}
