#!/usr/bin/env node

// parrot: a coding agent's behaviour without a model, for testing launchers. It keeps conversations, mints or takes
// session ids, resumes, asks before it runs a command, and repeats what it hears.
//
// One file, Node built-ins only, and written so that it runs both as ESM and as CommonJS: a test copies it to a folder
// without package.json, under any name. `process.getBuiltinModule` exists for both (Node 20.16 and later).

const { spawnSync } = process.getBuiltinModule("node:child_process");
const { randomUUID } = process.getBuiltinModule("node:crypto");
const fs = process.getBuiltinModule("node:fs");
const os = process.getBuiltinModule("node:os");
const path = process.getBuiltinModule("node:path");
const readline = process.getBuiltinModule("node:readline");
const { setTimeout: sleep } = process.getBuiltinModule("node:timers/promises");

const VERSION = "1.0.0";
const USAGE = `Usage: parrot [options] [--] [prompt]

  --session-id ID   start a conversation under this id (refused when it exists)
  --resume ID       continue a conversation (refused when it does not exist)
  --model M         name a model; it is repeated in every answer
  --yolo            run commands without asking
  -p, --print       answer one prompt and exit; "-" or no prompt reads it from stdin
  --json            with -p: one JSON object a line on stdout
  --version, --help
`;

