import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The members of a package.json that the rules of the workspace speak of. */
export type PackageManifest = {
  name: string;
  version: string;
  private?: boolean;
  description?: string;
  license?: string;
  type?: string;
  sideEffects?: boolean;
  engines?: Record<string, string>;
  exports?: Record<string, unknown>;
  bin?: Record<string, string>;
  files?: string[];
  scripts?: Record<string, string>;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
};

export type WorkspacePackage = { folder: string; manifest: PackageManifest };

/** The root of the repository. */
export const root = fileURLToPath(new URL("../../../", import.meta.url));

/** Every package and app, in the order of their folders. */
export function listPackages(): WorkspacePackage[] {
  return ["packages", "apps"].flatMap((group) =>
    readdirSync(`${root}${group}`)
      .map((name) => `${root}${group}/${name}`)
      .filter((folder) => existsSync(`${folder}/package.json`))
      .map((folder) => ({ folder, manifest: JSON.parse(readFileSync(`${folder}/package.json`, "utf8")) })),
  );
}
