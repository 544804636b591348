/** Why a check failed: said beside it, so that a run can be read without its logs. */
export type FailureReason =
  /** Nothing came in time. */
  | "timeout"
  /** Something else came than what had to. */
  | "mismatch"
  /** A program refused: it ended with an exit code that says so. */
  | "refused"
  /** Something is still there that must be gone. */
  | "left-over"
  /** An earlier check that this one builds on failed. */
  | "blocked"
  /** The run itself broke. */
  | "broken";

/** The outcome of one check. */
export interface CheckOutcome {
  readonly check: string;
  readonly ok: boolean;
  /** Milliseconds. */
  readonly ms: number;
  readonly reason?: FailureReason | string;
  readonly detail?: string;
}

/** How a check says no. */
export class CheckFailure extends Error {
  readonly reason: FailureReason;

  constructor(reason: FailureReason, detail: string) {
    super(detail);
    this.reason = reason;
  }
}

/** Runs checks one after the other; each is reported, whatever became of the others. */
export interface CheckRunner {
  /** The value of the check, or undefined when it failed. */
  check<T>(name: string, body: () => Promise<T> | T): Promise<T | undefined>;
}

/** A runner that hands every outcome to `report`. */
export function createCheckRunner(report: (outcome: CheckOutcome) => void): CheckRunner {
  return {
    check: async (name, body) => {
      const started = Date.now();
      try {
        const value = await body();
        report({ check: name, ok: true, ms: Date.now() - started });
        return value;
      } catch (error) {
        const reason = error instanceof CheckFailure ? error.reason : "broken";
        const detail = error instanceof Error ? error.message : String(error);
        report({ check: name, ok: false, ms: Date.now() - started, reason, detail });
        return undefined;
      }
    },
  };
}

/** The value of an earlier check, or the reason why this one cannot be made. */
export function needs<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new CheckFailure("blocked", `there is no ${what}`);
  return value;
}
