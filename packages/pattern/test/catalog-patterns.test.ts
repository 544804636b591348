import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compilePattern, compileSearch } from "../src/index.js";
import { idPattern, OTHER, scanAll, search, UUID, UUID_SOURCE } from "./compile-for-test.js";
import { terminalOutput } from "./terminal-for-test.js";

const SES = "ses_4f8aZZ00112233445566778899";

describe("when first-party manifests and the published formats give a session-id pattern", () => {
  it.each([
    ["claude, codex, gemini, antigravity, shell and the API agents", `^${UUID_SOURCE}$`, [UUID, OTHER]],
    ["opencode", "^ses_[A-Za-z0-9]+$", [SES, "ses_1"]],
    ["kimi", `^session_${UUID_SOURCE}$`, [`session_${UUID}`]],
    ["kilo", "^ses_[A-Za-z0-9]{26}$", [SES]],
    ["cline", "^[0-9]{13}_[a-z0-9]+$", ["1766000000000_x7k"]],
  ])("compiles that of %s and accepts its ids only", (_, source, ids) => {
    const pattern = idPattern(source);
    for (const id of ids) {
      expect(pattern.test(id)).toBe(true);
      for (const wrong of [
        `claude --resume ${id}`,
        `local_${id}`,
        `${id}\n`,
        ` ${id}`,
        `-${id}`,
        `${id}.jsonl`,
        `../${id}`,
        "",
      ])
        expect(pattern.test(wrong)).toBe(false);
    }
  });

  it.each([
    "^[a-z]+[a-z0-9]+$",
    "^[a-z]{1,40}[a-z]{1,40}$",
    "^[a-f]+a$",
    "^[a]+[b]{0,1}$",
    "(a+)+$",
    ".+",
    "^.*$",
    "^ses_\\w+$",
  ])("refuses %j, which the format names as wrong", (source) => {
    expect(compilePattern(source).ok).toBe(false);
  });
});

