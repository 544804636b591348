import { isAbsolute } from "node:path";
import type { Result } from "@slipway/errors";
import { hasErrors, msg, refuse, succeed } from "@slipway/errors";
import type { Agent, SignInStatus } from "@slipway/manifest";
import { resolveSwitches } from "../environment/named-switches.js";
import type { LaunchPlan } from "../launch-plan.js";
import { runtimeIssue } from "../runtime-error.js";
import { assertUse } from "./assert-request.js";
import { planEnvironment } from "./plan-environment.js";

/** What has to be known of an agent to ask it something. */
export type AskedAgent = Pick<Agent, "id" | "version" | "engine"> & {
  program?: Pick<Agent["program"], "names" | "prefix">;
};

/** Where an agent is asked for its version. */
export type VersionWishes = {
  /** A private folder of the launcher: some programs run files of the working directory even for this. Absolute. */
  cwd: string;
  /** The private folder that becomes TMPDIR. */
  tmpdir: string;
  /** Becomes HOME; `cwd` unless given. */
  home?: string;
};

/** Where a person signs in. */
export type SignInWishes = {
  /** Absolute. */
  cwd: string;
  /** The private folder that becomes TMPDIR. */
  tmpdir?: string;
};

/** PATH of a program that is only asked something: nothing of the user's, so that no helper of theirs runs. */
const FIXED_PATH = "/usr/local/bin:/usr/bin:/bin";

/**
 * The launch that makes a program say its version: no terminal, nothing of the host's environment. An agent of which
 * nobody has said how is refused (`RUNTIME_VERSION_UNSUPPORTED`): the argument may be a prompt to it.
 */
export function planVersion(agent: AskedAgent, wishes: VersionWishes): Result<LaunchPlan> {
  assertFolders(wishes);
  if (agent.version === undefined || agent.engine !== undefined)
    return refuse(
      runtimeIssue({
        code: "RUNTIME_VERSION_UNSUPPORTED",
        message: msg`nobody has said how ${agent.id} prints its version`,
        hint: msg`run the program yourself`,
      }),
    );
  const { cwd, tmpdir } = wishes;
  return succeed({
    ...makeQuestion(agent, agent.version),
    surface: "probe",
    cwd,
    env: {
      pass: [],
      set: {
        HOME: wishes.home ?? cwd,
        PATH: FIXED_PATH,
        TMPDIR: tmpdir,
        TMP: tmpdir,
        TEMP: tmpdir,
        NODE_DISABLE_COMPILE_CACHE: "1",
      },
      unset: [],
      mode: "clean",
    },
    notes: [],
  });
}

/**
 * The launch in which a person signs in, in a terminal: the arguments that the agent's entry declares, or the bare program
 * where its own screens lead there. Nothing declared is the refusal (`RUNTIME_SIGN_IN_UNSUPPORTED`).
 */
export function planSignIn(agent: Agent, wishes: SignInWishes): Result<LaunchPlan> {
  assertFolders(wishes);
  if (agent.signIn === undefined || agent.engine !== undefined)
    return refuse(
      runtimeIssue({
        code: "RUNTIME_SIGN_IN_UNSUPPORTED",
        message: msg`nobody has said how one signs in to ${agent.id}`,
        hint: msg`run it in a terminal and follow its screens`,
      }),
    );
  const switches = resolveSwitches(agent.environment);
  if (hasErrors(switches.issues)) return refuse(...switches.issues);
  const plan: LaunchPlan = {
    ...makeQuestion(agent, agent.signIn.args),
    surface: "pty",
    cwd: wishes.cwd,
    // A key that is set already would keep some agents from offering a sign-in at all.
    env: planEnvironment({ ...wishes, providers: [] }, switches.set, "inherit"),
    notes: [msg`keys of model providers are left out of the environment, so that the sign-in is the agent's own`],
  };
  return succeed(plan, switches.issues);
}

const STATUS_ARGS: Readonly<Record<SignInStatus["asked"], readonly string[]>> = {
  "auth-status": ["auth", "status"],
  "login-status": ["login", "status"],
};

/**
 * The launch that asks a program whether somebody is signed in: no terminal, and the environment of a headless launch, since
 * a key in it can be the sign-in; but for PATH.
 */
export function planSignInStatus(
  agent: AskedAgent,
  { asked }: SignInStatus,
  wishes: VersionWishes,
): Result<LaunchPlan> {
  assertFolders(wishes);
  const env = planEnvironment({ tmpdir: wishes.tmpdir }, new Map(), "clean");
  const own = { HOME: wishes.home ?? wishes.cwd, PATH: FIXED_PATH, NODE_DISABLE_COMPILE_CACHE: "1" };
  return succeed({
    ...makeQuestion(agent, STATUS_ARGS[asked]),
    surface: "probe",
    cwd: wishes.cwd,
    env: { ...env, set: { ...env.set, ...own } },
    notes: [],
  });
}

type Question = Omit<LaunchPlan, "surface" | "cwd" | "env" | "notes">;

function makeQuestion({ id, program }: Pick<AskedAgent, "id" | "program">, args: readonly string[]): Question {
  return {
    agent: id,
    start: "new",
    program: [...(program?.names ?? [])],
    argv: [...(program?.prefix ?? []), ...args],
    files: [],
    systemPromptAt: [],
    session: { target: "none", knownWhen: "never", idEvents: [] },
    approval: "default",
    approvalEffect: "agent-default",
    transport: { via: "none", reason: msg`this launch takes no prompt` },
    wrap: [],
  };
}

function assertFolders({ cwd, tmpdir }: { cwd: string; tmpdir?: string }): void {
  assertUse(typeof cwd === "string" && isAbsolute(cwd), msg`cwd is not an absolute path`);
  assertUse(
    tmpdir === undefined || (typeof tmpdir === "string" && isAbsolute(tmpdir)),
    msg`tmpdir is not an absolute path`,
  );
}
