import type { Printable } from "@slipway/errors";
import { issue, msg } from "@slipway/errors";
import { IssueList } from "../issue-list.js";
import { JSON_MAX_DEPTH } from "../limits.js";
import type { ManifestCode } from "../manifest-error.js";
import { decodeText } from "./decode-text.js";
import { FaultPlaces } from "./fault-places.js";
import type { JsonArray, JsonDocument, JsonMember, JsonNode, JsonObject } from "./json-node.js";
import { createLocator } from "./locate-issues.js";

/**
 * A document, or nothing where the text cannot be read at all. Faults that leave the structure clear (a member named
 * twice, a reserved name, half a surrogate pair) are issues with their path, past {@link ISSUES_MAX} counted only.
 */
export type JsonReading = { document?: JsonDocument; list: IssueList; faults: FaultPlaces };

/**
 * Reads JSON (RFC 8259) with the place of every value. Stricter than `JSON.parse`, which keeps the last of two members of
 * one name and hands out `__proto__` members: documents whose readers could disagree are the attack here, since a
 * signature covers bytes and not their meaning. Linear in the length of the text.
 */
export function readJson(bytes: Uint8Array): JsonReading {
  const { text, issues } = decodeText(bytes);
  const list = new IssueList();
  const faults = new FaultPlaces();
  for (const found of issues) list.add(found);
  if (text === undefined) return { list, faults };
  const locate = createLocator(text);
  const report: Report = (code, offset, message, path, hint) => {
    faults.add(path);
    if (list.full) list.count(1);
    else list.add(issue({ code, message, path: [...path], ...withHint(hint), ...locate(offset) }));
  };
  try {
    return { document: { root: new Reader(text, report).readDocument(), source: text }, list, faults };
  } catch (stop) {
    if (!(stop instanceof Stop)) throw stop;
    list.decide(issue({ code: stop.code, message: stop.text, ...withHint(stop.hint), ...locate(stop.offset) }));
    return { list, faults };
  }
}

function withHint(hint: Printable | undefined): { hint?: Printable } {
  return hint === undefined ? {} : { hint };
}

type Report = (
  code: ManifestCode,
  offset: number,
  message: Printable,
  path: readonly (string | number)[],
  hint: Printable | undefined,
) => void;

const WHEN_TRUNCATED = msg`the end is missing: get the file again, or close what is still open`;

/** Leaves the descent at the first fault after which nothing can be said about the rest. */
class Stop {
  readonly code: ManifestCode;
  readonly offset: number;
  readonly text: Printable;
  readonly hint: Printable | undefined;
  constructor(code: ManifestCode, offset: number, text: Printable, hint?: Printable) {
    this.code = code;
    this.offset = offset;
    this.text = text;
    this.hint = hint ?? (code === "MANIFEST_TRUNCATED" ? WHEN_TRUNCATED : undefined);
  }
}

