import type { Result } from "@slipway/errors";
import { msg, refuse, succeed, verbatim } from "@slipway/errors";
import type { SessionOutput } from "@slipway/runtime";
import { launch, run } from "@slipway/runtime";
import type { CommandResult, Invocation } from "../invocation.js";
import { TextAndColours } from "../terminal/keep-text-and-colours.js";
import { exitCodeOfEnd, listConcerns } from "./describe-end.js";
import type { Prepared } from "./prepare-launch.js";
import type { Remembered } from "./remember-session.js";
import { doubtFailedStart, isDoubtful, lockSession, rememberSession, showAcceptance } from "./remember-session.js";

const ENDING = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Runs a prepared headless launch to its end, passing its output on; a signal to this program ends the session first. */
export async function printAnswer(invocation: Invocation, prepared: Prepared): Promise<Result<CommandResult>> {
  const stop = new AbortController();
  let endedBy: NodeJS.Signals | undefined;
  const onSignal = (signal: NodeJS.Signals): void => {
    endedBy ??= signal;
    stop.abort();
  };
  const onBroken = (): void => stop.abort();
  for (const signal of ENDING) process.on(signal, onSignal);
  invocation.output.broken.addEventListener("abort", onBroken, { once: true });
  const lock = await lockSession(prepared);
  try {
    if (!lock.ok) return lock;
    const answer = invocation.json ? collectAnswer : passAnswer;
    return await answer(invocation, prepared, stop.signal, () => endedBy);
  } finally {
    if (lock.ok) lock.value?.release();
    invocation.output.broken.removeEventListener("abort", onBroken);
    for (const signal of ENDING) process.off(signal, onSignal);
  }
}

type Answer = (
  invocation: Invocation,
  prepared: Prepared,
  signal: AbortSignal,
  endedBy: () => NodeJS.Signals | undefined,
) => Promise<Result<CommandResult>>;

const passAnswer: Answer = async (invocation, prepared, signal, endedBy) => {
  const { output, env } = invocation;
  const launched = await launch(prepared.plan, { binary: prepared.program.binary, env, signal });
  if (!launched.ok) return launched;
  const session = launched.value;
  const remembering = rememberSession(prepared, session);
  await Promise.all([pass(invocation, "stdout", session.output), pass(invocation, "stderr", session.errorOutput)]);
  const end = await session.ended;
  const remembered = await remembering;
  const { outcome, record, short, issues, release } = await doubtFailedStart(prepared, remembered, end);
  release();
  if (end.kind === "spawn-failed") return refuse(end.issue);
  if (record !== undefined && short !== undefined)
    output.tell(
      msg`slipway: session ${record.sessionId}; to go on: slipway print ${verbatim(showAcceptance(record))}--resume ${short} ${record.agent} ...`,
    );
  else if (outcome.id === undefined)
    output.tell(msg`slipway: the id of this session is not known (${outcome.state}); it cannot be resumed by id`);
  else if (!isDoubtful(issues)) output.tell(msg`slipway: session ${outcome.id}, which was not stored`);
  return succeed({ exitCode: exitCodeOfEnd(end, endedBy()) }, [...launched.issues, ...issues, ...listConcerns(end)]);
};

/** For programs: one JSON value at the end, and under `--events` a line for each event as it comes. */
const collectAnswer: Answer = async (invocation, prepared, signal, endedBy) => {
  const { output, env, flags } = invocation;
  const events = flags.has("events");
  const known: { remembered?: Promise<Remembered> } = {};
  const ran = await run(prepared.plan, {
    binary: prepared.program.binary,
    env,
    signal,
    onStart: (session) => {
      known.remembered = rememberSession(prepared, session);
    },
    ...(events ? { onEvent: (event) => output.giveJson(event) } : {}),
  });
  if (ran.end.kind === "spawn-failed" || known.remembered === undefined) return refuse(...ran.issues);
  const { issues, release } = await doubtFailedStart(prepared, await known.remembered, ran.end);
  release();
  const exitCode = exitCodeOfEnd(ran.end, endedBy());
  const { stdout, stderr, end, id, durationMs, answer, unknownEvents, unreadableLines } = ran;
  const plain = { stdout: stdout.text, stderr: stderr.text, truncated: stdout.truncated || stderr.truncated };
  const read = { answer, unknownEvents, unreadableLines, stderr: stderr.text, truncated: stderr.truncated };
  const json = { exitCode, end, session: id, durationMs, ...(events ? read : plain) };
  return succeed({ exitCode, json }, [...ran.issues, ...issues, ...listConcerns(end)]);
};

/** Bytes untouched to a file or a pipe; to a terminal, text and colours only, unless --raw asks for all. */
async function pass({ output, flags, env }: Invocation, to: "stdout" | "stderr", source: SessionOutput): Promise<void> {
  const filtered = process[to].isTTY && !flags.has("raw");
  const keep = new TextAndColours({ colours: (env["NO_COLOR"] ?? "") === "" });
  for await (const bytes of source) await output.pass(to, filtered ? Buffer.from(keep.push(bytes)) : bytes);
  if (filtered) await output.pass(to, Buffer.from(keep.end()));
}
