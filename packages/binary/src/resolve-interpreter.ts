import { basename, dirname } from "node:path";
import type { Issue, Result } from "@slipway/errors";
import { joinPrintable, msg, refuse, succeed, verbatim } from "@slipway/errors";
import { binaryIssue, faultCode } from "./binary-code.js";
import type { BoundBinary } from "./bound-binary.js";
import { checkInterpreterName } from "./forbidden-entrypoint.js";
import { holdFile } from "./hold-file.js";
import type { HostilePlaces } from "./hostile-places.js";
import { checkHostile } from "./hostile-places.js";
import type { Judgement } from "./judge-file.js";
import { judgeAs } from "./judge-file.js";
import type { JudgeContext } from "./judge-writers.js";
import { tellFirst } from "./judge-writers.js";
import type { Shebang } from "./parse-shebang.js";
import type { Place } from "./search-places.js";
import { checkPlace, readSearchPath } from "./search-places.js";

/** Scripts whose interpreter is again a script, as deep as the kernel goes (exec of Linux gives up after 5). */
export const INTERPRETER_CHAIN_MAX = 4;

/** What resolving needs besides the script. */
export type ProgramContext = JudgeContext & {
  hostile: HostilePlaces;
  /** The value of PATH. */
  searchPath: string;
  /** Its entries, judged once for all scripts of a call. */
  pathPlaces?: Place[];
  /** Take files whose ownership could not be proven; never under `strict`. */
  acceptUnproven: boolean;
  /** Whether interpreters are hashed: where their identity alone would not show a later write, when binding. */
  hashInterpreters?: "unordered";
};

/** An interpreter as a bound binary holds it. */
export type Interpreter = NonNullable<BoundBinary["interpreter"]>;

/**
 * Finds and judges the native program that runs a script, now, so that neither the kernel's `#!` line nor a PATH decides
 * it at launch: an absolute script with `#!/usr/bin/env node` runs whatever `node` comes first in the child's PATH, and
 * under `npx` that is the repository's.
 *
 * A name (`env node`) is looked for beside the script as it was found, in the `bin` of the npm prefix that holds it, in
 * the running Node when the name is `node`, then in PATH, in all of them under the rules of {@link checkPlace}. A refused
 * one does not hide later ones. `BINARY_INTERPRETER_MISSING` is never the same as a missing program. The issues of a
 * success are the doubts about its ownership that the caller accepts.
 */
export function resolveInterpreter(
  script: Judgement,
  shebang: Shebang,
  context: ProgramContext,
  depth = 1,
  tried = new Set<string>(),
): Result<Interpreter> {
  if (depth > INTERPRETER_CHAIN_MAX)
    return refuse(
      binaryIssue({
        code: "BINARY_INTERPRETER_CHAIN",
        message: msg`${script.path} runs through more than ${INTERPRETER_CHAIN_MAX} interpreters that are scripts`,
      }),
    );
  if (shebang.find === "file") return takeInterpreter(shebang.path, script, shebang, context, depth, tried);

  const named = checkInterpreterName(shebang.name);
  if (named !== undefined) return refuse(wrapRefusal(script, shebang.name, [named]));
  const against: Issue[] = [];
  let repeated = false;
  for (const path of listCandidates(script, shebang.name, context)) {
    if (!exists(path, context)) continue;
    // Scripts that name each other, in every folder of PATH, are places to the power of the depth without this.
    if (tried.has(`${depth} ${path}`)) {
      repeated = true;
      continue;
    }
    tried.add(`${depth} ${path}`);
    const taken = takeInterpreter(path, script, shebang, context, depth, tried);
    if (taken.ok) return taken;
    against.push(...taken.issues);
  }
  if (against.length > 0) return refuse(...against);
  if (repeated)
    return refuse(
      binaryIssue({
        code: "BINARY_INTERPRETER_CHAIN",
        message: msg`${script.path} needs ${shebang.name} to run, and every ${shebang.name} was tried already`,
      }),
    );
  return refuse(
    binaryIssue({
      code: "BINARY_INTERPRETER_MISSING",
      message: msg`${script.path} needs ${shebang.name} to run, and no ${shebang.name} was found`,
      hint: msg`install ${shebang.name} where PATH finds it`,
    }),
  );
}