describe("when capture patterns of published catalogs search the output of their agents", () => {
  const anyUuid = search("([0-9a-f-]{36})", "i");

  it("finds an id in capitals with the flags of the format's own example", () => {
    expect(scanAll(anyUuid, `Session ${UUID.toUpperCase()}\r\n`)).toMatchObject({
      state: "one",
      id: UUID.toUpperCase(),
      confidence: "low",
    });
  });

  it("finds no UUID where opencode prints its own kind of id", () => {
    expect(scanAll(anyUuid, `Continue  opencode -s ${SES}\r\n`).state).toBe("none");
  });

  const real: [agent: string, source: string, output: string, id: string][] = [
    [
      "claude, JSON",
      '"session_id":"([0-9a-f-]{36})"',
      `{"type":"system","subtype":"init","session_id":"${UUID}"}\n`,
      UUID,
    ],
    ["codex, stderr", `session id: (${UUID_SOURCE})`, `--------\nsession id: ${UUID}\n--------\n`, UUID],
    ["codex, JSON", '"thread_id":"([^"]+)"', `{"type":"thread.started","thread_id":"${UUID}"}\n`, UUID],
    [
      "codex, exit",
      `codex resume (${UUID_SOURCE})`,
      `To continue this session, run \u001b[36mcodex resume ${UUID}\u001b[39m\r\n`,
      UUID,
    ],
    ["gemini, exit", `gemini --resume (${UUID_SOURCE})`, `\u2502 gemini --resume ${UUID} \u2502\r\n`, UUID],
    ["opencode, exit", "opencode -s (ses_[A-Za-z0-9]{26})", `  Continue  opencode -s ${SES}\r\n`, SES],
    ["opencode, JSON", '"sessionID":"(ses_[A-Za-z0-9]+)"', `{"type":"text","sessionID":"${SES}","part":{}}\n`, SES],
    ["qwen, exit", `qwen --resume (${UUID_SOURCE})`, `qwen --resume ${UUID}\n`, UUID],
    ["pi, exit", "pi --session ([\\w.-]+)", "pi --session my-work.1\r\n", "my-work.1"],
    ["copilot, stderr", `--resume=(${UUID_SOURCE})`, `Resume copilot --resume=${UUID}\n`, UUID],
    ["grok, exit", `(?:grok|Resume:) --resume (${UUID_SOURCE})`, `grok --resume ${UUID}\n`, UUID],
    ["grok, JSON", '"sessionId":"([^"]+)"', `{"sessionId":"${UUID}"}`, UUID],
    [
      "kimi, stderr",
      "kimi -r (session_[0-9a-f-]{36})",
      `To resume this session: kimi -r session_${UUID}\n`,
      `session_${UUID}`,
    ],
    ["cline, exit", "cline --id ([0-9]{13}_[a-z0-9]+)", "cline --id 1766000000000_x7k\n", "1766000000000_x7k"],
    ["with boundaries", `\\bid\\b[:= ]+(${UUID_SOURCE})\\b`, `void ${OTHER} id: ${UUID}\n`, UUID],
  ];
  it.each(real)("finds the id of %s", (_, source, output, id) => {
    const compiled = compileSearch(source);
    expect(compiled.ok && compiled.value.engine).toBe("own");
    for (const policy of ["first", "last", "unique"] as const)
      expect(scanAll(search(source), `hello\r\n${output}`, { policy })).toMatchObject({ state: "one", id });
    const scanner = search(source).scanner();
    for (const byte of Buffer.from(output)) scanner.push(Uint8Array.of(byte));
    expect(scanner.end()).toMatchObject({ state: "one", id });
  });

  it("takes none of the words for an id that were taken for one elsewhere", () => {
    const label = search("session(?: ID| id|:| )[: ]+([^ \\s]+)");
    const words = [
      "Use a session ID from a previous run\n",
      "session id: claude --resume\n",
      "session id: local_\n",
      `session id: \u001b[3`,
      "session id: \u20ac\n",
      "session id: (a+)+$\n",
      "session id: not-available\n",
    ];
    for (const output of words) expect(scanAll(label, output).state).toBe("none");
    expect(scanAll(search(`session (${UUID_SOURCE})`), `trace ${OTHER}\nsession ${UUID}\n`).id).toBe(UUID);
    expect(scanAll(label, `session: \u001b[1m${UUID}\u001b[0m\n`).id).toBe(UUID);
    const json = search('"session_id":"([^"]+)"').scanner();
    json.push('{"session_id":"a');
    expect(json.push('1b"}\n')).toMatchObject({ state: "one", id: "a1b" });
  });
});

describe("when others print after the place where an agent names its id", () => {
  const labelled = search(`session id: (${UUID_SOURCE})`);
  const noise = fc.oneof(terminalOutput, fc.constant(Buffer.from(`session id: ${OTHER}\r\n`)));

  it("is not changed by what follows, on this stream or on another", () => {
    fc.assert(
      fc.property(fc.array(noise, { maxLength: 5 }), fc.array(noise, { maxLength: 3 }), (later, elsewhere) => {
        const [scanner, other] = [labelled.scanner(), labelled.scanner()];
        for (const bytes of elsewhere) other.push(bytes);
        const found = scanner.push(`banner\r\nsession id: ${UUID}\r\n`);
        expect(found).toMatchObject({ state: "one", id: UUID });
        for (const bytes of [...later, ...elsewhere]) expect(scanner.push(bytes)).toEqual(found);
        expect(scanner.end()).toEqual(found);
      }),
      { numRuns: 300 },
    );
  });

  it("is not changed by what stood on the screen before it was left, where the id comes at the end", () => {
    fc.assert(
      fc.property(fc.array(noise, { maxLength: 5 }), (earlier) => {
        const scanner = labelled.scanner({ policy: "last", budgetBytes: 0 });
        for (const bytes of earlier) scanner.push(bytes);
        scanner.push(`\u0018\u001b\\\u0007\u001b[?1049l\r\nTo resume, session id: ${UUID}\r\n`);
        expect(scanner.end()).toMatchObject({ state: "one", id: UUID });
      }),
      { numRuns: 500 },
    );
  });
});