const RESERVED = new Set(["__proto__", "constructor", "prototype"]);
const BLANKS = /[ \t\n\r]*/y;
const PLAIN = /[^"\\\u0000-\u001F]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const HEX4 = /[0-9a-fA-F]{4}/y;
const WORD = /[A-Za-z0-9_$'.+-]{1,40}/y;
const LONE_SURROGATE = /\p{Cs}/u;
const ESCAPES: Readonly<Record<string, string>> = Object.freeze(
  Object.assign(Object.create(null), {
    '"': '"',
    "\\": "\\",
    "/": "/",
    b: "\b",
    f: "\f",
    n: "\n",
    r: "\r",
    t: "\t",
  }),
);
const LITERALS = [
  ["true", true],
  ["false", false],
  ["null", null],
] as const;

class Reader {
  readonly #text: string;
  readonly #tell: Report;
  readonly #path: (string | number)[] = [];
  #at = 0;
  #depth = 0;

  constructor(text: string, tell: Report) {
    this.#text = text;
    this.#tell = tell;
  }

  readDocument(): JsonNode {
    const root = this.#readValue();
    this.#skipBlanks();
    if (this.#at < this.#text.length)
      throw new Stop("MANIFEST_NOT_JSON", this.#at, msg`there is text after the end of the document`);
    return root;
  }

  #readValue(): JsonNode {
    this.#skipBlanks();
    const at = this.#at;
    const first = this.#text[at];
    if (first === "{") return this.#nest(() => this.#readObject(at));
    if (first === "[") return this.#nest(() => this.#readArray(at));
    if (first === '"') {
      const value = this.#readString();
      this.#judgeText(value, at);
      return { type: "string", at, value };
    }
    for (const [word, value] of LITERALS) {
      if (!this.#text.startsWith(word, at)) continue;
      this.#at += word.length;
      return value === null ? { type: "null", at } : { type: "boolean", at, value };
    }
    const number = this.#match(NUMBER);
    if (number !== undefined) return { type: "number", at, value: Number(number), text: number };
    throw this.#unexpected("a value");
  }

  #nest<T>(read: () => T): T {
    this.#depth += 1;
    if (this.#depth > JSON_MAX_DEPTH)
      throw new Stop("MANIFEST_TOO_DEEP", this.#at, msg`more than ${JSON_MAX_DEPTH} containers in one another`);
    this.#at += 1;
    const value = read();
    this.#depth -= 1;
    return value;
  }

  #readArray(at: number): JsonArray {
    const items: JsonNode[] = [];
    if (this.#closes("]")) return { type: "array", at, items };
    for (;;) {
      this.#path.push(items.length);
      items.push(this.#readValue());
      this.#path.pop();
      if (this.#closes("]")) return { type: "array", at, items };
      this.#expectComma("]");
    }
  }

  #readObject(at: number): JsonObject {
    const members = new Map<string, JsonMember>();
    if (this.#closes("}")) return { type: "object", at, members };
    for (;;) {
      this.#skipBlanks();
      const nameAt = this.#at;
      if (this.#text[nameAt] !== '"') throw this.#unexpected("a member name in double quotes");
      const name = this.#readString();
      this.#path.push(name);
      this.#judgeText(name, nameAt);
      this.#judgeName(name, nameAt, members);
      this.#skipBlanks();
      if (this.#text[this.#at] !== ":") throw this.#unexpected("a colon");
      this.#at += 1;
      const value = this.#readValue();
      if (!RESERVED.has(name) && !members.has(name)) members.set(name, { at: nameAt, value });
      this.#path.pop();
      if (this.#closes("}")) return { type: "object", at, members };
      this.#expectComma("}");
    }
  }

  #judgeName(name: string, at: number, members: Map<string, JsonMember>): void {
    if (RESERVED.has(name)) this.#report("MANIFEST_RESERVED_MEMBER", at, msg`a member may not be named ${name}`);
    else if (members.has(name))
      this.#report("MANIFEST_DUPLICATE_MEMBER", at, msg`the member ${name} is here twice`, msg`keep one of them`);
  }

  #judgeText(text: string, at: number): void {
    if (LONE_SURROGATE.test(text))
      this.#report("MANIFEST_LONE_SURROGATE", at, msg`a text holds half of a surrogate pair`);
  }

  #readString(): string {
    const start = this.#at;
    this.#at += 1;
    let value = this.#match(PLAIN) ?? "";
    for (;;) {
      const next = this.#text[this.#at];
      if (next === '"') {
        this.#at += 1;
        return value;
      }
      if (next === undefined) throw new Stop("MANIFEST_TRUNCATED", start, msg`the document ends inside a string`);
      if (next !== "\\")
        throw new Stop(
          "MANIFEST_NOT_JSON",
          this.#at,
          msg`a string holds a raw control character`,
          msg`write it as an escape, or end the string on its line`,
        );
      value += this.#readEscape();
      value += this.#match(PLAIN) ?? "";
    }
  }

  #readEscape(): string {
    const at = this.#at;
    const kind = this.#text[at + 1];
    this.#at += 2;
    if (kind === "u") {
      const digits = this.#match(HEX4);
      if (digits !== undefined) return String.fromCharCode(Number.parseInt(digits, 16));
    } else if (kind !== undefined) {
      const character = ESCAPES[kind];
      if (character !== undefined) return character;
    }
    if (this.#text.length - at < 6 && !this.#text.includes('"', at))
      throw new Stop("MANIFEST_TRUNCATED", at, msg`the document ends inside a string`);
    throw new Stop("MANIFEST_NOT_JSON", at, msg`a string holds an escape that JSON does not have`);
  }

  #closes(bracket: "]" | "}"): boolean {
    this.#skipBlanks();
    if (this.#text[this.#at] !== bracket) return false;
    this.#at += 1;
    return true;
  }

  #expectComma(bracket: "]" | "}"): void {
    if (this.#text[this.#at] !== ",") throw this.#unexpected(bracket === "]" ? "a comma or ]" : "a comma or }");
    const comma = this.#at;
    this.#at += 1;
    this.#skipBlanks();
    if (this.#text[this.#at] === bracket)
      throw new Stop("MANIFEST_NOT_JSON", comma, msg`a comma stands before the closing ${bracket}`, msg`remove it`);
  }

  #skipBlanks(): void {
    this.#match(BLANKS);
    const next = this.#text[this.#at];
    if (next !== "/" && next !== "#") return;
    const comment = next === "#" || this.#text[this.#at + 1] === "/" || this.#text[this.#at + 1] === "*";
    if (comment)
      throw new Stop(
        "MANIFEST_COMMENT",
        this.#at,
        msg`JSON has no comments`,
        msg`remove it; agents.json is plain JSON`,
      );
  }

  #unexpected(wanted: string): Stop {
    if (this.#at >= this.#text.length)
      return new Stop("MANIFEST_TRUNCATED", this.#at, msg`the document ends where ${wanted} should be`);
    const at = this.#at;
    const rest = this.#text.slice(at, at + 5);
    // A literal cut by the end of the text is a cut document, not a wrong word.
    if (at + rest.length === this.#text.length && LITERALS.some(([word]) => word.startsWith(rest)))
      return new Stop("MANIFEST_TRUNCATED", at, msg`the document ends inside a word`);
    const found = this.#match(WORD) ?? String.fromCodePoint(this.#text.codePointAt(at) as number);
    const hint = found === "<" ? msg`this looks like a web page: was the right address fetched?` : undefined;
    return new Stop("MANIFEST_NOT_JSON", at, msg`expected ${wanted}, found ${found}`, hint);
  }

  #report(code: ManifestCode, at: number, message: Printable, hint?: Printable): void {
    this.#tell(code, at, message, this.#path, hint);
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found === undefined) return undefined;
    this.#at += found.length;
    return found;
  }
}
