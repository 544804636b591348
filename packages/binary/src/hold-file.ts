import type { BoundFile, FileIdentity } from "./bound-binary.js";
import type { Judgement } from "./judge-file.js";

/**
 * A judged file as a binding keeps it. Its digest holds it only when that was asked (`hold`); one that was taken because
 * the identity alone proves too little is kept apart.
 */
export function holdFile(
  path: string,
  identity: FileIdentity,
  { sha256, order }: Pick<Judgement, "sha256" | "order">,
  hold: boolean,
): BoundFile {
  return {
    path,
    identity,
    ...(hold && sha256 !== undefined ? { sha256 } : {}),
    ...(order === undefined || sha256 === undefined ? {} : { order: { ...order, sha256 } }),
  };
}
