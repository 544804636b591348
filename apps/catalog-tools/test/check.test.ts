import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Desk } from "./run-program.js";
import { entry, FLOOR, GOOD, makeDesk } from "./run-program.js";

let run: Desk["run"];
let runWith: Desk["runWith"];
let write: Desk["write"];
let remove: Desk["remove"];
beforeEach(() => {
  ({ run, runWith, write, remove } = makeDesk());
});
afterEach(() => remove());

describe("when catalogs are checked", () => {
  it("finds nothing wrong with the bundled ones", () => {
    const ran = run("check", join(FLOOR, "agents.json"), join(FLOOR, "facts.json"));
    expect(ran).toMatchObject({ code: 0, stderr: "" });
    expect(ran.stdout.match(/ 0 errors, 0 warnings$/gmu)).toHaveLength(3);
  });

  it("names each problem with file, line, column, code and what to do", () => {
    const file = write("agents.json", entry('"id": "x", "name": "X", "adapter": "cli", "command": "bash -c evil"'));
    const ran = run("check", file);
    expect(ran.code).toBe(1);
    expect(ran.stdout).toMatch(/^agents\.json:2:\d+: error MANIFEST_COMMAND\w* at agents\[0\]\.command: .+/mu);
  });

  it("takes a facts row that readers leave out for an error", () => {
    const text = readFileSync(join(FLOOR, "facts.json"), "utf8").replace('"exec"', '"exce"');
    const ran = run("check", write("facts.json", text));
    expect(ran.code).toBe(1);
    expect(ran.stdout).toMatch(/^facts\.json:\d+:\d+: error MANIFEST_FACT at rows\[1\]\.headless\.new\.kind: /mu);
    const others = (JSON.parse(text) as { rows: unknown[] }).rows.length - 1;
    expect(ran.stdout).toContain(`${others} rows usable, 1 error, 0 warnings`);
  });

  it("goes on with the other files", () => {
    const good = write("good.json", entry(GOOD));
    const ran = run("check", write("bad.json", "{"), good);
    expect(ran.code).toBe(1);
    expect(ran.stdout).toMatch(/^bad\.json:1:\d+: error MANIFEST_TRUNCATED: /mu);
    expect(ran.stdout).toMatch(/^good\.json: 1 entry usable, 0 errors/mu);
  });

  it("ends with 3 when a file cannot be read, and still checks the rest", () => {
    const ran = run("check", "nowhere.json", write("bad.json", "[]"));
    expect(ran.code).toBe(3);
    expect(ran.stderr).toContain("CATALOG_TOOLS_UNREADABLE");
    expect(ran.stdout).toContain("bad.json");
  });

  it("says in words why a file or an option cannot be used", () => {
    const unread = run("check", "gone.json", "x/agents.json");
    expect(unread.stderr).toMatch(/gone\.json does not exist\n {2}hint: /u);
    expect(unread.stderr).toContain("x/agents.json does not exist");
    expect(unread.stderr).not.toMatch(/ENOENT|EISDIR/u);
    const ran = run("check", "--nope", "x");
    expect(ran.code).toBe(2);
    expect(ran.stderr).toBe(
      "slipway-catalog: CATALOG_TOOLS_OPTION: there is no option --nope\n  hint: slipway-catalog --help shows the options\n",
    );
    expect(run("verify", "--key").stderr).toContain("CATALOG_TOOLS_OPTION: --key needs a value");
    expect(run("check", "--json=1", "x").stderr).toContain("CATALOG_TOOLS_OPTION: --json takes no value");
  });

  it("gives the same as JSON", () => {
    const ran = run("check", "--json", write("bad.json", "{"));
    expect(ran).toMatchObject({ code: 1, stderr: "" });
    expect(JSON.parse(ran.stdout)).toMatchObject({
      ok: false,
      files: [{ file: "bad.json", entries: 0, issues: [{ code: "MANIFEST_TRUNCATED", line: 1 }] }],
    });
  });

  it("escapes what a catalog holds", () => {
    const ran = run(
      "check",
      write("evil.json", entry('"id": "\\u001b]0;x\\u0007", "name": "X", "adapter": "cli", "command": "x"')),
    );
    expect(ran.stdout + ran.stderr).not.toMatch(/[\u0007\u001b]/u);
  });
});

describe("when the source is shown", () => {
  it("puts carets under the value, behind a margin", () => {
    const { stdout } = run("check", write("agents.json", entry(GOOD.replace("x-agent", "bash -c evil"))));
    expect(stdout).toBe(
      [
        "agents.json:2:58: error MANIFEST_COMMAND_FORBIDDEN at agents[0].command: agent x: command names bash, which runs whatever it is told to",
        '  2 | { "id": "x", "name": "X", "adapter": "cli", "command": "bash -c evil" }',
        "    |                                                        ^^^^^^^^^^^^^^",
        "  hint: name the agent's own program",
        "agents.json: 0 entries usable, 1 error, 0 warnings",
        "",
      ].join("\n"),
    );
  });

  it("counts wide characters as two columns, and cuts a line of any length", () => {
    const { stdout } = run(
      "check",
      write("wide.json", `{"schema":1,"\u65e5\u672c":1,"agents":[],"z":"${"y".repeat(5_000)}"}`),
    );
    const lines = stdout.split("\n");
    const at = lines.findIndex((line) => line.includes("MANIFEST_UNKNOWN_FIELD"));
    expect(lines[at + 2]).toBe(`    | ${" ".repeat(12)}^^^^^^`);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(300);
  });

  it("colours only where it is asked to", () => {
    const file = write("bad.json", "{");
    expect(run("check", file).stdout).not.toContain("\u001b");
    expect(runWith({ env: { FORCE_COLOR: "1" } }, "check", file).stdout).toContain("\u001b[31merror\u001b[39m");
    expect(runWith({ env: { FORCE_COLOR: "0" } }, "check", file).stdout).not.toContain("\u001b");
  });
});

