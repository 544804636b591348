import { join } from "node:path";

/** The folder of the adoption records below the state folder. */
export function binariesFolder(stateDir: string): string {
  return join(stateDir, "binaries");
}
