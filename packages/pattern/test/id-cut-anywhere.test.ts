import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ScannerOptions, ScanResult, SearchPattern } from "../src/index.js";
import { compileSearch } from "../src/index.js";

const UUID = "6f0a1b2c-3d4e-4f50-8a6b-7c8d9e0f1a2b";
const OTHER = "11111111-2222-4333-8444-555555555555";
const UUID_SOURCE = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

function compile(source: string, flags?: string): SearchPattern {
  const result = compileSearch(source, flags);
  if (!result.ok) throw new Error(result.issues.map(({ message }) => message).join("\n"));
  return result.value;
}

const PATTERNS = [
  compile(`session id: (${UUID_SOURCE})`),
  compile(`(${UUID_SOURCE})`),
  compile("(ses_[A-Za-z0-9]+)"),
  compile('id[=: ]+([^\\s"]+)', "i"),
];
const OPTIONS: ScannerOptions[] = [
  {},
  { policy: "first" },
  { policy: "last" },
  { policy: "unique" },
  { budgetBytes: 40, tailBytes: 64 },
  { budgetBytes: 0, tailBytes: 50 },
  { policy: "last", budgetBytes: 30, tailBytes: 1_000 },
  { policy: "unique", budgetBytes: Number.POSITIVE_INFINITY, tailBytes: 0 },
];

const CORPUS = [
  `hello\r\nsession id: ${UUID}\r\n`,
  `\u001b[2J\u001b[Hsession \u001b[1mid: \u001b[38;5;12m${UUID.slice(0, 9)}\u001b[0m${UUID.slice(9)}\r\n€ end`,
  `session id: \u001b]8;;https://example.invalid/${OTHER}\u001b\\${UUID}\u001b]8;;\u0007\n`,
  `\u001b]0;session id: ${OTHER}\u0007session id: ${UUID}\u001b[K\n`,
  `trace ${OTHER}\nsession ${UUID}\nlocal_${UUID}`,
  `ses_abc\u001b[2Cdef1 ses_4f8aZZ9 \u001b[?1049hses_alt1\u001b[?1049lses_end2`,
  `\u001bPq${"#".repeat(30)}\u001b\\id: a1\u009b31mID=b2\u0018 id=\ufffd\u001b`,
  `id: \u{1f600}x9 id:\u001b(Bq7 \u001b[31;1`,
];

function scan(
  pattern: SearchPattern,
  options: ScannerOptions,
  chunks: (Uint8Array | string)[],
): [ScanResult, ScanResult] {
  const scanner = pattern.scanner(options);
  let last = scanner.push("");
  for (const chunk of chunks) last = scanner.push(chunk);
  return [last, scanner.end()];
}

function cutBytes(bytes: Uint8Array, sizes: readonly number[]): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  for (let at = 0, index = 0; at < bytes.length; index += 1) {
    const size = Math.max(1, sizes[index % sizes.length] ?? 1);
    chunks.push(bytes.slice(at, at + size));
    at += size;
  }
  return chunks;
}

describe("when output is cut into chunks", () => {
  it("gives the same result whole, byte by byte, and cut in two at every byte", () => {
    for (const text of CORPUS) {
      const bytes = Buffer.from(text);
      for (const pattern of PATTERNS)
        for (const options of OPTIONS) {
          const whole = scan(pattern, options, [bytes]);
          expect(scan(pattern, options, cutBytes(bytes, [1]))).toEqual(whole);
          for (let at = 1; at < bytes.length; at += 1)
            expect(scan(pattern, options, [bytes.subarray(0, at), bytes.subarray(at)])).toEqual(whole);
        }
    }
  });

  it("gives the same result for strings cut between the halves of a pair", () => {
    for (const text of CORPUS)
      for (const pattern of PATTERNS) {
        const whole = scan(pattern, {}, [Buffer.from(text)]);
        expect(scan(pattern, {}, text.split(""))).toEqual(whole);
        expect(scan(pattern, {}, [text])).toEqual(whole);
      }
  });

  it("replaces a half that bytes follow, and keeps the bytes", () => {
    const pattern = compile("([^ ]+)");
    const halved = scan(pattern, { policy: "last" }, ["\ud83d", Buffer.from("x1 ")])[1];
    expect(halved).toMatchObject({ rejected: [{ text: "\ufffdx1" }] });
    expect(scan(pattern, { policy: "last" }, ["x1 \ud83d"])[1]).toMatchObject({
      id: "x1",
      rejected: [{ text: "\ufffd" }],
    });
  });

  it("gives the same result for any bytes and any cuts", () => {
    const part = fc.oneof(
      fc.constantFrom(
        ...CORPUS,
        UUID,
        OTHER,
        "session id: ",
        "ses_",
        "id=",
        "\u001b[",
        "\u001b]8;",
        "\u001b\\",
        "\u0007",
        "\u001b[?1049l",
        "\r\n",
      ),
      fc.string({ unit: "binary", maxLength: 8 }),
    );
    const bytes = fc.oneof(
      fc.array(part, { maxLength: 8 }).map((parts) => new Uint8Array(Buffer.from(parts.join("")))),
      fc
        .tuple(fc.uint8Array({ maxLength: 60 }), fc.array(part, { maxLength: 3 }), fc.uint8Array({ maxLength: 20 }))
        .map(([before, parts, after]) => new Uint8Array(Buffer.concat([before, Buffer.from(parts.join("")), after]))),
    );
    fc.assert(
      fc.property(
        bytes,
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 }),
        fc.constantFrom(...PATTERNS),
        fc.constantFrom(...OPTIONS),
        (stream, sizes, pattern, options) => {
          expect(scan(pattern, options, cutBytes(stream, sizes))).toEqual(scan(pattern, options, [stream]));
        },
      ),
      { numRuns: 1_500 },
    );
  });

  it("decodes as the WHATWG decoder does, for any bytes", () => {
    // The group takes every visible character, so that what is reported is the decoded text itself.
    const everything = compile("([^\\s]+)");
    const nasty = fc.constantFrom(
      0x41,
      0x80,
      0xbf,
      0xc0,
      0xc2,
      0xe0,
      0xa0,
      0xed,
      0x9f,
      0xef,
      0xf0,
      0x90,
      0xf4,
      0x8f,
      0xf5,
      0xff,
      0x20,
    );
    fc.assert(
      fc.property(fc.array(nasty, { maxLength: 24 }), (numbers) => {
        const stream = Uint8Array.from(numbers);
        const words = new TextDecoder("utf-8", { ignoreBOM: true }).decode(stream).split(/\s+/u).filter(Boolean);
        fc.pre(words.every((word) => !/[\u0080-\u009f]/u.test(word)));
        const { rejected = [], id } = scan(everything, { policy: "last" }, cutBytes(stream, [1]))[1];
        const seen = [...rejected.map(({ text }) => text), ...(id === undefined ? [] : [id])];
        expect(seen.sort()).toEqual(words.sort());
      }),
      { numRuns: 1_000 },
    );
  });
});
