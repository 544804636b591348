import { appendFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { developmentKey } from "@slipway/testkit";
import { beforeEach, describe, expect, it } from "vitest";
import type { Machine } from "./machine.js";
import { copyCatalog, makeMachine } from "./machine.js";
import { signCatalog, signEntries, useCatalog } from "./sign-catalog.js";

let machine: Machine;
let catalog: string;
beforeEach(() => {
  machine = makeMachine();
  catalog = copyCatalog(machine.root);
});

const list = (key: string, more: string[] = ["--allow-development-key"]) =>
  machine.slipway(["list", "--catalog", catalog, "--catalog-key", key, ...more]);

/** One clear line with a code, a next step under it, exit code 1, and nothing on standard output. */
function expectRefusal(ran: ReturnType<typeof list>, code: string): void {
  expect(ran.stderr).toMatch(new RegExp(`^slipway: ${code}: .+\n {2}hint: .+\n$`, "u"));
  expect(ran.stdout).toBe("");
  expect(ran.code).toBe(1);
}

describe("when a signed catalog is good", () => {
  it("uses it, with the trust of a signature", () => {
    const ran = machine.slipway([
      ...["show", "--json", "--catalog", catalog, "--catalog-key", developmentKey.publicKey],
      ...["--allow-development-key", "parrot"],
    ]);
    expect(ran.stderr).toBe("");
    expect(JSON.parse(ran.stdout)).toMatchObject({ ok: true, agent: { id: "parrot", trust: "signed" } });
  });

  it("takes the key from a file too", () => {
    const keyFile = join(machine.root, "key.pub");
    writeFileSync(keyFile, `untrusted comment: key\n${developmentKey.publicKey}\n`);
    expect(list(keyFile).code).toBe(0);
  });
});

describe("when the catalog was changed after it was signed", () => {
  it("refuses one changed byte", () => {
    const bytes = readFileSync(catalog);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] as number) ^ 1;
    writeFileSync(catalog, bytes);
    expectRefusal(list(developmentKey.publicKey), "MINISIGN_MESSAGE_FORGED");
  });

  it("refuses a truncated one", () => {
    truncateSync(catalog, 100);
    expectRefusal(list(developmentKey.publicKey), "MINISIGN_MESSAGE_FORGED");
  });

  it("refuses what is not JSON", () => {
    writeFileSync(catalog, "<!doctype html>");
    expectRefusal(list(developmentKey.publicKey), "MINISIGN_MESSAGE_FORGED");
  });
});

describe("when the signature is not usable", () => {
  it("refuses a truncated signature", () => {
    truncateSync(`${catalog}.minisig`, 60);
    expect(list(developmentKey.publicKey)).toMatchObject({ code: 1, stdout: "" });
  });

  it("refuses a missing signature", () => {
    rmSync(`${catalog}.minisig`);
    expectRefusal(list(developmentKey.publicKey), "CLI_CATALOG_UNSIGNED");
  });

  it("refuses a trusted comment that was changed", () => {
    const lines = readFileSync(`${catalog}.minisig`, "utf8").split("\n");
    lines[2] = (lines[2] as string).replace("timestamp:1", "timestamp:2");
    writeFileSync(`${catalog}.minisig`, lines.join("\n"));
    expectRefusal(list(developmentKey.publicKey), "MINISIGN_COMMENT_FORGED");
  });
});

describe("when the key is not the one that signed", () => {
  it("refuses an unknown key", () => {
    const bytes = Buffer.from(developmentKey.publicKey, "base64");
    bytes[5] = (bytes[5] as number) ^ 0xff;
    expectRefusal(list(bytes.toString("base64")), "MINISIGN_KEY_ID_MISMATCH");
  });

  it("refuses the development key unless it is allowed", () => {
    expectRefusal(list(developmentKey.publicKey, []), "MINISIGN_DEVELOPMENT_KEY");
  });

  it("never repeats a secret key that was given by mistake", () => {
    const keyFile = join(machine.root, "secret.key");
    writeFileSync(keyFile, developmentKey.secretKeyFile);
    const ran = list(keyFile);
    expectRefusal(ran, "MINISIGN_SECRET_KEY");
    expect(ran.stderr).not.toContain(developmentKey.secretKeyFile.split("\n")[1]?.slice(0, 20));
  });

  it("needs a key at all", () => {
    const ran = machine.slipway(["list", "--catalog", catalog]);
    expect(ran.stderr).toContain("CLI_CATALOG_NEEDS_KEY");
    expect(ran.code).toBe(2);
  });
});

describe("when the catalog is not there or endless", () => {
  it("refuses an absent file", () => {
    rmSync(catalog);
    expectRefusal(list(developmentKey.publicKey), "CLI_CATALOG_UNREADABLE");
  });

  it("stops reading a device without an end", () => {
    const ran = machine.slipway(["list", "--catalog", "/dev/zero", "--catalog-key", developmentKey.publicKey]);
    expect(ran.stderr).toContain("CLI_CATALOG_UNREADABLE");
    expect(ran.code).toBe(1);
  });

  it("refuses a file that grew beyond the limit", () => {
    appendFileSync(catalog, Buffer.alloc(4 * 1024 * 1024));
    expectRefusal(list(developmentKey.publicKey), "CLI_CATALOG_UNREADABLE");
  });
});

