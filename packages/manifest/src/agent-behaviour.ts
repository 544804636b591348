/** Signs that a terminal program takes typed text. */
export const READY_SIGNS = Object.freeze([
  /** Any output. */
  "bytes",
  /** It switched bracketed paste on. */
  "bracketed-paste",
  /** The first whole screen of claude. */
  "claude-first-paint",
] as const);

/** Screens that can stand before the prompt line. No launcher answers one by itself. */
export const GATES = Object.freeze([
  /** Asks whether the folder's files are trusted. */
  "folder-trust",
  /** Asks to accept what the bypass means. */
  "bypass-consent",
  /** First-run questions: theme, terms. */
  "onboarding",
  /** Asks whether a key of the environment may be used. */
  "key-consent",
  /** Asks to sign in. */
  "sign-in",
  /** Offers a newer version. */
  "update-offer",
] as const);

/** When a gate is met. */
export const GATE_OCCASIONS = Object.freeze([
  "first-run",
  "new-folder",
  "bypass",
  "new-key",
  "signed-out",
  "update",
] as const);

/** What a blind Enter does at a gate: its default answer. */
export const GATE_DEFAULTS = Object.freeze(["accepts", "refuses", "ends-session", "unknown"] as const);

/** A screen before the prompt, when it comes, and what Enter would do to it. */
export type Gate = {
  name: (typeof GATES)[number];
  when: (typeof GATE_OCCASIONS)[number];
  enter: (typeof GATE_DEFAULTS)[number];
};

/** Reviewed readers of a menu of choices. */
export const MENU_READERS = Object.freeze(["claude-numbered"] as const);

/** Reviewed readers of a permission dialog. */
export const DIALOG_READERS = Object.freeze(["claude-permission", "opencode-permission"] as const);

/** How the agent behaves in a terminal. Times in milliseconds. */
export type TerminalBehaviour = {
  ready: (typeof READY_SIGNS)[number];
  typing?: {
    /** From the ready sign to the first key: earlier ones are lost. */
    afterReadyMs: number;
    /** Between two keys: faster ones count as a paste. */
    betweenKeysMs: number;
    /** Before Enter: an earlier one is swallowed. */
    beforeEnterMs: number;
  };
  gates: Gate[];
  /** First characters that its prompt line takes as a command when they are typed or pasted. */
  prefixes: string;
  /** Its redraw leaves old text that the launcher has to wipe. */
  repaint?: "wipe";
  menu?: { reader: (typeof MENU_READERS)[number]; digitSubmits: boolean };
  dialog?: (typeof DIALOG_READERS)[number];
};

/** Reasons for which an agent was seen to exit. */
export const EXIT_REASONS = Object.freeze([
  "session-id-in-use",
  "session-id-unknown",
  "session-id-invalid",
  "signed-out",
  /** The way to sign in that its settings name cannot be used. */
  "sign-in-misconfigured",
  "bypass-refused",
  "folder-not-trusted",
  "usage",
] as const);

/** An exit code, 1..255, and every reason it was seen for. */
export type ExitMeaning = { code: number; reasons: (typeof EXIT_REASONS)[number][] };

/**
 * Reviewed commands that say whether somebody is signed in, and change nothing. `auth-status`: `auth status` prints a JSON
 * object whose `loggedIn` tells. `login-status`: `login status` ends with 0, or with 1 and `Not logged in`.
 */
export const SIGN_IN_QUESTIONS = Object.freeze(["auth-status", "login-status"] as const);

/** How it can be asked whether somebody is signed in. */
export type SignInStatus = { asked: (typeof SIGN_IN_QUESTIONS)[number] };

/** A shared background server. `avoided`: started by default, and the launches here say not to; `stays`: nothing says not to. */
export const DAEMON_HABITS = Object.freeze(["none", "avoided", "stays", "unknown"] as const);

/** How its own updater is kept still: by a named switch of the environment, only by the agent's settings, or not at all. */
export const UPDATER_HABITS = Object.freeze(["none", "switch", "settings", "unknown"] as const);

/** What an agent does beside its session. */
export type Background = {
  daemon: (typeof DAEMON_HABITS)[number];
  updater: (typeof UPDATER_HABITS)[number];
};
