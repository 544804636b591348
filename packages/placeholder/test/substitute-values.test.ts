import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PlaceholderValues, UnsetPolicy } from "../src/index.js";
import { ARGUMENT_MAX_BYTES, PLACEHOLDER_NAMES, PlaceholderError, substitute } from "../src/index.js";

function fill(argv: string[], values: PlaceholderValues, unset: UnsetPolicy = "error"): string[] {
  const result = substitute(argv, values, { unset });
  if (!result.ok) throw new Error(result.issues.map(({ code }) => code).join(" "));
  return result.value;
}

function refusal(argv: string[], values: PlaceholderValues, unset: UnsetPolicy = "error"): string[] {
  const result = substitute(argv, values, { unset });
  return result.ok ? ["ok"] : result.issues.filter(({ severity }) => severity === "error").map(({ code }) => code);
}

describe("when values are given", () => {
  it("replaces every use, one argument for each template", () => {
    expect(fill(["--id", "{UUID}", "a{PORT}b{PORT}", "plain"], { UUID: "x y", PORT: "0" })).toEqual([
      "--id",
      "x y",
      "a0b0",
      "plain",
    ]);
  });

  it("never reads a value again", () => {
    expect(fill(["{PROMPT}", "{MODEL}"], { PROMPT: "{MODEL} {UUID}", MODEL: "m" })).toEqual(["{MODEL} {UUID}", "m"]);
  });

  it("inserts replacement patterns as they are", () => {
    const prompt = "$& $$ $1 $` $' $<x> \\n %s";
    expect(fill(["{PROMPT}", "a{PROMPT}b"], { PROMPT: prompt })).toEqual([prompt, `a${prompt}b`]);
  });

  it("joins a value with the text around it only", () => {
    expect(fill(["{{UUID}}", "{MODEL}{UUID}"], { UUID: "UUID}", MODEL: "{" })).toEqual(["{UUID}}", "{UUID}"]);
  });

  it("takes the empty string for a value", () => {
    expect(fill(["{MODEL}", "a{MODEL}"], { MODEL: "" }, "drop-argument")).toEqual(["", "a"]);
  });

  it("equals a split and join for any values", () => {
    const anyText = fc.string({ unit: "binary" }).filter((text) => !text.includes("\0"));
    fc.assert(
      fc.property(anyText, anyText, anyText, (prompt, model, around) => {
        const text = around.replaceAll("{", "");
        const argv = [`${text}{PROMPT}${text}{MODEL}{PROMPT}`];
        expect(fill(argv, { PROMPT: prompt, MODEL: model })).toEqual([`${text}${prompt}${text}${model}${prompt}`]);
      }),
    );
  });
});

describe("when a name is unset", () => {
  const argv = ["--model", "{MODEL}", "x{MODEL}{PORT}", "{UUID}"];

  it("refuses under error, naming each", () => {
    const result = substitute(argv, { UUID: "u" }, { unset: "error", path: ["flags", "model"] });
    expect(result.ok).toBe(false);
    expect(result.issues.map(({ code, path }) => [code, path])).toEqual([
      ["PLACEHOLDER_UNSET", ["flags", "model", 1]],
      ["PLACEHOLDER_UNSET", ["flags", "model", 2]],
      ["PLACEHOLDER_UNSET", ["flags", "model", 2]],
    ]);
  });

  it("leaves out the argument and says so under drop-argument", () => {
    const result = substitute(argv, { UUID: "u", MODEL: undefined }, { unset: "drop-argument" });
    expect(result).toMatchObject({ ok: true, value: ["--model", "u"] });
    expect(result.issues).toHaveLength(3);
    expect(result.issues[0]).toMatchObject({ code: "PLACEHOLDER_UNSET", severity: "info", path: [1] });
  });

  it("leaves out everything and says so under drop-group", () => {
    const result = substitute(argv, { UUID: "u", PORT: "1" }, { unset: "drop-group" });
    expect(result).toMatchObject({ ok: true, value: [] });
    expect(result.issues.map(({ severity }) => severity)).toEqual(["info", "info"]);
  });

  it("leaves the placeholder under keep", () => {
    expect(fill(argv, { PORT: "1" }, "keep")).toEqual(["--model", "{MODEL}", "x{MODEL}1", "{UUID}"]);
  });

  it.each(["error", "drop-argument", "drop-group", "keep"] as const)(
    "refuses unknown names and wrong case under %s",
    (unset) => {
      expect(refusal(["{WORKSPCE_PATH}"], {}, unset)).toEqual(["PLACEHOLDER_UNKNOWN"]);
      expect(refusal(["{uuid}"], { UUID: "u" }, unset)).toEqual(["PLACEHOLDER_WRONG_CASE"]);
    },
  );
});

