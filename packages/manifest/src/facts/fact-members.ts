/**
 * The members of each object of a facts document, in the order in which a formatter writes them. Readers take no other
 * name, so a member that is added here is read and ordered, and one that is not is neither.
 */
export const FACTS_MEMBERS = ["kind", "schema", "updatedAt", "rows"];
export const ROW_MEMBERS = [
  "agent",
  "program",
  "versions",
  "versionFlag",
  "sessionId",
  "approval",
  "pty",
  "headless",
  "terminal",
  "exits",
  "background",
  "signInStatus",
  "environment",
  "evidence",
];
export const SESSION_ID_MEMBERS = ["minter", "reuse", "pattern"];
export const APPROVAL_MEMBERS = ["byDefault", "always", "bypassRefusedAsRoot", "bypass", "evidence"];
export const BYPASS_MEMBERS = ["means", "sticks", "voidIn"];
export const SURFACE_MEMBERS = ["new", "resume", "continue"] as const;
export const CELL_MEMBERS = ["kind", "prompt", "idEvents", "report", "approval", "switches", "inputs", "evidence"];
export const DELIVERY_MEMBERS = ["how", "sigils", "evidence"];
export const TERMINAL_MEMBERS = ["ready", "typing", "gates", "prefixes", "evidence"];
export const TYPING_MEMBERS = ["afterReadyMs", "betweenKeysMs", "beforeEnterMs"];
export const GATE_MEMBERS = ["name", "when", "enter"];
export const EXIT_MEMBERS = ["code", "reasons", "evidence"];
export const BACKGROUND_MEMBERS = ["daemon", "updater", "evidence"];
export const SIGN_IN_STATUS_MEMBERS = ["asked", "evidence"];
export const EVIDENCE_MEMBERS = ["how", "version", "check", "note"];
