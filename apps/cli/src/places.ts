import { join } from "node:path";
import type { Folders } from "@slipway/runtime";
import { binariesFolder, resolveFolders } from "@slipway/runtime";
import type { Invocation } from "./invocation.js";

/** Where this program keeps its files; none of it lies in the working directory. */
export type Places = { folders: Folders; records: string; sessions: string };

/** Works out the places and makes none of them. */
export function findPlaces({ env }: Pick<Invocation, "env">): Places {
  const folders = resolveFolders(env);
  return { folders, records: binariesFolder(folders.state), sessions: join(folders.state, "sessions") };
}
