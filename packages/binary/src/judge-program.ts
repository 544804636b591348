import type { Issue } from "@slipway/errors";
import { msg } from "@slipway/errors";
import { BinaryError, binaryIssue } from "./binary-code.js";
import type { OwnershipPolicy, Verdict } from "./bound-binary.js";
import { checkHostile, findHostilePlaces } from "./hostile-places.js";
import type { HashWish, Judgement } from "./judge-file.js";
import { judgeAs } from "./judge-file.js";
import type { Interpreter, ProgramContext } from "./resolve-interpreter.js";
import { resolveInterpreter } from "./resolve-interpreter.js";
import { readPathVariable } from "./search-places.js";
import type { BinaryPorts } from "./system-ports.js";
import { defaultPolicy, systemPorts } from "./system-ports.js";

/** What `discover` and `bindBinary` are told about the launch that the binary is for. */
export type ProgramOptions = {
  /** The working directory of the launch, absolute: nothing in it is started unasked. */
  workspace: string;
  /** The host's environment; PATH and HOME are read. The process's own by default. */
  env?: Readonly<Record<string, string | undefined>>;
  /** `strict` by default, `standard` on macOS. */
  policy?: OwnershipPolicy;
  /**
   * Take a file whose ownership this platform cannot prove. The caller asks its user first; under `strict` it is refused
   * all the same.
   */
  acceptUnproven?: boolean;
  ports?: Partial<BinaryPorts>;
};

/** A judged file with, for a script, the judged interpreter. */
export type ProgramJudgement = Judgement & { interpreter?: Interpreter };

/** Works out what the judgements of one call share. */
export function prepareContext(options: ProgramOptions): ProgramContext {
  const machine = systemPorts(options.ports);
  // The user database is read once a call: it is a file that is opened and searched each time it is asked.
  const user = machine.user();
  const ports: BinaryPorts = { ...machine, user: () => user };
  const policy = options.policy ?? defaultPolicy(ports.platform);
  if (policy !== "strict" && policy !== "standard" && policy !== "report")
    throw new BinaryError("BINARY_MISUSE", msg`policy must be strict, standard or report, not ${policy}`);
  return {
    ports,
    policy,
    hostile: findHostilePlaces(options.workspace, ports),
    searchPath: readPathVariable(options.env ?? process.env, ports),
    acceptUnproven: policy !== "strict" && options.acceptUnproven === true,
  };
}

/**
 * Judges a program whole: the file, then its interpreter. `named` is true when the caller chose this very file, which
 * lifts the rule about the workspace for the file, and never for the interpreter.
 */
export function judgeProgram(path: string, named: boolean, hash: HashWish, context: ProgramContext): ProgramJudgement {
  const judged = judgeAs(path, "entrypoint", context, hash);
  const issues: Issue[] = [];
  if (!named) {
    const steps = [path, ...judged.links, ...(judged.realPath === undefined ? [] : [judged.realPath])];
    const hostile = steps.map((step) => checkHostile(step, context.hostile)).find((found) => found !== undefined);
    if (hostile !== undefined) issues.push(hostile);
  }
  if (judged.shebang === undefined) return addIssues(judged, issues);
  const interpreter = resolveInterpreter(judged, judged.shebang, context);
  if (!interpreter.ok) return addIssues(judged, [...issues, ...interpreter.issues]);
  const whole = { ...addIssues(judged, issues), interpreter: interpreter.value };
  if (interpreter.issues.length === 0) return whole;
  // A doubt about the interpreter is one about the program: it is not ok because its script is.
  const verdict = whole.verdict === "ok" ? "unproven" : whole.verdict;
  return { ...whole, verdict, issues: [...whole.issues, ...interpreter.issues] };
}

function addIssues(judged: Judgement, issues: readonly Issue[]): Judgement {
  return issues.length === 0 ? judged : { ...judged, verdict: "refused", issues: [...judged.issues, ...issues] };
}

/** The refusal that the policy adds to a verdict, or nothing when the file may be bound. */
export function checkBindable(verdict: Verdict, path: string, context: ProgramContext): Issue | undefined {
  if (context.policy === "report")
    return binaryIssue({
      code: "BINARY_REPORT_ONLY",
      message: msg`the policy report judges ${path} and binds nothing`,
      hint: msg`use strict, or standard`,
    });
  if (verdict !== "unproven" || context.acceptUnproven) return undefined;
  return binaryIssue({
    code: "BINARY_UNPROVEN",
    message: msg`who can write ${path} is not proven, and the policy is ${context.policy}`,
    hint:
      context.policy === "strict"
        ? msg`remove the doubt named above, or choose the policy standard`
        : msg`confirm this file to accept the doubt named above`,
  });
}
