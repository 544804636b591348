import { appendFileSync } from "node:fs";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { answer } from "./answer.js";
import type { Json, ModelApi } from "./conversation.js";
import { isJson, readConversation } from "./conversation.js";
import { modelList, writeAnswer, writeJson } from "./write-answer.js";

/** Bytes of one request body. Agents send their tools and rules each time (codex: about 60 KB); the rest is a mistake. */
export const REQUEST_MAX_BYTES = 16 * 1024 * 1024;

/** One request as the model saw it. No header is kept: nothing of a credential, not even of a fake one, is logged. */
export interface SeenRequest {
  readonly method: string;
  /** The path without the query, which may hold a key. */
  readonly path: string;
  /** Absent for what is not a turn (model lists, token counts, unknown paths). */
  readonly api?: ModelApi;
  readonly model?: string;
  readonly userTexts?: readonly string[];
  readonly turn?: number;
  readonly first?: string;
  readonly last?: string;
  readonly answer?: string;
  readonly status: number;
}

export interface FakeModel {
  /** `http://127.0.0.1:PORT`, no slash at the end. */
  readonly url: string;
  readonly port: number;
  /** Every request so far, oldest first. */
  readonly requests: readonly SeenRequest[];
  close(): Promise<void>;
}

const TURN_PATHS: readonly (readonly [pattern: RegExp, api: ModelApi])[] = [
  [/\/messages$/, "anthropic"],
  [/\/chat\/completions$/, "chat"],
  [/\/responses$/, "responses"],
  [/:(?:generateContent|streamGenerateContent)$/, "gemini"],
];

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > REQUEST_MAX_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parseJson(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJson(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function refuseRequest(response: ServerResponse, status: number, message: string): Partial<SeenRequest> {
  writeJson(response, { error: { type: "invalid_request_error", message } }, status);
  return { status };
}

function answerRequest(response: ServerResponse, method: string, path: string, text: string): Partial<SeenRequest> {
  const api = method === "POST" ? TURN_PATHS.find(([pattern]) => pattern.test(path))?.[1] : undefined;
  if (api !== undefined) {
    const body = parseJson(text);
    if (body === undefined) return refuseRequest(response, 400, "the body is not a JSON object");
    const asked = readConversation(api, path, body);
    const given = answer(asked);
    writeAnswer(response, asked, given.text);
    const { turn, first, last, text: said } = given;
    return { api, model: asked.model, userTexts: asked.userTexts, turn, first, last, answer: said, status: 200 };
  }
  if (path.endsWith("/count_tokens")) writeJson(response, { input_tokens: 10 });
  else if (path.endsWith(":countTokens")) writeJson(response, { totalTokens: 10 });
  else if (path.endsWith("/models")) writeJson(response, modelList());
  else return refuseRequest(response, 404, "the fake model has no such path");
  return { status: 200 };
}

/**
 * Starts the fake model on loopback. It speaks Anthropic messages, OpenAI chat completions and responses, and Gemini
 * generateContent, streamed and not, and answers by {@link answer}.
 *
 * @param options `port` 0 (default) takes a free one; `logFile` gets one JSON object a line for each request.
 */
export async function startFakeModel(options: { port?: number; logFile?: string } = {}): Promise<FakeModel> {
  const requests: SeenRequest[] = [];
  const server: Server = createServer((request, response) => {
    const method = request.method ?? "GET";
    const path = (request.url ?? "/").split("?")[0] ?? "/";
    readBody(request)
      .then((text) =>
        text === undefined
          ? refuseRequest(response, 413, "the request is too large")
          : answerRequest(response, method, path, text),
      )
      .then((seen) => {
        const entry: SeenRequest = { method, path, status: 200, ...seen };
        requests.push(entry);
        if (options.logFile !== undefined) appendFileSync(options.logFile, `${JSON.stringify(entry)}\n`);
      })
      // The client went away while it was read or written to: that turn has no answer, the next one does.
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