describe("when values are hostile", () => {
  it("looks at own properties only", () => {
    const inherited = Object.create({ UUID: "inherited" }) as PlaceholderValues;
    expect(refusal(["{UUID}"], inherited)).toEqual(["PLACEHOLDER_UNSET"]);
    for (const name of ["constructor", "toString", "__proto__", "hasOwnProperty"])
      expect(refusal([`{${name}}`], {})).toEqual(["PLACEHOLDER_UNKNOWN"]);
    expect(refusal(["{__proto__}"], JSON.parse('{"__proto__":"x"}') as PlaceholderValues)).toEqual([
      "PLACEHOLDER_UNKNOWN",
    ]);
  });

  it("reads an accessor once", () => {
    let reads = 0;
    const values = {
      get PROMPT() {
        reads += 1;
        return reads === 1 ? "first" : "second\0";
      },
    };
    expect(fill(["{PROMPT}{PROMPT}", "{PROMPT}"], values)).toEqual(["firstfirst", "first"]);
    expect(reads).toBe(1);
  });

  it("refuses NUL and half of a pair in a value that is used, and in a template", () => {
    expect(refusal(["{PROMPT}"], { PROMPT: "a\0--yolo" })).toEqual(["PLACEHOLDER_NUL"]);
    expect(refusal(["{PROMPT}"], { PROMPT: "\ud83d" })).toEqual(["PLACEHOLDER_LONE_SURROGATE"]);
    expect(refusal(["x\0"], {})).toEqual(["PLACEHOLDER_NUL"]);
    expect(refusal(["x"], { PROMPT: "a\0" })).toEqual(["ok"]);
  });

  it("lists every problem of every argument", () => {
    expect(refusal(["{UID}\0", "{PROMPT}", "{PORT}"], { PROMPT: "\0" })).toEqual([
      "PLACEHOLDER_NUL",
      "PLACEHOLDER_UNKNOWN",
      "PLACEHOLDER_NUL",
      "PLACEHOLDER_UNSET",
    ]);
  });

  it("throws for arguments of the wrong type", () => {
    const wrong = [
      () => substitute("x" as never, {}, { unset: "error" }),
      () => substitute([], null as never, { unset: "error" }),
      () => substitute([], { PORT: 80 as never }, { unset: "error" }),
      () => substitute([], {}, { unset: "drop" as never }),
      () => substitute([], {}, undefined as never),
    ];
    for (const call of wrong) expect(call).toThrow(PlaceholderError);
  });
});

describe("when an argument is long", () => {
  it("takes the longest that the kernel takes and no byte more", () => {
    const room = ARGUMENT_MAX_BYTES - "--prompt=".length;
    expect(fill(["--prompt={PROMPT}"], { PROMPT: "x".repeat(room) })[0]).toHaveLength(ARGUMENT_MAX_BYTES);
    expect(refusal(["--prompt={PROMPT}"], { PROMPT: "x".repeat(room + 1) })).toEqual(["PLACEHOLDER_ARGUMENT_TOO_LONG"]);
    expect(refusal(["x".repeat(ARGUMENT_MAX_BYTES + 1)], {})).toEqual(["PLACEHOLDER_ARGUMENT_TOO_LONG"]);
  });

  it("counts bytes of UTF-8 as the encoder does", () => {
    const whole = ["é", "€", "\u{1f600}", "a", "\u0800", "\u07ff", "\uffff", "\ue000"];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...whole), { minLength: 1, maxLength: 40 }), (parts) => {
        const text = parts.join("");
        const pad = "x".repeat(ARGUMENT_MAX_BYTES - Buffer.byteLength(text));
        expect(refusal([`${pad}{PROMPT}`], { PROMPT: text })).toEqual(["ok"]);
        expect(refusal([`x${pad}{PROMPT}`], { PROMPT: text })).toEqual(["PLACEHOLDER_ARGUMENT_TOO_LONG"]);
      }),
      { numRuns: 30 },
    );
  });

  it("judges the length before it builds the argument", () => {
    // Built, this would be over 2 GB, more than the engine can hold in one string.
    const argv = ["{PROMPT}".repeat(16_000)];
    expect(refusal(argv, { PROMPT: "x".repeat(131_000) })).toEqual(["PLACEHOLDER_ARGUMENT_TOO_LONG"]);
  });

  it.skipIf(process.platform !== "linux")("has a limit that the kernel agrees with (Linux)", () => {
    const run = (size: number) => spawnSync("/bin/true", ["x".repeat(size)]).error;
    expect(run(ARGUMENT_MAX_BYTES)).toBeUndefined();
    expect(run(ARGUMENT_MAX_BYTES + 1)).toMatchObject({ code: "E2BIG" });
  });
});

describe("when every name is used", () => {
  it("fills each with its own value", () => {
    const values = Object.fromEntries(PLACEHOLDER_NAMES.map((name) => [name, `<${name}>`])) as PlaceholderValues;
    expect(
      fill(
        PLACEHOLDER_NAMES.map((name) => `{${name}}`),
        values,
      ),
    ).toEqual(PLACEHOLDER_NAMES.map((name) => `<${name}>`));
  });
});
