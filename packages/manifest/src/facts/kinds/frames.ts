import type { ArgTemplate, Start, Surface } from "../../agent.js";

/** Which group of the entry names the conversation; or fixed arguments that do. */
type IdSource = "session" | "resume" | "continue" | readonly ArgTemplate[];

/**
 * The frame of a launch: what stands where in argv, but for the values. The order is lead, inputs, switches, model,
 * id, approval, fixed, report, extra, prompt; with `idLast` the id stands between extra and prompt, as a
 * sub-command's positional.
 */
export type Frame = {
  surface: Surface;
  starts: readonly Start[];
  lead: readonly ArgTemplate[];
  id: { readonly [S in Start]?: IdSource };
  idLast: boolean;
  fixed: readonly ArgTemplate[];
};

const NONE: readonly ArgTemplate[] = [];
const OWN_GROUPS = { new: "session", resume: "resume", continue: "continue" } as const;
const SKIP_GIT = ["--skip-git-repo-check"];

/**
 * The reviewed launch shapes. Each was seen with a real program; facts choose among them by name and add nothing to argv.
 */
const FRAMES = {
  /** Interactive, with the entry's own groups. */
  plain: terminal(["new", "resume", "continue"], NONE, OWN_GROUPS),
  /** Interactive `resume [options] ID`. */
  "resume-subcommand": { ...terminal(["resume"], ["resume"], { resume: ["{UUID}"] }), idLast: true },
  /** Interactive `resume --last`. */
  "resume-subcommand-last": terminal(["continue"], ["resume", "--last"], { continue: NONE }),
  /** Interactive `--continue`. */
  "continue-flag": terminal(["continue"], NONE, { continue: ["--continue"] }),
  /** Interactive `--resume latest`. */
  "resume-latest": terminal(["continue"], NONE, { continue: ["--resume", "latest"] }),

  /** `exec` in a folder that need not be a repository. */
  exec: pipes(["new"], ["exec"], { new: NONE }, SKIP_GIT),
  /** `exec resume ID`. */
  "exec-resume": { ...pipes(["resume"], ["exec", "resume"], { resume: ["{UUID}"] }, SKIP_GIT), idLast: true },
  /** `exec resume --last`. */
  "exec-resume-last": pipes(["continue"], ["exec", "resume", "--last"], { continue: NONE }, SKIP_GIT),
  /** `run`. */
  run: pipes(["new"], ["run"], { new: NONE }),
  /** `run -s ID`. */
  "run-s": pipes(["resume"], ["run"], { resume: ["-s", "{UUID}"] }),
  /** `-p` as a switch, with the entry's session group. */
  print: pipes(["new"], NONE, OWN_GROUPS, ["-p"]),
  /** `-p` as a switch, with the entry's resume group. */
  "print-resume": pipes(["resume"], NONE, OWN_GROUPS, ["-p"]),
  /** `-p --continue`. */
  "print-continue": pipes(["continue"], NONE, { continue: ["--continue"] }, ["-p"]),
  /** Headless because of its prompt option, with the entry's groups. */
  "prompt-eq": pipes(["new", "resume"], NONE, OWN_GROUPS),
  /** The same with `--resume latest`. */
  "prompt-eq-latest": pipes(["continue"], NONE, { continue: ["--resume", "latest"] }),
} as const satisfies Record<string, Frame>;

/** The name of a frame. */
export type FrameKind = keyof typeof FRAMES;

/** Every name of a frame. */
export const FRAME_KINDS = Object.freeze(Object.keys(FRAMES)) as readonly FrameKind[];

/** The frame of a kind. */
export function findFrame(kind: FrameKind): Frame {
  return FRAMES[kind];
}

function terminal(starts: readonly Start[], lead: readonly ArgTemplate[], id: Frame["id"]): Frame {
  return { surface: "pty", starts, lead, id, idLast: false, fixed: NONE };
}

function pipes(
  starts: readonly Start[],
  lead: readonly ArgTemplate[],
  id: Frame["id"],
  fixed: readonly ArgTemplate[] = NONE,
): Frame {
  return { surface: "headless", starts, lead, id, idLast: false, fixed };
}
