/**
 * The members of each object of agents.json, in the order in which a formatter writes them. The reader knows no other name,
 * so a member that is added here is read and ordered, and one that is not is neither.
 */
export const DOCUMENT_MEMBERS = ["schema", "updatedAt", "agents", "removed", "iconDigests"];

/** Those of a user's own document: who hides an agent from themselves needs nobody to withdraw it. */
export const OWN_DOCUMENT_MEMBERS = ["schema", "updatedAt", "agents"];

export const OWN_ENTRY_MEMBERS = [
  "id",
  "name",
  "command",
  "adapter",
  "custom",
  "hidden",
  "icon",
  "mono",
  "downloadUrl",
  "minAppVersion",
  "clearCommand",
  "flags",
  "capture",
];

/** Those of a catalog's entry: what only a user can say of their own roster is not among them. */
export const ENTRY_MEMBERS = OWN_ENTRY_MEMBERS.filter((name) => name !== "custom" && name !== "hidden");

export const CAPTURE_MEMBERS = ["pattern", "flags", "resume"];
export const REMOVED_MEMBERS = ["id", "reason"];
