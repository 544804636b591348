// Shows the whole way of the data on a machine without any agent: signed bytes, a list, a launch in a terminal, the
// session's id, a resume, a headless answer, and a catalog that was tampered with. Needs a build; writes to a temporary
// folder only, and removes it.
import { execFile } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { developmentKey, parrotPath } from "../packages/testkit/dist/index.js";

const repository = resolve(import.meta.dirname, "..");
const slipwayFile = join(repository, "apps/cli/bin/slipway.js");
const catalogTools = join(repository, "apps/catalog-tools/bin/slipway-catalog.js");
const floor = join(repository, "packages/catalog/agents.json");
const pty = createRequire(join(repository, "apps/cli/package.json"))("node-pty");

/** A step that takes longer than this has hung; the slowest takes about half a second. */
const STEP_LIMIT_MS = 20_000;

// Outside the repository: a program inside the folder one works in is never started.
const temp = realpathSync(mkdtempSync(join(tmpdir(), "slipway-demo-")));
const home = join(temp, "home");
const bin = join(temp, "bin");
const work = join(temp, "work");
const env = {
  HOME: home,
  SLIPWAY_HOME: join(temp, "slipway"),
  PATH: `${bin}:${process.env.PATH}`,
  LANG: "C.UTF-8",
  TERM: "xterm-256color",
};

let steps = 0;
const say = (text = "") => process.stdout.write(`${text}\n`);
const show = (text) => say(text.trimEnd().replace(/^/gmu, "    "));
const step = (what) => {
  steps += 1;
  say(`\n${steps}. ${what}`);
};
const expect = (condition, what) => {
  if (!condition) throw new Error(what);
};

/** Runs one of the two programs to its end. */
function start(file, args, { environment = env, cwd = work } = {}) {
  return new Promise((done) => {
    const options = { cwd, env: environment, timeout: STEP_LIMIT_MS };
    execFile(process.execPath, [file, ...args], options, (error, stdout, stderr) => {
      done({ code: error === null ? 0 : error.code, stdout, stderr });
    });
  });
}

/** Runs slipway in a terminal, types `line` once `cue` was seen, and waits for the end. */
function converse(args, cue, line) {
  return new Promise((done, fail) => {
    const terminal = pty.spawn(process.execPath, [slipwayFile, ...args], { cwd: work, env, cols: 100, rows: 30 });
    let output = "";
    let typed = false;
    const timer = setTimeout(() => {
      terminal.kill();
      fail(new Error(`the terminal did not come to an end; it said: ${output}`));
    }, STEP_LIMIT_MS);
    terminal.onData((data) => {
      output += data;
      if (typed || !output.includes(cue)) return;
      typed = true;
      terminal.write(`${line}\r`);
    });
    terminal.onExit(({ exitCode }) => {
      clearTimeout(timer);
      done({ code: exitCode, output: output.replace(/\u001B\][^\u0007]*\u0007|\u001B\[[0-9;?]*[A-Za-z]|\r/gu, "") });
    });
  });
}

async function demonstrate() {
  for (const folder of [home, bin, work]) mkdirSync(folder, { mode: 0o700 });
  copyFileSync(parrotPath(), join(bin, "parrot"));
  chmodSync(join(bin, "parrot"), 0o755);

  step(
    "The bundled catalog is verified against its signature (by the development key, which a release does not trust)",
  );
  const key = ["-P", developmentKey.publicKey, "--allow-development-key"];
  const verified = await start(catalogTools, ["verify", floor, ...key], { cwd: repository });
  expect(verified.code === 0, verified.stderr);
  show(verified.stdout.replaceAll(`${repository}/`, ""));

  step("Agents, and which are installed; parrot is a fake one that repeats what it hears");
  const listed = await start(slipwayFile, ["list"]);
  expect(listed.code === 0 && listed.stdout.includes(join(bin, "parrot")), listed.stdout + listed.stderr);
  show(listed.stdout);

  step("slipway run parrot hello there: a new conversation in a terminal, left with /quit");
  const first = await converse(["run", "parrot", "hello", "there"], "[turn 1]", "/quit");
  expect(first.code === 0 && first.output.includes("parrot heard: hello there [turn 1]"), first.output);
  show(first.output);

  step("The id was read from the terminal's output, in colours and in pieces, and stored");
  const stored = JSON.parse((await start(slipwayFile, ["sessions", "--json"])).stdout);
  const id = stored.sessions?.[0]?.sessionId;
  expect(typeof id === "string" && first.output.includes(id), JSON.stringify(stored));
  show(id);

  step(`slipway resume ${id.slice(0, 8)} and again: the same conversation, a second turn`);
  const second = await converse(["resume", id.slice(0, 8), "and", "again"], "[turn 2]", "/quit");
  expect(second.code === 0 && second.output.includes("parrot heard: and again [turn 2]"), second.output);
  show(second.output);

  step("Both turns stand in the agent's own transcript");
  const store = join(home, ".parrot", "sessions");
  const lines = readFileSync(join(store, `${id}.jsonl`), "utf8")
    .trim()
    .split("\n");
  const turns = lines.map((text) => JSON.parse(text)).filter(({ type }) => type === "user");
  expect(readdirSync(store).length === 1 && turns.length === 2, lines.join("\n"));
  for (const turn of turns) show(`user: ${turn.text}`);

  step("slipway print parrot --what is this?: headless, and a prompt that begins with dashes stays a prompt");
  const printed = await start(slipwayFile, ["print", "parrot", "--what", "is", "this?"]);
  expect(
    printed.code === 0 && printed.stdout.includes("parrot heard: --what is this?"),
    printed.stdout + printed.stderr,
  );
  show(printed.stdout);

  step("A catalog with one changed byte is refused");
  const forged = join(temp, "agents.json");
  const bytes = readFileSync(floor);
  bytes[bytes.length >> 1] ^= 1;
  writeFileSync(forged, bytes);
  copyFileSync(`${floor}.minisig`, `${forged}.minisig`);
  const catalogOptions = ["--catalog", forged, "--catalog-key", developmentKey.publicKey, "--allow-development-key"];
  const refused = await start(slipwayFile, ["list", ...catalogOptions]);
  expect(refused.code === 1 && refused.stderr.includes("MINISIGN_MESSAGE_FORGED"), refused.stdout + refused.stderr);
  show(refused.stderr.replaceAll(`${temp}/`, ""));

  step("Agents that are installed on this machine");
  const environment = { ...process.env, SLIPWAY_HOME: join(temp, "slipway-real") };
  const real = JSON.parse((await start(slipwayFile, ["list", "--json"], { environment })).stdout);
  const installed = real.agents.filter((agent) => agent.state === "found" || agent.state === "adopted");
  for (const agent of installed) show(`${agent.name} at ${agent.path}; start it with: slipway run ${agent.id}`);
  if (installed.length === 0) show("none; slipway list names where each can be had");

  const command = `node ${join(repository, "apps/cli/bin/slipway.js")}`;
  say(`\nAll ${steps} steps held. Next, in a folder of yours:`);
  show(`${command} list\n${command} doctor\n${command} run ${installed[0]?.id ?? "<id>"} "explain this project"`);
}

const failed = await demonstrate().then(
  () => undefined,
  (error) => error,
);
rmSync(temp, { recursive: true, force: true });
if (failed !== undefined) {
  process.stderr.write(`\ndemo: step ${steps} failed: ${failed.message}\n`);
  process.exitCode = 1;
}
