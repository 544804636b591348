import { REPORT_FORMATS } from "@slipway/manifest";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AgentEvent, AgentOutputParser } from "../src/index.js";
import {
  ANSWER_MAX_LENGTH,
  parseAgentOutput,
  REPORT_DOCUMENT_MAX_BYTES,
  REPORT_LINE_MAX_BYTES,
  RuntimeError,
} from "../src/index.js";
import { FAILURES, SAMPLES } from "./report-samples.js";

type Read = Pick<AgentOutputParser, "answer" | "unknownEvents" | "unreadableLines"> & { events: AgentEvent[] };

function read(format: (typeof REPORT_FORMATS)[number], chunks: readonly (Uint8Array | string)[]): Read {
  const parser = parseAgentOutput(format);
  const events = chunks.flatMap((chunk) => parser.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk));
  events.push(...parser.end());
  const { answer, unknownEvents, unreadableLines } = parser;
  return { events, answer, unknownEvents, unreadableLines };
}

const MESSAGE = '{"type":"item.completed","item":{"type":"agent_message","text":"hello"}}';
const HELLO = [{ kind: "text", text: "hello", partial: false }];
const given = (text: string) => ({ state: "given", text, truncated: false });

describe("when an agent's structured output is read", () => {
  it.each(SAMPLES)("gives the events and the answer of $format", ({ format, output, events, answer }) => {
    expect(read(format, [output])).toEqual({
      events,
      answer: given(answer as string),
      unknownEvents: 0,
      unreadableLines: 0,
    });
  });

  it.each(FAILURES)("gives no answer of $format when the agent gave up", ({ format, output, events }) => {
    expect(read(format, [output])).toMatchObject({ events, answer: { state: "absent", reason: "agent-error" } });
  });

  it.each(SAMPLES)("gives the same of $format whatever the cutting", ({ format, output }) => {
    const bytes = Buffer.from(`\ufeffWarning: a banner\n${output.replace("hi.", "hi \u20ac.")}`);
    const whole = read(format, [bytes]);
    expect(whole.unreadableLines).toBe(1);
    fc.assert(
      fc.property(fc.array(fc.nat({ max: bytes.length }), { maxLength: 30 }), (places) => {
        const cuts = [0, ...places, bytes.length].sort((left, right) => left - right);
        const chunks = cuts.slice(1).map((end, index) => bytes.subarray(cuts[index], end));
        expect(read(format, chunks)).toEqual(whole);
      }),
      { numRuns: 60 },
    );
    expect(
      read(
        format,
        [...bytes].map((byte) => Uint8Array.of(byte)),
      ),
    ).toEqual(whole);
  });

  it("says none-seen when the output ends without an answer", () => {
    for (const format of REPORT_FORMATS)
      expect(read(format, []).answer).toEqual({ state: "absent", reason: "none-seen" });
  });

  it("keeps what a sub-agent says from the reader, and joins a tool's output in pieces", () => {
    const said = { type: "assistant", parent_tool_use_id: "t", message: { content: [{ type: "text", text: "psst" }] } };
    const pieces = [
      { type: "text", text: "a" },
      { type: "image", source: {} },
      { type: "text", text: "b" },
    ];
    const ended = {
      type: "user",
      message: { content: [{ type: "tool_result", tool_use_id: "t", content: pieces, is_error: true }] },
    };
    expect(read("claude-stream-json", [`${JSON.stringify(said)}\n${JSON.stringify(ended)}\n`]).events).toEqual([
      { kind: "tool", phase: "end", id: "t", output: "a\nb", ok: false },
    ]);
  });

  it("gives events as soon as their line is whole", () => {
    const parser = parseAgentOutput("codex-jsonl");
    expect(parser.push(Buffer.from(MESSAGE))).toEqual([]);
    expect(parser.push(Buffer.from("\n{"))).toEqual(HELLO);
    expect(parser.answer).toEqual(given("hello"));
  });

  it("throws for a form that is none", () => {
    expect(() => parseAgentOutput("xml" as never)).toThrow(RuntimeError);
  });
});