/** Ends with one line on stderr: 1 for a refusal, 2 for wrong use. */
class Stop extends Error {
  constructor(exitCode, message) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** An id becomes a file name, so it may not leave the store: no separator, no leading dot or dash. */
const SAFE_ID = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$/;

const FLAGS = new Map([
  ["--yolo", "yolo"],
  ["--json", "json"],
  ["-p", "print"],
  ["--print", "print"],
  ["--version", "version"],
  ["--help", "help"],
]);
const VALUES = new Map([
  ["--session-id", "sessionId"],
  ["--resume", "resume"],
  ["--model", "model"],
]);

function readArguments(argv) {
  const options = { yolo: false, json: false, print: false, version: false, help: false };
  let endOfOptions = false;
  for (let index = 0; index < argv.length; index += 1) {
    const argument = argv[index];
    if (endOfOptions || argument === "-" || !argument.startsWith("-")) {
      if (options.prompt !== undefined) throw new Stop(2, "only one prompt is taken; quote it");
      options.prompt = argument;
    } else if (argument === "--") {
      endOfOptions = true;
    } else if (FLAGS.has(argument)) {
      options[FLAGS.get(argument)] = true;
    } else {
      const equals = argument.indexOf("=");
      const name = equals === -1 ? argument : argument.slice(0, equals);
      if (!VALUES.has(name)) throw new Stop(2, `unknown option ${argument}`);
      if (equals === -1) index += 1;
      const value = equals === -1 ? argv[index] : argument.slice(equals + 1);
      if (value === undefined || value === "") throw new Stop(2, `${name} needs a value`);
      options[VALUES.get(name)] = value;
    }
  }
  if (options.json && !options.print) throw new Stop(2, "--json needs -p");
  return options;
}

function openConversation(options) {
  const folder = path.join(os.homedir(), ".parrot", "sessions");
  const file = (id) => path.join(folder, `${id}.jsonl`);
  if (options.resume !== undefined && options.sessionId !== undefined) {
    throw new Stop(1, "--session-id starts a conversation and --resume continues one; give one of them");
  }
  if (options.resume !== undefined) {
    const id = options.resume;
    if (!SAFE_ID.test(id) || !fs.existsSync(file(id))) throw new Stop(1, `no conversation found with session id ${id}`);
    let turns = 0;
    for (const line of fs.readFileSync(file(id), "utf8").split("\n")) {
      if (line !== "" && JSON.parse(line).type === "user") turns += 1;
    }
    return { id, file: file(id), turns };
  }
  const id = options.sessionId ?? randomUUID();
  if (!SAFE_ID.test(id)) throw new Stop(1, `not a session id: ${id}`);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const head = `${JSON.stringify({ type: "session", id, cwd: process.cwd(), version: VERSION })}\n`;
  try {
    fs.writeFileSync(file(id), head, { flag: "wx", mode: 0o600 });
  } catch (error) {
    if (error.code === "EEXIST") throw new Stop(1, `session id ${id} is already in use`);
    throw error;
  }
  return { id, file: file(id), turns: 0 };
}

function record(conversation, type, text) {
  fs.appendFileSync(conversation.file, `${JSON.stringify({ type, text })}\n`);
}

function runCommand(command) {
  const run = spawnSync("/bin/sh", ["-c", command], { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  const end = run.signal === null ? `exit ${run.status}` : `signal ${run.signal}`;
  return `${run.stdout}${run.stderr}[${end}]`;
}

/** One turn; `allow` decides about a command and returns undefined when it may run, else the words of the refusal. */
async function takeTurn(conversation, text, options, allow) {
  conversation.turns += 1;
  record(conversation, "user", text);
  const marks = `[turn ${conversation.turns}]${options.model === undefined ? "" : ` [model ${options.model}]`}`;
  let answer = `parrot heard: ${text} ${marks}`;
  if (text.startsWith("run: ")) {
    const command = text.slice("run: ".length);
    const refusal = options.yolo ? undefined : await allow(command);
    answer = refusal === undefined ? `parrot ran: ${command} ${marks}\n${runCommand(command)}` : `${refusal} ${marks}`;
  }
  record(conversation, "assistant", answer);
  return answer;
}

async function readStdin() {
  const chunks = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8").replace(/\n$/, "");
}

async function printOnce(options) {
  const prompt = options.prompt === undefined || options.prompt === "-" ? await readStdin() : options.prompt;
  if (prompt === "") throw new Stop(1, "the prompt is empty");
  const conversation = openConversation(options);
  const say = (object) => process.stdout.write(`${JSON.stringify(object)}\n`);
  if (options.json) say({ type: "session", id: conversation.id });
  else process.stderr.write(`session id: ${conversation.id}\n`);
  const answer = await takeTurn(conversation, prompt, options, async (command) => `refused to run: ${command}`);
  if (options.json) say({ type: "assistant", text: answer });
  else process.stdout.write(`${answer}\n`);
}

/** The id as a terminal program shows it: coloured, and reaching the reader in several pieces, cut inside the id. */
async function showSessionId(id) {
  const cut = Math.ceil(id.length / 3);
  const pieces = [
    "session",
    " id: \x1b[1",
    `;36m${id.slice(0, cut)}`,
    id.slice(cut, 2 * cut),
    `${id.slice(2 * cut)}\x1b[`,
  ];
  for (const piece of [...pieces, "0m\r\n"]) {
    process.stdout.write(piece);
    // Without a pause the kernel would hand the pieces over as one read.
    await sleep(3);
  }
}

async function talk(options) {
  if (!process.stdin.isTTY || !process.stdout.isTTY) throw new Stop(1, "stdin is not a terminal; use -p");
  const conversation = openConversation(options);
  process.stdout.write(`\x1b]0;parrot\x07\x1b[1mparrot ${VERSION}\x1b[0m in ${process.cwd()}\r\n`);
  await showSessionId(conversation.id);

  const terminal = readline.createInterface({ input: process.stdin, output: process.stdout, prompt: "parrot> " });
  const lines = [];
  let wake = () => {};
  let ended = false;
  let interrupted = false;
  terminal.on("line", (line) => {
    lines.push(line);
    wake();
  });
  terminal.on("SIGINT", () => {
    interrupted = true;
    terminal.close();
  });
  terminal.on("close", () => {
    ended = true;
    wake();
  });
  const ask = async (question) => {
    if (lines.length === 0 && !ended) {
      terminal.setPrompt(question);
      terminal.prompt();
    }
    while (lines.length === 0 && !ended) {
      await new Promise((resolve) => {
        wake = resolve;
      });
    }
    return interrupted ? undefined : lines.shift();
  };
  const allow = async (command) => {
    process.stdout.write(`${command}\r\n`);
    const word = await ask("Allow this command? (y/n) ");
    return word !== undefined && /^y(es)?$/i.test(word.trim()) ? undefined : `not allowed: ${command}`;
  };

  let text = options.prompt ?? (await ask("parrot> "));
  while (text !== undefined && text.trim() !== "/quit") {
    if (text.trim() !== "") {
      const answer = await takeTurn(conversation, text, options, allow);
      process.stdout.write(`${answer.replaceAll(/\r?\n/g, "\r\n")}\r\n`);
    }
    text = await ask("parrot> ");
  }
  terminal.close();
  process.stdout.write(`\r\nTo resume: parrot --resume ${conversation.id}\r\n`);
  if (interrupted) process.exitCode = 130;
}

async function main() {
  const options = readArguments(process.argv.slice(2));
  if (options.version) process.stdout.write(`parrot ${VERSION}\n`);
  else if (options.help) process.stdout.write(USAGE);
  else if (options.print) await printOnce(options);
  else await talk(options);
}

main().catch((error) => {
  process.stderr.write(`parrot: ${error instanceof Stop ? error.message : error.stack}\n`);
  process.exitCode = error instanceof Stop ? error.exitCode : 1;
});
