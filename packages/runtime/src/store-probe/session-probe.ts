/**
 * Which conversations an agent's own store has for the directory of a launch. Port: hosts that know a store better than the
 * readers here bring their own.
 */
export type SessionProbe = {
  /** The ids, or null when the store cannot be read: then nothing is adopted. A store that is not there yet has none. */
  list: () => Promise<ReadonlySet<string> | null>;
};

/** What the difference of two looks says. */
export type Reconciled =
  /** One conversation is new: it is this launch's. */
  | { state: "one"; id: string }
  /** Several are new, and nothing tells which one is this launch's: no guess. */
  | { state: "several"; ids: string[] }
  /** None is new yet. */
  | { state: "none" }
  /** One of the looks failed. */
  | { state: "unreadable" };

/** Compares the store before the launch with the store now. */
export function reconcileSessions(before: ReadonlySet<string> | null, now: ReadonlySet<string> | null): Reconciled {
  if (before === null || now === null) return { state: "unreadable" };
  const ids = [...now].filter((id) => !before.has(id));
  if (ids.length > 1) return { state: "several", ids };
  return ids[0] === undefined ? { state: "none" } : { state: "one", id: ids[0] };
}
