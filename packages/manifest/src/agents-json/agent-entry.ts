/** The five flag groups (agents.json reference, "Flags"), in the order of the reference. */
export const FLAG_GROUPS = Object.freeze(["session", "resume", "model", "autoApprove", "print"] as const);

/** One of {@link FLAG_GROUPS}. */
export type FlagGroup = (typeof FLAG_GROUPS)[number];

/** How the id of an agent that mints its own is found in its output, and how a conversation is resumed with it. */
export type EntryCapture = {
  /** A search pattern with one group of its own, accepted by `@slipway/pattern`. */
  pattern: string;
  /** Letters of `gimsuy`. */
  flags?: string;
  resume: string[];
};

/**
 * One entry of agents.json whose every value was judged, in the words of the format. An empty group is kept as written:
 * in an override it clears the group below it; compiled, it equals an absent one.
 */
export type AgentEntry = {
  id: string;
  name: string;
  command: string;
  adapter: "cli";
  icon?: string;
  mono?: boolean;
  downloadUrl?: string;
  minAppVersion?: string;
  clearCommand?: string;
  flags: { [G in FlagGroup]?: string[] };
  capture?: EntryCapture;
  /** The user's own entry, or their change of one; freely edited and removed. Stamped by the reader, never taken from a catalog. */
  custom?: true;
  /** Not offered to people; its sessions go on. Only the user's own layer says so. */
  hidden?: boolean;
};

/**
 * What a document says of an agent, its values judged: a whole entry, or the changes of one that a lower layer has. A field
 * that is absent is inherited, an empty group clears the one below.
 */
export type EntryPatch = Pick<AgentEntry, "id" | "flags"> &
  Partial<Omit<AgentEntry, "id" | "flags" | "capture">> & { capture?: Partial<EntryCapture> };

/** An agent that a catalog withdraws. */
export type RemovedAgent = { id: string; reason: string };
