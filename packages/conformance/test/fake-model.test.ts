import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { FakeModel } from "../src/index.js";
import { REQUEST_MAX_BYTES, startFakeModel } from "../src/index.js";

let folder: string;
let model: FakeModel;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "fake-model-"));
  model = await startFakeModel({ logFile: join(folder, "log.ndjson") });
});

afterEach(async () => {
  await model.close();
  rmSync(folder, { recursive: true, force: true });
});

function post(path: string, body: unknown): Promise<Response> {
  return fetch(model.url + path, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer fake-key-not-a-credential" },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

/** The data of each server-sent event. */
async function events(response: Response): Promise<unknown[]> {
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  const text = await response.text();
  const data = text.split("\n").filter((line) => line.startsWith("data: ") && line !== "data: [DONE]");
  return data.map((line) => JSON.parse(line.slice("data: ".length)) as unknown);
}

const parts = (text: string) => ({ parts: [{ text }] });
const twoTurns = {
  gemini: {
    contents: [
      { role: "user", ...parts("a note of the agent, no tag") },
      { role: "user", ...parts("say TAG-one") },
      { role: "model", ...parts("FAKE") },
      { role: "user", ...parts("say TAG-two please") },
    ],
  },
  messages: [
    { role: "system", content: "TAG-system must not count" },
    { role: "user", content: [{ type: "text", text: "say TAG-one" }] },
    { role: "assistant", content: "FAKE" },
    { role: "user", content: "say TAG-two please" },
  ],
};
const said = (api: string) => `FAKE[${api}] turn=2 first=TAG-one last=TAG-two`;

describe("when an agent asks for a turn", () => {
  it("answers Gemini, streamed and not", async () => {
    const whole = await post("/v1beta/models/gemini-x:generateContent", twoTurns.gemini);
    expect(await whole.json()).toMatchObject({
      candidates: [{ content: parts(said("gemini")) }],
      modelVersion: "gemini-x",
    });
    const stream = await post("/v1beta/models/gemini-x:streamGenerateContent?alt=sse", twoTurns.gemini);
    expect(await events(stream)).toMatchObject([
      { candidates: [{ content: parts(said("gemini")), finishReason: "STOP" }] },
    ]);
  });

  it("answers responses, streamed and not", async () => {
    const whole = await post("/v1/responses", { model: "m", input: twoTurns.messages });
    expect(await whole.json()).toMatchObject({
      status: "completed",
      output: [{ content: [{ text: said("responses") }] }],
    });
    const stream = await events(await post("/v1/responses", { stream: true, input: twoTurns.messages }));
    expect(stream).toHaveLength(8);
    expect(stream[3]).toMatchObject({
      type: "response.output_text.delta",
      delta: said("responses"),
      sequence_number: 3,
    });
    expect(stream.at(-1)).toMatchObject({ type: "response.completed", response: { status: "completed" } });
  });

  it("answers Anthropic messages, streamed and not", async () => {
    const whole = await post("/v1/messages", { model: "m", messages: twoTurns.messages });
    expect(await whole.json()).toMatchObject({ content: [{ text: said("anthropic") }], stop_reason: "end_turn" });
    const stream = await events(await post("/v1/messages", { stream: true, messages: twoTurns.messages }));
    expect(stream[2]).toMatchObject({ type: "content_block_delta", delta: { text: said("anthropic") } });
  });

  it("answers chat completions, streamed and not", async () => {
    const whole = await post("/v1/chat/completions", { model: "m", messages: twoTurns.messages });
    expect(await whole.json()).toMatchObject({ choices: [{ message: { content: said("chat") } }] });
    const stream = await events(await post("/v1/chat/completions", { stream: true, messages: twoTurns.messages }));
    expect(stream[1]).toMatchObject({ choices: [{ delta: { content: said("chat") } }] });
  });

  it("fills the schema of a helper request", async () => {
    const responseJsonSchema = {
      type: "object",
      properties: {
        choice: { type: "STRING", enum: ["flash", "pro"] },
        why: { type: "string" },
        score: { type: "number" },
      },
    };
    const response = await post("/v1beta/models/g:generateContent", {
      ...twoTurns.gemini,
      generationConfig: { responseJsonSchema },
    });
    const body = (await response.json()) as { candidates: { content: { parts: { text: string }[] } }[] };
    expect(JSON.parse(body.candidates[0]?.content.parts[0]?.text ?? "")).toEqual({
      choice: "flash",
      why: "fake",
      score: 1,
    });
  });

  it("says turn 0 for a conversation without tags", async () => {
    const response = await post("/v1/responses", { input: "hello" });
    expect(JSON.stringify(await response.json())).toContain("FAKE[responses] turn=0 first=- last=-");
  });
});

describe("when an agent asks for anything else", () => {
  it("lists models and counts tokens", async () => {
    const models = await (await fetch(`${model.url}/v1/models`)).json();
    expect(models).toMatchObject({
      data: [{ id: "fake-model" }, {}, {}],
      models: [{ name: "models/fake-model" }, {}, {}],
    });
    expect(await (await post("/v1beta/models/g:countTokens", {})).json()).toEqual({ totalTokens: 10 });
    expect(await (await post("/v1/messages/count_tokens", {})).json()).toEqual({ input_tokens: 10 });
  });

  it("refuses an unknown path, a body that is not JSON, and one that is too large", async () => {
    expect((await post("/v1/nothing", {})).status).toBe(404);
    expect((await post("/v1/messages", "{")).status).toBe(400);
    expect((await post("/v1/messages", "[]")).status).toBe(400);
    expect((await post("/v1/messages", "x".repeat(REQUEST_MAX_BYTES + 1))).status).toBe(413);
    expect(model.requests.map((request) => request.status)).toEqual([404, 400, 400, 413]);
  });
});

describe("when requests are logged", () => {
  it("keeps them in memory and in the file, without headers and query", async () => {
    await post("/v1beta/models/g:generateContent?key=fake-key-not-a-credential", twoTurns.gemini);
    const [seen] = model.requests;
    expect(seen).toMatchObject({
      api: "gemini",
      path: "/v1beta/models/g:generateContent",
      turn: 2,
      first: "TAG-one",
      last: "TAG-two",
    });
    expect(seen?.userTexts).toHaveLength(3);
    const log = readFileSync(join(folder, "log.ndjson"), "utf8");
    expect(JSON.parse(log)).toEqual(seen);
    expect(log).not.toContain("credential");
  });

  it("listens on loopback only", () => {
    expect(model.url).toBe(`http://127.0.0.1:${model.port}`);
  });
});
