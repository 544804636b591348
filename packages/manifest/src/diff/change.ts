/**
 * How much a reviewer has to believe. `high`: other code may run, or the agent asks less: another program, place, bypass,
 * environment, an option that no such launch of the agent had or another value behind one, a prompt that can become an
 * option or command. `medium`: other arguments, patterns, ids, models. `low`: only what is shown, or an agent less.
 */
export type Risk = "high" | "medium" | "low";

/** What changed, in the order of a review. */
export type Subject =
  | "agent"
  | "program"
  | "places"
  | "bypass"
  | "environment"
  | "argv"
  | "prompt"
  | "pattern"
  | "session"
  | "model"
  | "facts"
  | "setting"
  | "display";

/** One difference for the user of one agent. */
export type Change = {
  agent: string;
  subject: Subject;
  /** Where in the agent: `headless new +bypass`, `sessionId.pattern`, and the row of facts it holds under, if any. */
  where: string;
  /** As text of one line; absent where there was or is nothing. */
  before?: string;
  after?: string;
  risk: Risk;
  /** Whether a launch differs. */
  launch: boolean;
};

const RISKS: readonly Risk[] = ["high", "medium", "low"];

/** The gravest first; inside a risk in the order they were found. */
export function sortByRisk(changes: readonly Change[]): Change[] {
  return [...changes].sort((one, other) => RISKS.indexOf(one.risk) - RISKS.indexOf(other.risk));
}

/** How many changes there are of each risk. */
export function countRisks(changes: readonly Change[]): Record<Risk, number> {
  const counts = { high: 0, medium: 0, low: 0 };
  for (const { risk } of changes) counts[risk] += 1;
  return counts;
}
