import { existsSync } from "node:fs";
import { join } from "node:path";
import type { BoundBinary, Trace } from "@slipway/binary";
import type { Issue, Printable } from "@slipway/errors";
import { msg, printable, verbatim } from "@slipway/errors";
import type { Agent } from "@slipway/manifest";
import { runtimeIssue } from "../runtime-error.js";

/** Characters that no shell reads as anything but themselves. */
const PLAIN_PATH = /^[A-Za-z0-9_@%+=:,./-]+$/;

/** Why no program of the agent can be used: absent, with where to get it; or found and refused, each with its reason. */
export function describeAbsence(agent: Agent, trace: Trace): Issue[] {
  const reasons = trace.candidates.flatMap(({ reason }) => (reason === undefined ? [] : [reason]));
  const about = trace.issues.filter(({ severity }) => severity === "error");
  if (trace.status === "refused") return [...reasons, ...about];
  const names = agent.program.names.join(" or ");
  const url = agent.display.downloadUrl;
  const passedOver = describePassedOver(agent, trace);
  return [
    runtimeIssue({
      code: "RUNTIME_AGENT_NOT_INSTALLED",
      message:
        passedOver.length === 0
          ? msg`${agent.name} is not installed: ${names} was found in no place that may be looked in`
          : msg`${agent.name} is not installed where it may be taken from; ${names} was found and not taken, as said below`,
      hint: url === undefined ? msg`install it so that ${names} is on PATH` : msg`get it from ${url}`,
    }),
    ...passedOver,
    ...about,
  ];
}

const CODES_OF_HOSTILE_PLACES: ReadonlySet<string> = new Set([
  "BINARY_IN_WORKSPACE",
  "BINARY_IN_NODE_MODULES",
  "BINARY_PLACE_OF_PACKAGE_RUNNER",
]);

/**
 * Files of the right name in places that the working directory controls. They are not opened, only looked for: without a
 * word about them a person sees the program on PATH and reads that it is not installed.
 */
export function describePassedOver(agent: Agent, trace: Trace): Issue[] {
  const skipped = trace.places.filter((place) => CODES_OF_HOSTILE_PLACES.has(place.skipped?.code ?? ""));
  return skipped.flatMap(({ folder, skipped: reason }) =>
    agent.program.names
      .map((name) => join(folder, name))
      .filter((file) => existsSync(file))
      .map((file) =>
        runtimeIssue({
          code: "RUNTIME_PROGRAM_PASSED_OVER",
          severity: "warning",
          message: msg`${file} was not taken: ${verbatim((reason as Issue).message)}`,
          hint: msg`if it is the one you mean: slipway adopt ${agent.id} --path ${verbatim(quotePath(file) ?? msg`FILE`)}`,
        }),
      ),
  );
}

/** What is wrong with a file that a variable named, with the variable: nothing else tells that PATH was not asked. */
export function nameOverride({ program }: Pick<Agent, "program">, path: string, found: Issue): Issue {
  const { envVar } = program;
  const next = msg`correct or unset ${envVar}`;
  return {
    ...found,
    message: msg`${envVar} names ${path}: ${verbatim(found.message)}`,
    hint: found.hint === undefined ? next : msg`${verbatim(found.hint)}; or ${verbatim(next)}`,
  };
}

/**
 * The refusal of a signed agent's changed program: it was adopted as the first one found, and whoever signed the catalog is
 * not who wrote the program. Once the path was named by hand, its updates are followed.
 */
export function describePathConfirmation(agent: Agent, binary: BoundBinary): Issue {
  const path = quotePath(binary.foundAt);
  return runtimeIssue({
    code: "RUNTIME_ADOPTION_REQUIRED",
    message: msg`${binary.foundAt}, or what runs it, is another file than was adopted for ${agent.id}, and nobody has named that path yet`,
    hint:
      path === undefined
        ? msg`look at the file, then adopt it by its path`
        : msg`if you updated it: slipway adopt ${agent.id} --path ${verbatim(path)} --yes; later updates there are then followed`,
  });
}

/** The refusal of a program that is held to a digest and is gone: another one must not take its place unasked. */
export function describeHeldGone(agent: Agent, { foundAt }: BoundBinary): Issue {
  return runtimeIssue({
    code: "RUNTIME_ADOPTION_REQUIRED",
    message: msg`the program of ${agent.id} was adopted by its digest, and ${foundAt} is gone`,
    hint: msg`slipway adopt ${agent.id} --path FILE --sha256 DIGEST`,
  });
}

/**
 * The refusal of an agent that must be confirmed by path and digest, with the line to type when it can be typed. `treeRoot`
 * is the folder that it was adopted with: a line without it would give up what it held.
 */
export function describeConfirmation(agent: Agent, binary: BoundBinary, treeRoot?: string): Issue {
  const line = showAdoptLine(agent.id, binary, treeRoot);
  return runtimeIssue({
    code: "RUNTIME_ADOPTION_REQUIRED",
    message:
      agent.trust === "local"
        ? msg`${agent.id} comes from an unsigned source: its program must be confirmed by path and digest`
        : treeRoot === undefined
          ? msg`the program of ${agent.id} was adopted by its digest, and this is not that file`
          : msg`the program of ${agent.id} was adopted with all files under ${treeRoot}, and these are not those files`,
    hint: line ?? msg`look at ${binary.foundAt}, then adopt it by its path and digest`,
  });
}

function showAdoptLine(id: string, binary: BoundBinary, treeRoot: string | undefined): Printable | undefined {
  const quoted = quotePath(binary.foundAt);
  const folder = treeRoot === undefined ? msg`` : quotePath(treeRoot);
  if (quoted === undefined || folder === undefined || binary.file.sha256 === undefined) return undefined;
  const line = msg`slipway adopt ${id} --path ${verbatim(quoted)} --sha256 ${binary.file.sha256}`;
  return treeRoot === undefined ? line : msg`${verbatim(line)} --tree ${verbatim(folder)}`;
}

/** Nothing when the path cannot be shown as itself: the reader would type another command than the one meant. */
function quotePath(path: string): Printable | undefined {
  const shown = printable(path, { maxColumns: 4_096 });
  if (shown !== path) return undefined;
  return PLAIN_PATH.test(path) ? shown : printable(`'${path.replaceAll("'", "'\\''")}'`, { maxColumns: 8_192 });
}
