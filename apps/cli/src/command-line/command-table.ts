/** An option: with `value` it takes one, named so in the help; without it is a switch. */
export type OptionSpec = { value?: string; short?: string; about: string };

/** One command as data: what is parsed, what the help says, and what a mistyped name is compared with. */
export type CommandSpec = {
  summary: string;
  /** What stands after the options, in order. */
  words: { name: string; needed: boolean }[];
  /**
   * The words after the first one are a prompt: nothing in them is an option, so that `slipway run claude -v is broken`
   * asks about `-v`. Without a prompt, options may stand anywhere.
   */
  prompt: boolean;
  options: Record<string, OptionSpec>;
  notes: string[];
};

/** Options of every command; they may also stand before its name. */
export const GLOBAL_OPTIONS: Record<string, OptionSpec> = {
  json: { about: "Write JSON on standard output (run, resume: standard error)" },
  catalog: { value: "FILE", about: "Use this signed catalog (FILE.minisig beside it), not the bundled one" },
  "catalog-key": { value: "KEY", about: "The public key it must be signed by: the RW... line, or a file with it" },
  "allow-development-key": { about: "Accept the worthless key of development; for trying things out only" },
  help: { short: "h", about: "Show help" },
};

const launching: Record<string, OptionSpec> = {
  model: { value: "M", about: "Choose the model; refused when the agent cannot be told" },
  yolo: { about: "The same as --approve bypass" },
  approve: { value: "MODE", about: "plan, ask, acceptEdits, bypass or default: how freely the agent acts" },
  "prompt-file": { value: "FILE", about: "Read the prompt from FILE" },
  "dry-run": { about: "Show what would be started; needs no installed agent" },
};
const accepting: Record<string, OptionSpec> = {
  "accept-unconfirmed": { about: "Resume by an id that was only seen in unstructured output" },
};
const cwd: Record<string, OptionSpec> = {
  cwd: { value: "DIR", about: "The agent's working directory; here if not given" },
};

const promptNote = "Options stand before the first word. Everything after it is the prompt, joined by single spaces.";

/** The commands, in the order of the help. */
export const COMMANDS: Record<string, CommandSpec> = {
  list: {
    summary: "Agents, whether each is installed, and where",
    words: [],
    prompt: false,
    options: {},
    notes: ["Starts no program: a version is the one seen when the agent was adopted."],
  },
  show: {
    summary: "All that is known of one agent",
    words: [{ name: "id", needed: true }],
    prompt: false,
    options: {},
    notes: [],
  },
  run: {
    summary: "Start an agent in this terminal",
    words: [
      { name: "id", needed: true },
      { name: "prompt...", needed: false },
    ],
    prompt: true,
    options: { ...launching, ...cwd },
    notes: [promptNote, "When the agent ends, its session id and how to resume it are written to standard error."],
  },
  print: {
    summary: "Ask an agent one thing, without a terminal",
    words: [
      { name: "id", needed: true },
      { name: "prompt...", needed: false },
    ],
    prompt: true,
    options: {
      ...launching,
      ...cwd,
      resume: { value: "SESSION", about: "Ask in this earlier session" },
      ...accepting,
      raw: { about: "Pass every byte to a terminal, not only text and colours" },
      events: { about: "Write events as lines of JSON while it works; the last is the result" },
    },
    notes: [promptNote, "A prompt of - is read from standard input. One line end at its end is left out."],
  },
  resume: {
    summary: "Take up an earlier session in this terminal",
    words: [
      { name: "session", needed: true },
      { name: "prompt...", needed: false },
    ],
    prompt: true,
    options: { ...launching, ...accepting, cwd: { value: "DIR", about: "Another folder than that of the session" } },
    notes: [promptNote, "A session is named by its id or by the beginning of it, as `slipway sessions` shows it."],
  },
  sessions: { summary: "Earlier sessions, newest first", words: [], prompt: false, options: {}, notes: [] },
  doctor: {
    summary: "Check agents, terminal and folders, and say what to do",
    words: [{ name: "id", needed: false }],
    prompt: false,
    options: { reap: { about: "End what sessions left whose host is gone, killed or crashed" } },
    notes: ["Asks each installed agent for its version. Exit code 1 when something is in the way of a launch."],
  },
  adopt: {
    summary: "Choose the file that runs as an agent",
    words: [{ name: "id", needed: true }],
    prompt: false,
    options: {
      path: { value: "FILE", about: "This file, not the first one found" },
      sha256: { value: "DIGEST", about: "Only if this is its SHA-256, now and at each launch; is the yes" },
      tree: { value: "FOLDER", about: "With every file under FOLDER, which holds the file" },
      yes: { about: "Answer the question with yes" },
    },
    notes: [
      "Shows path, owner, interpreter and digest, and asks.",
      "Without a terminal give --sha256, or --path and --yes.",
      "With --sha256 the file is held to that content: a changed one is refused until adopted again.",
      "With --tree also names that are added to FOLDER or taken away are refused at a launch,",
      "and doctor compares the bytes of all its files.",
      "Without either an update of the file is followed, and said once (RUNTIME_BINARY_DRIFTED).",
      "Of an agent from --catalog it is followed only after its path was named here.",
    ],
  },
  which: {
    summary: "The file that runs as an agent, and why it is that one",
    words: [{ name: "id", needed: true }],
    prompt: false,
    options: {},
    notes: [
      "Writes the path alone on standard output; starts and adopts nothing.",
      "Exit code 1 when no file would be started, with the reasons and all that was looked at.",
    ],
  },
  forget: {
    summary: "Forget which file runs as an agent",
    words: [{ name: "id", needed: true }],
    prompt: false,
    options: {},
    notes: ["The program itself stays. The next launch looks for one again, as at the first."],
  },
};
