import valid from "semver/functions/valid.js";
import type { JsonObject } from "../json/json-node.js";
import { VERSION_MAX_LENGTH } from "../limits.js";
import { EVIDENCE_MEMBERS } from "./fact-members.js";
import type { Evidence, Shown } from "./facts.js";
import { EVIDENCE_KINDS } from "./facts.js";
import type { VocabularyReader } from "./read-vocabulary.js";

/** Characters of the note for people: a paragraph. */
export const NOTE_MAX_LENGTH = 1_000;

/** The name of a check, as a file or a test can be called. */
export const CHECK = /^(?=.{1,64}$)[a-z0-9]+(-[a-z0-9]+)*$/;

/** Where a fact comes from; the member must be there. */
export function readEvidence(
  members: JsonObject["members"],
  base: readonly (string | number)[],
  read: VocabularyReader,
): Evidence | undefined {
  const path = [...base, "evidence"];
  const found = read.object(members.get("evidence")?.value, path, EVIDENCE_MEMBERS)?.members;
  if (found === undefined) return undefined;
  const how = read.name(found.get("how")?.value, [...path, "how"], EVIDENCE_KINDS);
  const version = read.text(found.get("version")?.value, [...path, "version"], "a semantic version", isVersion);
  const optional = (name: string, wanted: string, fits: (text: string) => boolean) => {
    const node = found.get(name)?.value;
    const text = node === undefined ? undefined : read.text(node, [...path, name], wanted, fits);
    return text === undefined ? {} : { [name]: text };
  };
  const check = optional("check", "the name of a check", (text) => CHECK.test(text));
  const note = optional("note", "a short text", (text) => text.length <= NOTE_MAX_LENGTH);
  if (how === undefined || version === undefined) return undefined;
  return { how, version, ...check, ...note };
}

/** The evidence of one fact, where it has its own. */
export function readShown(
  members: JsonObject["members"],
  base: readonly (string | number)[],
  read: VocabularyReader,
): Shown {
  if (!members.has("evidence")) return {};
  const evidence = readEvidence(members, base, read);
  return evidence === undefined ? {} : { evidence };
}

function isVersion(text: string): boolean {
  return text.length <= VERSION_MAX_LENGTH && valid(text) !== null;
}