function* listCandidates(script: Judgement, name: string, context: ProgramContext): Generator<string> {
  const { ports, hostile } = context;
  const prefix = /^(.*)\/lib\/node_modules\//su.exec(script.realPath ?? "")?.[1];
  for (const folder of [dirname(script.path), ...(prefix === undefined ? [] : [`${prefix}/bin`])])
    if (checkPlace(folder, hostile, ports) === undefined) yield `${folder}/${name}`;
  if (name === "node" && /^node(?:js)?\d*(?:\.exe)?$/iu.test(basename(ports.execPath))) yield ports.execPath;
  context.pathPlaces ??= readSearchPath(context.searchPath, hostile, ports);
  for (const place of context.pathPlaces) if (place.skipped === undefined) yield `${place.folder}/${name}`;
}

function takeInterpreter(
  path: string,
  script: Judgement,
  { find, args }: Shebang,
  context: ProgramContext,
  depth: number,
  tried: Set<string>,
): Result<Interpreter> {
  const judged = judgeAs(path, "interpreter", context, context.hashInterpreters ?? false);
  const reached = [path, ...judged.links, ...(judged.realPath === undefined ? [] : [judged.realPath])];
  const hostile = reached.map((step) => checkHostile(step, context.hostile)).find((found) => found !== undefined);
  if (hostile !== undefined) return refuse(wrapRefusal(script, path, [hostile]));
  const errors = judged.issues.filter((found) => found.severity === "error");
  if (errors.some((found) => found.code === "BINARY_MISSING" || found.code === "BINARY_LINK_BROKEN"))
    return refuse(
      binaryIssue({
        code: "BINARY_INTERPRETER_MISSING",
        message: msg`${script.path} needs ${path} to run, which does not exist`,
        hint: msg`install it, or install the program again`,
      }),
    );
  const usable = judged.verdict === "ok" || (judged.verdict === "unproven" && context.acceptUnproven);
  if (!usable || judged.realPath === undefined || judged.identity === undefined)
    return refuse(wrapRefusal(script, path, errors));
  const file = holdFile(judged.realPath, judged.identity, judged, false);
  const { verdict } = judged;
  if (judged.kind === "native") {
    const venv = checkVirtualEnvironment(path, judged, script, context);
    if (venv !== undefined) return refuse(venv);
    const applet = nameApplet(path, file.path);
    return succeed({ ...file, args: [...applet, ...args], lookup: find === "name", verdict }, errors);
  }
  if (judged.shebang === undefined) return refuse(wrapRefusal(script, path, errors));
  const inner = resolveInterpreter(judged, judged.shebang, context, depth + 1, tried);
  if (!inner.ok) return inner;
  return succeed(
    {
      ...inner.value,
      args: [...inner.value.args, file.path, ...args],
      through: [...(inner.value.through ?? []), file],
      // One lookup, or one doubt, in the chain is one of the whole.
      lookup: find === "name" || inner.value.lookup,
      verdict: verdict === "ok" ? inner.value.verdict : verdict,
    },
    [...errors, ...inner.issues],
  );
}

/**
 * One file that is many programs and tells them apart by the name it is called with (`/bin/sh` of Alpine is busybox): we
 * call it by its real path, so the name becomes its first argument.
 */
function nameApplet(path: string, realPath: string): string[] {
  const isMulti = /^(?:busybox|toybox)(?:[.-][a-z0-9.]+)?$/u.test(basename(realPath));
  return isMulti && basename(path) !== basename(realPath) ? [basename(path)] : [];
}

/** A virtual environment is found by the path of the link that Python was called by, which is not the path we start. */
function checkVirtualEnvironment(
  path: string,
  judged: Judgement,
  script: Judgement,
  context: ProgramContext,
): Issue | undefined {
  if (judged.realPath === path || !exists(`${dirname(dirname(path))}/pyvenv.cfg`, context)) return undefined;
  return binaryIssue({
    code: "BINARY_INTERPRETER_REFUSED",
    message: msg`${script.path} runs in a Python virtual environment, whose python is a link to ${judged.realPath}: started by its real path it would not find the environment`,
    hint: msg`make the environment with copies instead of links (python -m venv --copies)`,
  });
}

function wrapRefusal(script: Judgement, interpreter: string, why: readonly Issue[]): Issue {
  const reasons = joinPrintable(
    why.map((found) => found.message),
    "; ",
  );
  const hint = tellFirst(why)?.hint ?? why.find((found) => found.hint !== undefined)?.hint;
  return binaryIssue({
    code: "BINARY_INTERPRETER_REFUSED",
    message: msg`${script.path} would be run by ${interpreter}, which is refused: ${verbatim(reasons)}`,
    ...(hint === undefined ? {} : { hint }),
  });
}

function exists(path: string, context: ProgramContext): boolean {
  try {
    context.ports.fs.lstatSync(path);
    return true;
  } catch (error) {
    return faultCode(error) === "EACCES";
  }
}
