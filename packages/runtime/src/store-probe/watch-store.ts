import { setTimeout as wait } from "node:timers/promises";
import type { SessionIdOutcome } from "../session.js";
import type { Reconciled, SessionProbe } from "./session-probe.js";
import { reconcileSessions } from "./session-probe.js";

/** Milliseconds between two looks at a store while the agent runs. */
export const STORE_LOOK_EVERY_MS = 1_000;

/** Looks for a captured id in the store, and the milliseconds between them: agents write it within a second or two. */
const CONFIRM_LOOKS = 12;
const CONFIRM_EVERY_MS = 250;

/** Milliseconds before the last look after the end: what was written last may not be visible at once. */
const LAST_LOOK_MS = 150;

/** A store, as it was before the launch and is now. */
export type StoreWatch = {
  look: () => Promise<Reconciled>;
  /** Whether a captured id is new there: the claim of an output that anybody can write is then the agent's own. */
  confirm: (outcome: SessionIdOutcome, isOver: () => boolean) => Promise<SessionIdOutcome>;
  /** What is adopted at the end, or nothing. */
  adoptAtEnd: (isId: (text: string) => boolean) => Promise<SessionIdOutcome | undefined>;
};

/** Looks at the store once before the launch. */
export async function watchStore(probe: SessionProbe): Promise<StoreWatch> {
  const before = await listQuietly(probe);
  const look = async (): Promise<Reconciled> => reconcileSessions(before, await listQuietly(probe));
  return {
    look,
    confirm: async (outcome, isOver) => {
      const add = (text: string): string => (outcome.evidence === undefined ? text : `${outcome.evidence}; ${text}`);
      for (let turn = 0; turn < CONFIRM_LOOKS; turn += 1) {
        const last = isOver();
        const found = await look();
        if (found.state === "unreadable") return { ...outcome, evidence: add("the store cannot be read") };
        const ids = found.state === "several" ? found.ids : found.state === "one" ? [found.id] : [];
        if (outcome.id !== undefined && ids.includes(outcome.id))
          return { ...outcome, confidence: "certain", evidence: add("new in the store") };
        if (last && turn > 0) break;
        await wait(CONFIRM_EVERY_MS);
      }
      return { ...outcome, confidence: "low", evidence: add("not new in the store") };
    },
    adoptAtEnd: async (isId) => {
      let found = await look();
      if (found.state === "none") {
        await wait(LAST_LOOK_MS);
        found = await look();
      }
      return describeAdoption(found, isId);
    },
  };
}

/** The outcome of a look, or nothing while none is new. An id that is none by the agent's pattern is not adopted. */
export function describeAdoption(found: Reconciled, isId: (text: string) => boolean): SessionIdOutcome | undefined {
  if (found.state === "several")
    return { state: "ambiguous", source: "adopted", evidence: `${found.ids.length} are new in the store` };
  if (found.state !== "one" || !isId(found.id)) return undefined;
  return {
    state: "known",
    id: found.id,
    source: "adopted",
    confidence: "likely",
    evidence: "the one new in the store",
  };
}

/** A probe that throws cannot read. */
async function listQuietly(probe: SessionProbe): Promise<ReadonlySet<string> | null> {
  try {
    return await probe.list();
  } catch {
    return null;
  }
}
