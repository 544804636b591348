import { describe, expect, it } from "vitest";
import { findSecurityFlag, KNOWN_TRAPS, parseAgentsJson, SECURITY_FLAGS } from "../src/index.js";
import { makeAgentsJson, makeEntry } from "./make-document.js";

function read(command: string, flags: Record<string, string[]>, capture?: unknown) {
  const { agents, issues } = parseAgentsJson(makeAgentsJson(makeEntry({ command, flags, capture })), {
    trust: "signed",
  });
  return { agents: agents.length, codes: issues.map(({ code, path }) => [code, path.slice(2).join(".")]) };
}

const CARRIED: Readonly<Record<string, string[]>> = {
  session: ["--session-id", "{UUID}"],
  resume: ["--resume", "{UUID}"],
  model: ["--model", "{MODEL}"],
  print: ["-p", "{PROMPT}"],
};

describe("when an entry would force on what a user decides", () => {
  it.each(Object.keys(CARRIED))("refuses a bypass in %s, alone and with a value", (group) => {
    for (const bypass of ["--yolo", "--yolo=true", "--permission-mode=bypassPermissions"]) {
      const flags = { [group]: [bypass, ...(CARRIED[group] as string[])] };
      expect(read("myagent", flags)).toEqual({
        agents: 0,
        codes: [["MANIFEST_FLAG_OUT_OF_GROUP", `flags.${group}.0`]],
      });
    }
  });

  it("refuses it in the resume arguments of a capture", () => {
    const capture = { pattern: "session id: ([0-9a-f-]{36})", resume: ["--yolo", "--resume", "{UUID}"] };
    expect(read("myagent", {}, capture).codes).toEqual([["MANIFEST_FLAG_OUT_OF_GROUP", "capture.resume.0"]]);
  });

  it("takes it in autoApprove", () => {
    expect(read("myagent", { autoApprove: ["--yolo"] })).toEqual({ agents: 1, codes: [] });
  });

  it.each(SECURITY_FLAGS.map(({ flag, kind, programs }) => [flag, kind, programs?.[0] ?? "myagent"] as const))(
    "refuses %s (%s) of %s where nobody asked for it",
    (flag, _, program) => {
      const { codes } = read(program, { print: [flag, "-p", "{PROMPT}"] });
      expect(codes).toContainEqual(["MANIFEST_FLAG_OUT_OF_GROUP", "flags.print.0"]);
    },
  );

  it("knows a short option with its value behind it", () => {
    expect(findSecurityFlag("-capproval_policy=never", "codex")?.kind).toBe("config");
    expect(findSecurityFlag("-c", "myagent")).toBeUndefined();
  });

  it("takes what is a value, a text after --, or another program's option", () => {
    expect(read("myagent", { print: ["-s", "{PROMPT}"] }).codes).toEqual([]);
    expect(read("myagent", { print: ["-p", "--", "--yolo", "{PROMPT}"] }).codes).toEqual([]);
    expect(read("myagent", { print: ["say", "x--yolo", "{PROMPT}"] }).codes).toEqual([]);
    expect(read("myagent", { print: ["--config-less", "-p", "{PROMPT}"] }).codes).toEqual([]);
  });
});

describe("when a group is known not to work with a program", () => {
  it.each(KNOWN_TRAPS)("refuses $group of $program", ({ program, group, flag }) => {
    const args = flag === undefined ? ["--id", "{UUID}"] : [flag, "high"];
    const { agents, codes } = read(program, { [group]: args });
    expect(agents).toBe(0);
    expect(codes).toContainEqual(["MANIFEST_KNOWN_TRAP", `flags.${group}`]);
    expect(read("myagent", { [group]: args }).codes.flat()).not.toContain("MANIFEST_KNOWN_TRAP");
    expect(read(program, { [group]: [] }).codes.flat()).not.toContain("MANIFEST_KNOWN_TRAP");
  });
});

describe("when a name can be taken for another", () => {
  const warn = (...names: string[]) =>
    parseAgentsJson(makeAgentsJson(...names.map((name, index) => makeEntry({ id: `a${index}`, name }))), {
      trust: "signed",
    }).issues.map(({ code, severity, path }) => [code, severity, path.join(".")]);

  it("warns of a word of two alphabets, and keeps the entry", () => {
    expect(warn("Cl\u0430rity")).toEqual([["MANIFEST_NAME_CONFUSABLE", "warning", "agents.0.name"]]);
  });

  it.each([
    ["Clarity", "\u0421larity"],
    ["Clarity", "clarity"],
    ["Open Code", "OpenCode"],
  ])("warns of %s beside %s", (one, other) => {
    expect(warn(one, other).at(-1)).toEqual(["MANIFEST_NAME_CONFUSABLE", "warning", "agents.1.name"]);
  });

  it("takes names of one alphabet each, and words beside each other", () => {
    expect(warn("\u041f\u043e\u043c\u043e\u0449\u043d\u0438\u043a", "Helper \u041a\u043e\u0434", "Caf\u00e9")).toEqual(
      [],
    );
  });
});
