import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { developmentKey } from "../src/index.js";
import { makeFolder } from "./start-fake-agent.js";

function hasTool(name: string): boolean {
  try {
    execFileSync("/bin/sh", ["-c", `command -v ${name}`], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

describe("when the development key is read", () => {
  it("has the key id that its public key carries", () => {
    const bytes = Buffer.from(developmentKey.publicKey, "base64");
    expect(bytes).toHaveLength(42);
    expect(bytes.subarray(0, 2).toString()).toBe("Ed");
    expect(Buffer.from(bytes.subarray(2, 10)).reverse().toString("hex").toUpperCase()).toBe(developmentKey.keyId);
  });

  it.skipIf(!hasTool("minisign"))("signs what its public key verifies (needs minisign)", () => {
    const folder = makeFolder();
    const message = join(folder, "message");
    const secret = join(folder, "secret.key");
    writeFileSync(message, "hello");
    writeFileSync(secret, developmentKey.secretKeyFile, { mode: 0o600 });
    execFileSync("minisign", ["-S", "-W", "-s", secret, "-m", message], { stdio: "ignore" });
    const said = execFileSync("minisign", ["-V", "-P", developmentKey.publicKey, "-m", message], { encoding: "utf8" });
    expect(said).toContain("verified");
    writeFileSync(message, "hellp");
    expect(() =>
      execFileSync("minisign", ["-V", "-P", developmentKey.publicKey, "-m", message], { stdio: "ignore" }),
    ).toThrow();
  });
});
