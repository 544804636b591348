import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { replaceFile } from "../src/output/replace-file.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "slipway-replace-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("when a file is replaced", () => {
  it("holds the new text, and nothing stays beside it", () => {
    writeFileSync(join(folder, "a"), "old");
    expect(replaceFile(join(folder, "a"), "new")).toBeUndefined();
    expect(readFileSync(join(folder, "a"), "utf8")).toBe("new");
    expect(readdirSync(folder)).toEqual(["a"]);
  });

  it("tells why it cannot be, and leaves nothing beside it", () => {
    expect(replaceFile(join(folder, "gone"), "new")).toMatchObject({
      code: "CATALOG_TOOLS_UNWRITABLE",
      message: expect.stringContaining("ENOENT"),
    });
    // The new file is written already when the rename over a folder fails.
    mkdirSync(join(folder, "a"));
    expect(replaceFile(join(folder, "a"), "new")).toMatchObject({ code: "CATALOG_TOOLS_UNWRITABLE" });
    expect(readdirSync(folder)).toEqual(["a"]);
  });
});
