import { msg } from "@slipway/errors";
import type { Automaton } from "./build-automaton.js";
import { buildAutomaton, countStates, SEARCH_MAX_STATES } from "./build-automaton.js";
import { measureGroup } from "./measure-group.js";
import { hasLabel } from "./measure-label.js";
import { measureRe2 } from "./measure-re2.js";
import { parseSearch } from "./parse-search.js";
import type { PatternIssue, PatternResult } from "./pattern-issue.js";
import { describe } from "./pattern-issue.js";
import { SESSION_ID_MAX_LENGTH } from "./safe-session-id.js";
import type { SearchEngine } from "./search-engine.js";
import type { FallbackFlags, SearchFallback } from "./search-fallback.js";

/** An engine for a pattern, and whether the pattern has a label. */
export type SearchPlan = { engine: SearchEngine; labelled: boolean };

/** Decides what a pattern runs on: the grammar's own states, else the fallback, else nothing. */
export function planSearch(
  source: string,
  flags: FallbackFlags,
  fallback: SearchFallback | undefined,
): PatternResult<SearchPlan> {
  const parsed = parseSearch(source, flags.ignoreCase);
  if (!parsed.ok) return planBeyond(source, flags, fallback, parsed.issues);

  const states = countStates(parsed.value.pieces);
  if (states > SEARCH_MAX_STATES) return refuse([describeStates(source, states)]);
  const group = measureGroup(parsed.value);
  if (group.min > SESSION_ID_MAX_LENGTH)
    return refuse([
      describe(
        source,
        "PATTERN_MATCHES_NOTHING",
        0,
        source.length,
        msg`its group needs at least ${group.min} characters and an id has at most ${SESSION_ID_MAX_LENGTH}`,
        msg`lower the counts in the group`,
      ),
    ]);
  let built: Automaton | undefined;
  const automaton = () => {
    built ??= buildAutomaton(parsed.value);
    return built;
  };
  const engine: SearchEngine = { kind: "states", automaton, variableGroup: group.isVariable };
  return { ok: true, value: { engine, labelled: hasLabel(parsed.value) }, issues: [] };
}

/** What to do with a pattern that the grammar does not take. */
function planBeyond(
  source: string,
  flags: FallbackFlags,
  fallback: SearchFallback | undefined,
  issues: readonly PatternIssue[],
): PatternResult<SearchPlan> {
  const beyond = issues.filter(({ code }) => code === "PATTERN_NEEDS_RE2");
  if (beyond.length === 0) return refuse(issues);
  // The grammar's reader goes over what it does not know; only one that knows all of RE2 sees what is inside.
  const measure = measureRe2(source);
  const wrong = mergeIssues(
    issues.filter(
      ({ code }) => code !== "PATTERN_NEEDS_RE2" && (code !== "PATTERN_GROUP_MISSING" || measure.groups === 0),
    ),
    measure.issues,
  );
  if (wrong.length > 0 || fallback === undefined)
    return refuse(fallback === undefined ? mergeIssues(beyond, wrong) : wrong);
  if (measure.states > SEARCH_MAX_STATES) return refuse([describeStates(source, measure.states)]);
  const compiled = fallback.compile(source, flags);
  if ("refusal" in compiled)
    return refuse([
      describe(
        source,
        "PATTERN_RE2_REFUSED",
        0,
        source.length,
        msg`${fallback.name} does not take it: ${compiled.refusal}`,
        msg`write the pattern in the search grammar`,
      ),
    ]);
  // Nothing is known of the group's length here, so it is taken for variable.
  const engine: SearchEngine = {
    kind: "lines",
    program: compiled.program,
    states: measure.states,
    variableGroup: true,
  };
  return { ok: true, value: { engine, labelled: measure.labelled }, issues: [] };
}

/** Both lists in the order of their places, one issue for each code and place. */
function mergeIssues(some: readonly PatternIssue[], others: readonly PatternIssue[]): PatternIssue[] {
  const isNew = (one: PatternIssue) => !some.some(({ code, offset }) => code === one.code && offset === one.offset);
  return [...some, ...others.filter(isNew)].sort((one, other) => one.offset - other.offset);
}

function describeStates(source: string, states: number): PatternIssue {
  return describe(
    source,
    "PATTERN_TOO_MANY_STATES",
    0,
    source.length,
    msg`its counts add up to ${states} states, at most ${SEARCH_MAX_STATES} are taken`,
    msg`lower the counts`,
  );
}

function refuse(issues: readonly PatternIssue[]): PatternResult<never> {
  return { ok: false, issues: [...issues] };
}