describe("when a refused catalog is used with --json", () => {
  it("gives the same refusal as a value", () => {
    const ran = list(developmentKey.publicKey, ["--json"]);
    expect(JSON.parse(ran.stdout)).toMatchObject({ ok: false, issues: [{ code: "MINISIGN_DEVELOPMENT_KEY" }] });
    expect(ran.stderr).toBe("");
    expect(ran.code).toBe(1);
  });
});

describe("when the signature holds and the catalog is wrong", () => {
  const listSigned = (text: string, fileName = "agents.json") =>
    machine.slipway(["list", ...useCatalog(signCatalog(machine.root, text, { fileName }))]);

  it("refuses what is not JSON, with the place", () => {
    const ran = listSigned("agents: none");
    expectRefusal(ran, "MANIFEST_NOT_JSON");
    expect(ran.stderr).toMatch(/line 1, column 1/u);
  });

  it("refuses JSON that ends inside a value", () => {
    expectRefusal(listSigned('{ "schema": 1, "agents": ['), "MANIFEST_TRUNCATED");
  });

  it("refuses a signature that was made for a file of another kind", () => {
    expectRefusal(listSigned("{}", "facts.json"), "CLI_CATALOG_OTHER_FILE");
  });

  it("leaves out a bad entry, says so, and keeps the others", () => {
    const entries = [
      { id: "good", name: "Good", command: "good-agent" },
      { id: "bad", name: "Bad", command: "bash -c evil" },
    ];
    const ran = machine.slipway(["list", ...useCatalog(signEntries(machine.root, entries))]);
    expect(ran.code).toBe(0);
    expect(ran.stdout).toMatch(/^good /mu);
    expect(ran.stdout).not.toMatch(/^bad /mu);
    expect(ran.stderr).toMatch(/^slipway: warning: MANIFEST_COMMAND/mu);
  });
});

describe("when an accepted catalog has faults", () => {
  const agents = [
    { id: "bird", name: "Bird", command: "parrot", colour: "green" },
    { id: "cat", name: "Cat", command: "cat-agent", flags: { model: ["--model", "{MODLE}"] } },
  ];

  it("does not advise to get it again", () => {
    const ran = machine.slipway(["list", ...useCatalog(signEntries(machine.root, agents))]);
    expect(ran.code).toBe(0);
    expect(ran.stderr).toMatch(/colour/u);
    expect(ran.stderr).not.toMatch(/get the catalog again/u);
  });

  it.each([["show"], ["print"], ["doctor"], ["adopt"]])("says to %s that the agent was left out, and why", (name) => {
    const options = useCatalog(signEntries(machine.root, agents));
    const ran = machine.slipway([name, ...options, "cat", ...(name === "print" ? ["hi"] : [])]);
    expect(ran).toMatchObject({ code: 1, stdout: "" });
    expect(ran.stderr).toMatch(/^slipway: CLI_AGENT_LEFT_OUT: .*cat.*\n {2}hint: /u);
    expect(ran.stderr).toContain("{MODEL}");
    expect(ran.stderr).not.toContain("colour");
  });

  it("puts the place of a fault before a drawing of it", () => {
    const capture = { pattern: "id: (?=x)([a-z]+)", resume: ["--resume", "{UUID}"] };
    const ran = machine.slipway(["list", ...useCatalog(signEntries(machine.root, [{ ...agents[0], capture }]))]);
    expect(ran.stderr).toMatch(/^slipway: warning: [A-Z_]+: line \d+, column \d+: .+\n.*\|/mu);
    expect(ran.stderr).not.toMatch(/\^ ?\(line/u);
  });
});

describe("when the key of a catalog is wrong or missing", () => {
  it.each([["list"], ["sessions"], ["doctor"], ["adopt"]])("refuses %s without the key", (name) => {
    const words = name === "adopt" ? ["parrot"] : [];
    expect(machine.slipway([name, "--catalog", catalog, ...words])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("CLI_CATALOG_NEEDS_KEY"),
    });
  });

  it("reads what begins like a key as a key", () => {
    const ran = machine.slipway(["list", "--catalog", catalog, "--catalog-key", "RWbad"]);
    expect(ran.stderr).toMatch(/^slipway: MINISIGN_BASE64: .+\n {2}hint: /u);
  });

  it("names the option that accepts the development key", () => {
    const ran = machine.slipway(["list", "--catalog", catalog, "--catalog-key", developmentKey.publicKey]);
    expect(ran.stderr).toMatch(/^slipway: MINISIGN_DEVELOPMENT_KEY: .+\n {2}hint: .*--allow-development-key/u);
  });
});
