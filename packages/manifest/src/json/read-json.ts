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
const LITERALS = ["true", "false", "null"] as const;

// Units by number: one text is looked at a unit at a time, and a comparison of numbers is what an engine does fastest.
const TAB = 9;
const LINE_FEED = 10;
const RETURN = 13;
const BLANK = 32;
const QUOTE = 34;
const HASH = 35;
const STAR = 42;
const COMMA = 44;
const SLASH = 47;
const COLON = 58;
const BACKSLASH = 92;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

class Reader {
  readonly #text: string;
  readonly #tell: Report;
  readonly #path: (string | number)[] = [];
  #at = 0;
  #depth = 0;
  /** Whether the last string read holds a \u escape: decoded UTF-8 has whole pairs only, half of one comes from escapes. */
  #escaped = false;

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
    switch (this.#text.charCodeAt(at)) {
      case OPEN_BRACE:
        return this.#readObject(at);
      case OPEN_BRACKET:
        return this.#readArray(at);
      case QUOTE:
        return this.#readText(at);
      default:
        return this.#readWord(at);
    }
  }

  #readText(at: number): JsonNode {
    const value = this.#readString();
    if (this.#escaped) this.#judgeText(value, at);
    return { type: "string", at, value };
  }

  #readWord(at: number): JsonNode {
    for (const word of LITERALS) {
      if (!this.#text.startsWith(word, at)) continue;
      this.#at += word.length;
      return word === "null" ? { type: "null", at } : { type: "boolean", at, value: word === "true" };
    }
    const number = this.#match(NUMBER);
    if (number !== undefined) return { type: "number", at, value: Number(number), text: number };
    throw this.#unexpected("a value");
  }

  #enter(): void {
    this.#depth += 1;
    if (this.#depth > JSON_MAX_DEPTH)
      throw new Stop("MANIFEST_TOO_DEEP", this.#at, msg`more than ${JSON_MAX_DEPTH} containers in one another`);
    this.#at += 1;
  }

  #readArray(at: number): JsonArray {
    this.#enter();
    const items: JsonNode[] = [];
    let closed = this.#closes(CLOSE_BRACKET);
    while (!closed) {
      this.#path.push(items.length);
      items.push(this.#readValue());
      this.#path.pop();
      closed = this.#closes(CLOSE_BRACKET);
      if (!closed) this.#expectComma("]");
    }
    this.#depth -= 1;
    return { type: "array", at, items };
  }

  #readObject(at: number): JsonObject {
    this.#enter();
    const members = new Map<string, JsonMember>();
    let closed = this.#closes(CLOSE_BRACE);
    while (!closed) {
      this.#skipBlanks();
      const nameAt = this.#at;
      if (this.#text.charCodeAt(nameAt) !== QUOTE) throw this.#unexpected("a member name in double quotes");
      const name = this.#readString();
      this.#path.push(name);
      if (this.#escaped) this.#judgeText(name, nameAt);
      this.#judgeName(name, nameAt, members);
      this.#skipBlanks();
      if (this.#text.charCodeAt(this.#at) !== COLON) throw this.#unexpected("a colon");
      this.#at += 1;
      const value = this.#readValue();
      if (!RESERVED.has(name) && !members.has(name)) members.set(name, { at: nameAt, value });
      this.#path.pop();
      closed = this.#closes(CLOSE_BRACE);
      if (!closed) this.#expectComma("}");
    }
    this.#depth -= 1;
    return { type: "object", at, members };
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
    const text = this.#text;
    const start = this.#at;
    let at = start + 1;
    let from = at;
    let value = "";
    this.#escaped = false;
    for (;;) {
      const unit = text.charCodeAt(at);
      if (unit === QUOTE) {
        this.#at = at + 1;
        return value === "" ? text.slice(from, at) : value + text.slice(from, at);
      }
      if (unit === BACKSLASH) {
        this.#at = at;
        value += text.slice(from, at) + this.#readEscape();
        at = this.#at;
        from = at;
      } else if (unit >= BLANK) {
        at += 1;
      } else throw this.#refuseUnit(start, at);
    }
  }

  #refuseUnit(start: number, at: number): Stop {
    if (at >= this.#text.length) return new Stop("MANIFEST_TRUNCATED", start, msg`the document ends inside a string`);
    return new Stop(
      "MANIFEST_NOT_JSON",
      at,
      msg`a string holds a raw control character`,
      msg`write it as an escape, or end the string on its line`,
    );
  }

  #readEscape(): string {
    const at = this.#at;
    const kind = this.#text[at + 1];
    this.#at += 2;
    if (kind === "u") {
      const digits = this.#match(HEX4);
      if (digits !== undefined) {
        this.#escaped = true;
        return String.fromCharCode(Number.parseInt(digits, 16));
      }
    } else if (kind !== undefined) {
      const character = ESCAPES[kind];
      if (character !== undefined) return character;
    }
    if (this.#text.length - at < 6 && !this.#text.includes('"', at))
      throw new Stop("MANIFEST_TRUNCATED", at, msg`the document ends inside a string`);
    throw new Stop("MANIFEST_NOT_JSON", at, msg`a string holds an escape that JSON does not have`);
  }

  #closes(bracket: number): boolean {
    this.#skipBlanks();
    if (this.#text.charCodeAt(this.#at) !== bracket) return false;
    this.#at += 1;
    return true;
  }

  #expectComma(bracket: "]" | "}"): void {
    if (this.#text.charCodeAt(this.#at) !== COMMA)
      throw this.#unexpected(bracket === "]" ? "a comma or ]" : "a comma or }");
    const comma = this.#at;
    this.#at += 1;
    this.#skipBlanks();
    if (this.#text[this.#at] === bracket)
      throw new Stop("MANIFEST_NOT_JSON", comma, msg`a comma stands before the closing ${bracket}`, msg`remove it`);
  }

  #skipBlanks(): void {
    let at = this.#at;
    let unit = this.#text.charCodeAt(at);
    while (unit === BLANK || unit === LINE_FEED || unit === RETURN || unit === TAB) {
      at += 1;
      unit = this.#text.charCodeAt(at);
    }
    this.#at = at;
    if (unit !== SLASH && unit !== HASH) return;
    const next = this.#text.charCodeAt(at + 1);
    if (unit === HASH || next === SLASH || next === STAR)
      throw new Stop("MANIFEST_COMMENT", at, msg`JSON has no comments`, msg`remove it; agents.json is plain JSON`);
  }

  #unexpected(wanted: string): Stop {
    if (this.#at >= this.#text.length)
      return new Stop("MANIFEST_TRUNCATED", this.#at, msg`the document ends where ${wanted} should be`);
    const at = this.#at;
    const rest = this.#text.slice(at, at + 5);
    // A literal cut by the end of the text is a cut document, not a wrong word.
    if (at + rest.length === this.#text.length && LITERALS.some((word) => word.startsWith(rest)))
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
