import { describe, expect, it } from "vitest";
import { chooseCommand } from "../src/command-line/choose-command.js";

const codes = (args: string[]): string[] => {
  const chosen = chooseCommand(args);
  return chosen.ok ? [] : chosen.issues.map((found) => found.code);
};
const choose = (args: string[]) => {
  const chosen = chooseCommand(args);
  if (!chosen.ok || chosen.value.kind !== "command") throw new Error(`refused: ${JSON.stringify(chosen)}`);
  return chosen.value;
};

describe("when a command takes a prompt", () => {
  it("ends the options at the first word", () => {
    const { parsed } = choose(["run", "--model", "m", "claude", "--yolo", "-v", "--", "x"]);
    expect(parsed.words).toEqual(["claude", "--yolo", "-v", "--", "x"]);
    expect([...parsed.flags]).toEqual([]);
    expect(parsed.texts.get("model")).toBe("m");
  });

  it("takes a dash prompt behind a terminator too", () => {
    expect(choose(["print", "--", "parrot", "-x"]).parsed.words).toEqual(["parrot", "-x"]);
  });
});

describe("when a command takes no prompt", () => {
  it("takes options anywhere", () => {
    const { parsed } = choose(["adopt", "parrot", "--path", "/bin/parrot", "--yes"]);
    expect(parsed.words).toEqual(["parrot"]);
    expect(parsed.texts.get("path")).toBe("/bin/parrot");
  });
});

describe("when global options stand before the command", () => {
  it("joins them with those after it", () => {
    const { parsed } = choose(["--catalog", "f", "--json", "list", "--catalog-key", "k"]);
    expect(parsed.texts.get("catalog")).toBe("f");
    expect(parsed.flags.has("json")).toBe(true);
  });

  it("refuses one that is given on both sides", () => {
    expect(codes(["--catalog", "f", "--catalog-key", "k", "list", "--catalog", "g"])).toEqual(["CLI_OPTION_CONFLICT"]);
  });
});

describe("when the line is written wrong", () => {
  it.each([
    [["lst"], "CLI_UNKNOWN_COMMAND"],
    [["__proto__"], "CLI_UNKNOWN_COMMAND"],
    [["run"], "CLI_ARGUMENT_MISSING"],
    [["list", "x"], "CLI_TOO_MANY_ARGUMENTS"],
    [["run", "--modle", "x", "claude"], "CLI_UNKNOWN_OPTION"],
    [["run", "--constructor", "claude"], "CLI_UNKNOWN_OPTION"],
    [["run", "--model", "--yolo", "claude"], "CLI_OPTION_VALUE_MISSING"],
    [["adopt", "x", "--path"], "CLI_OPTION_VALUE_MISSING"],
    [["run", "--yolo=1", "claude"], "CLI_OPTION_TAKES_NO_VALUE"],
    [["run", "--yolo", "--yolo", "claude"], "CLI_OPTION_CONFLICT"],
  ])("refuses %j", (args, code) => {
    expect(codes(args)).toContain(code);
  });

  it("names every mistake, not the first only", () => {
    expect(codes(["run", "--nope", "--yolo=1", "claude"])).toEqual(["CLI_UNKNOWN_OPTION", "CLI_OPTION_TAKES_NO_VALUE"]);
  });

  it("says what was probably meant", () => {
    const chosen = chooseCommand(["run", "--modle", "x", "claude"]);
    expect(chosen.issues[0]?.hint).toBe("did you mean --model?");
  });
});

describe("when help is asked for", () => {
  it.each([[["--help"]], [["help"]], [[]]])("shows the overview for %j", (args) => {
    expect(chooseCommand(args)).toMatchObject({ ok: true, value: { kind: "help" } });
  });

  it.each([[["run", "--help"]], [["help", "run"]], [["--help", "run"]]])("shows the command for %j", (args) => {
    expect(chooseCommand(args)).toMatchObject({ ok: true, value: { kind: "help", command: "run" } });
  });

  it("leaves --help in a prompt alone", () => {
    expect(choose(["print", "parrot", "--help"]).parsed.words).toEqual(["parrot", "--help"]);
  });
});