describe("when warnings are found", () => {
  const warned = entry(`${GOOD}, "icno": "x"`);

  it("ends with 0, and with 1 when it is strict", () => {
    const file = write("agents.json", warned);
    expect(run("check", file)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("1 entry usable, 0 errors, 1 warning"),
    });
    expect(run("check", "--strict", file).code).toBe(1);
    expect(JSON.parse(run("check", "--json", "--strict", file).stdout)).toMatchObject({
      ok: false,
      strict: true,
      errors: 0,
      warnings: 1,
      files: [{ file: "agents.json", kind: "agents", entries: 1, errors: 0, warnings: 1 }],
    });
  });
});

describe("when a folder is checked", () => {
  const icon = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><path d="M0 0h1"/></svg>';

  it("takes its agents.json, facts.json and icons, and tells of icons that are missing", () => {
    write("c/agents.json", entry(`${GOOD}, "icon": "y.svg"`));
    write("c/facts.json", '{ "kind": "slipway-facts", "schema": 1, "updatedAt": "2026-01-01", "rows": [] }');
    write("c/icons/x.svg", icon);
    write("c/other.json", "{");
    const ran = run("check", "c");
    expect(ran).toMatchObject({ code: 0, stderr: "" });
    expect(ran.stdout).toMatch(
      /^c\/agents\.json:2:\d+: warning CATALOG_TOOLS_ICON_MISSING: agent x: the folder has no icons\/y\.svg$/mu,
    );
    expect(ran.stdout).toContain("c/facts.json: 0 rows usable, 0 errors, 0 warnings\n");
    expect(ran.stdout).toMatch(/\nchecked 3 files: 0 errors, 1 warning\n$/u);
  });

  it("compares iconDigests with the files", () => {
    const digest = createHash("sha256").update(icon).digest("hex");
    const digests = { "x.svg": digest, "y.svg": "0".repeat(64), "z.svg": digest };
    write("c/agents.json", entry(GOOD).replace(/\}\s*$/u, `, "iconDigests": ${JSON.stringify(digests)} }`));
    write("c/icons/x.svg", icon);
    write("c/icons/y.svg", icon);
    const { code, stdout } = run("check", "c");
    expect(code).toBe(1);
    const told = stdout.split("\n").filter((line) => line.includes("CATALOG_TOOLS_ICON_DIGEST"));
    expect(told.map((line) => line.replace(/^.*ICON_DIGEST: /u, ""))).toEqual([
      `icons/y.svg has the SHA-256 ${digest}`,
      "iconDigests names z.svg, which is not in icons",
    ]);
  });

  it("says that a folder holds nothing to check, with 2", () => {
    write("empty/readme.txt", "");
    expect(run("check", "empty")).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("CATALOG_TOOLS_NOTHING_THERE: empty holds no agents.json, facts.json or icons"),
    });
  });

  it.each([
    ["an event handler", icon.replace("<path", '<path onclick="x()"'), "the event handler onclick"],
    ["a script", icon.replace("<path", "<script>x()</script><path"), "the element script"],
    ["foreign content", icon.replace("<path", "<foreignObject/><path"), "the element foreignObject"],
    [
      "a reference to another place",
      icon.replace("<path", '<use href="https://evil.example/x"/><path'),
      "outside of it",
    ],
    [
      "a reference in other letters",
      icon.replace("<path", "<use xLink:HREF='//evil.example/x'/><path"),
      "outside of it",
    ],
    ["a paint from another place", icon.replace("<path", '<path fill="url( https://evil.example)"'), "loads something"],
    ["a style", icon.replace("<path", "<style>@import 'x'</style><path"), "the element style"],
    ["a document type", `<!DOCTYPE svg [<!ENTITY x "y">]>${icon}`, "no plain SVG tag"],
    ["an entity", icon.replace("M0", "&#77;0"), "an entity"],
    ["an instruction", `<?xml-stylesheet href="x"?>${icon}`, "no plain SVG tag"],
    ["no image at all", "GIF89a", "no SVG image"],
    ["another root", "<g/>", "no SVG image"],
    ["too much", icon.replace("M0", `M0${" ".repeat(64 * 1024)}`), "more than 65536"],
  ])("refuses an icon with %s", (_what, text, told) => {
    const ran = run("check", write("icons/x.svg", text));
    expect(ran.code).toBe(1);
    expect(ran.stdout).toContain("error CATALOG_TOOLS_ICON");
    expect(ran.stdout).toContain(told);
  });

  it("accepts an icon that can only be drawn", () => {
    const kind = `<?xml version="1.0"?>\n<!-- <script> -->\n${icon.replace("<path", '<use href="#a"/><path fill="url(#b)"')}`;
    expect(run("check", write("icons/x.svg", kind))).toMatchObject({ code: 0, stdout: "", stderr: "" });
  });
});

describe("when standard input is checked", () => {
  it("is called so, and read as agents.json or as facts", () => {
    expect(runWith({ input: entry(GOOD) }, "check", "-")).toMatchObject({
      code: 0,
      stdout: "(stdin): 1 entry usable, 0 errors, 0 warnings\n",
    });
    const facts = readFileSync(join(FLOOR, "facts.json"), "utf8");
    expect(runWith({ input: facts }, "check", "-").stdout).toMatch(/^\(stdin\): \d+ rows usable/u);
  });
});