describe("when a line is not what it should be", () => {
  it.each<[string, string | Buffer, number, number]>([
    ["a banner", "Welcome to codex!", 0, 1],
    ["half an object", '{"type":"turn.', 0, 1],
    ["an array", '[{"type":"turn.started"}]', 0, 1],
    ["a number", "42", 0, 1],
    ["invalid UTF-8", Buffer.from([0xff, 0xfe, 0x7b]), 0, 1],
    ["a NUL", "\0{}", 0, 1],
    ["an escape sequence", '\u001b[2K{"type":"turn.started"}', 0, 1],
    ["nothing but blanks", " \t\r", 0, 0],
    ["a kind of another version", '{"type":"hologram"}', 1, 0],
    ["no kind", "{}", 1, 0],
    ["a kind that is no text", '{"type":{"toString":"x"}}', 1, 0],
    ["members of the prototype", '{"__proto__":{"type":"error","message":"x"},"constructor":1}', 1, 0],
    ["an item of the prototype", '{"type":"item.completed","item":{"__proto__":{"type":"agent_message"}}}', 0, 0],
    ["wrong types everywhere", '{"type":"item.completed","item":[{"type":7}]}', 0, 0],
  ])("counts %s and goes on", (_, line, unknownEvents, unreadableLines) => {
    const chunks = [MESSAGE.replace("hello", "first"), "\n", line, "\r\n", MESSAGE, "\r\n"];
    expect(read("codex-jsonl", chunks)).toEqual({
      events: [{ kind: "text", text: "first", partial: false }, ...HELLO],
      answer: given("hello"),
      unknownEvents,
      unreadableLines,
    });
  });

  it("leaves the prototype of all objects alone", () => {
    read("codex-jsonl", ['{"__proto__":{"polluted":true},"type":"thread.started","thread_id":"x"}\n']);
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });

  it("reads a last line without its end, and tells a cut one", () => {
    expect(read("codex-jsonl", [MESSAGE]).events).toEqual(HELLO);
    expect(read("codex-jsonl", [MESSAGE.slice(0, -1)])).toMatchObject({ events: [], unreadableLines: 1 });
  });

  it("reads a line of exactly 1 MiB and gives up a longer one, alone", () => {
    const frame = MESSAGE.length - "hello".length;
    const fits = MESSAGE.replace("hello", "x".repeat(REPORT_LINE_MAX_BYTES - frame));
    expect(Buffer.byteLength(fits)).toBe(REPORT_LINE_MAX_BYTES);
    const tooLong = MESSAGE.replace("hello", "x".repeat(REPORT_LINE_MAX_BYTES - frame + 1));
    const done = read("codex-jsonl", [fits, "\n", tooLong, "\n", MESSAGE, "\n"]);
    expect(done.events.map((event) => event.kind === "text" && event.text.length)).toEqual([
      REPORT_LINE_MAX_BYTES - frame,
      5,
    ]);
    expect(done.unreadableLines).toBe(1);
    expect(read("codex-jsonl", [tooLong])).toMatchObject({ events: [], unreadableLines: 1 });
  });

  it("survives objects nested as deep as a line is long", () => {
    const deep = (open: string, close: string, count: number) => open.repeat(count) + close.repeat(count);
    const input = deep("[", "]", 200_000);
    const use = `{"type":"assistant","message":{"content":[{"type":"tool_use","name":"x","input":${input}}]}}\n`;
    expect(read("claude-stream-json", [use]).events).toMatchObject([{ kind: "tool", phase: "start", name: "x" }]);
    expect(read("codex-jsonl", [deep('{"a":', "}", 150_000).replace("}", "1}"), "\n", MESSAGE]).events).toEqual(HELLO);
  });

  it("does not let a line that never ends hold more than the limit", () => {
    const parser = parseAgentOutput("codex-jsonl");
    const chunk = Buffer.alloc(64 * 1024, "{");
    for (let round = 0; round < 1_024; round += 1) expect(parser.push(chunk)).toEqual([]);
    parser.push(Buffer.from("\n"));
    expect(parser.push(Buffer.from(`${MESSAGE}\n`))).toEqual(HELLO);
    expect(parser.unreadableLines).toBe(1);
  });

  it("keeps of an answer in pieces what it may, and says that it was longer", () => {
    const parser = parseAgentOutput("gemini-stream-json");
    const piece = JSON.stringify({ type: "message", role: "assistant", delta: true, content: "x".repeat(1_000_000) });
    for (let round = 0; round < 12; round += 1) parser.push(Buffer.from(`${piece}\n`));
    parser.push(Buffer.from('{"type":"result","status":"success"}\n'));
    expect(parser.answer).toMatchObject({ state: "given", truncated: true });
    expect(parser.answer.state === "given" && parser.answer.text.length).toBe(ANSWER_MAX_LENGTH);
  });

  it("reads numbers that are none as absent", () => {
    const line =
      '{"type":"turn.completed","usage":{"input_tokens":-1,"cached_input_tokens":1e999,"output_tokens":"7"}}';
    expect(read("codex-jsonl", [line]).events).toEqual([{ kind: "usage", of: "run" }]);
  });
});

