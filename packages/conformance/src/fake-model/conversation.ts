/** The wire protocols the fake model speaks. */
export type ModelApi = "anthropic" | "chat" | "responses" | "gemini";

/** What the fake model reads in a request, whatever the protocol. */
export interface Conversation {
  readonly api: ModelApi;
  readonly model: string;
  readonly stream: boolean;
  /** The text of each message of the user, oldest first. */
  readonly userTexts: readonly string[];
  /** The JSON Schema the answer must follow; present in helper requests of some agents (routing, checking). */
  readonly schema?: unknown;
}

/** Any JSON object of a request; every member is checked before it is used. */
export type Json = Record<string, unknown>;

export function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isJson) : [];
}

/** The text of a message body: a string, or parts of which those with a `text` count. */
function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  const texts = content.map((part) => (isJson(part) && typeof part["text"] === "string" ? part["text"] : ""));
  return texts.filter((text) => text !== "").join("\n");
}

function userTextsOf(messages: unknown, body: "content" | "parts"): string[] {
  const users = listOf(messages).filter((message) => (message["role"] ?? "user") === "user");
  return users.map((message) => textOf(message[body])).filter((text) => text !== "");
}

/**
 * Reads a request body. `path` is the path of the URL, which in the Gemini protocol carries the model and the method.
 * A body that is not what the protocol says gives a conversation without texts, which is answered as such.
 */
export function readConversation(api: ModelApi, path: string, body: Json): Conversation {
  const model = typeof body["model"] === "string" ? body["model"] : "fake-model";
  const stream = body["stream"] === true;
  switch (api) {
    case "anthropic":
    case "chat":
      return { api, model, stream, userTexts: userTextsOf(body["messages"], "content") };
    case "responses": {
      const input = body["input"];
      const userTexts = typeof input === "string" ? [input] : userTextsOf(input, "content");
      return { api, model, stream, userTexts };
    }
    case "gemini": {
      const config = isJson(body["generationConfig"]) ? body["generationConfig"] : {};
      const schema = config["responseJsonSchema"] ?? config["responseSchema"];
      return {
        api,
        model: /\/models\/([^/:]+):/.exec(path)?.[1] ?? model,
        stream: path.endsWith(":streamGenerateContent"),
        userTexts: userTextsOf(body["contents"], "parts"),
        ...(schema === undefined ? {} : { schema }),
      };
    }
  }
}