describe("when the output is one object over many lines", () => {
  const DOCUMENT = JSON.stringify({ session_id: "x", response: "hello {\n}" }, undefined, 2).replaceAll("\n", "\r\n");

  it("finds it between a banner and a farewell", () => {
    const done = read("gemini-json", [`Loaded {credentials}.\n\n${DOCUMENT}\nBye\n`]);
    expect(done).toMatchObject({ answer: given("hello {\n}"), unreadableLines: 1 });
  });

  it.each([
    ["cut", DOCUMENT.slice(0, 30)],
    ["none", "plain words"],
    ["two", `${DOCUMENT}\n${DOCUMENT}`],
  ])("tells one that is %s", (_, output) => {
    expect(read("gemini-json", [output])).toEqual({
      events: [],
      answer: { state: "absent", reason: "none-seen" },
      unknownEvents: 0,
      unreadableLines: 1,
    });
  });

  it("takes a response of megabytes on one line, and gives up what is longer than the limit", () => {
    const big = (length: number) => JSON.stringify({ response: "x".repeat(length) }, undefined, 2);
    expect(read("gemini-json", [big(4_000_000)]).answer).toMatchObject({ state: "given" });
    const half = REPORT_DOCUMENT_MAX_BYTES / 2;
    const tooLong = JSON.stringify({ a: "x".repeat(half), response: "x".repeat(half) }, undefined, 2);
    for (const output of [big(REPORT_DOCUMENT_MAX_BYTES), tooLong])
      expect(read("gemini-json", [output])).toMatchObject({ events: [], unreadableLines: 1 });
  });
});

describe("when the bytes are anything", () => {
  const words = fc.constantFrom(
    '{"type":"item.completed","item":',
    '{"type":"result",',
    '"message":{"content":[',
    '"is_error":true',
    '"part":{"text":"x"}',
    "{",
    "}",
    "]",
    "\n",
    "\r\n",
    ",",
    "null",
    '"__proto__":',
  );
  it.each(REPORT_FORMATS)("never throws (%s)", (format) => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.uint8Array({ maxLength: 40 }), words), { maxLength: 40 }),
        fc.array(fc.json({ maxDepth: 4 }), { maxLength: 4 }),
        (pieces, values) => {
          read(format, [...pieces, ...values.flatMap((value) => ["\n", value, "\n"])]);
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each(SAMPLES)("never throws when one member of $format has another type", ({ format, output }) => {
    const lines = output.trim().split("\n");
    const objects = format === "gemini-json" ? [JSON.parse(output)] : lines.map((text) => JSON.parse(text));
    const strange = [null, 7, "", [], {}, [[]], true];
    for (const object of objects)
      for (const changed of replaceEach(object, strange))
        expect(() => read(format, [JSON.stringify(changed), "\n"])).not.toThrow();
  });
});

/** The value with each of its members replaced in turn by each of the others. */
function* replaceEach(value: unknown, others: readonly unknown[]): Generator<unknown> {
  yield* others;
  if (typeof value !== "object" || value === null) return;
  for (const [name, inner] of Object.entries(value))
    for (const changed of replaceEach(inner, others))
      yield Array.isArray(value)
        ? value.map((item, index) => (String(index) === name ? changed : item))
        : { ...value, [name]: changed };
}
