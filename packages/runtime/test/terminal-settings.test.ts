import { describe, expect, it } from "vitest";
import { launch } from "../src/index.js";
import { bindScript, makeFolder, take } from "./bind-for-test.js";
import { planFor } from "./plan-for-test.js";
import { readBytes } from "./read-output.js";

/** What a script prints in a terminal of this size. */
async function printed(script: string, size = { columns: 111, rows: 33 }): Promise<Buffer> {
  const folder = makeFolder();
  const binary = bindScript(folder, "agent", `#!/bin/sh\n${script}\n`);
  const session = take(await launch(planFor(folder, { surface: "pty" }), { binary, size }));
  return readBytes(session.output);
}

describe("when a program looks at its terminal", () => {
  it("knows its size before it runs its first line", async () => {
    expect((await printed("stty size")).toString("latin1").trim()).toBe("33 111");
    expect((await printed("stty size", { columns: 40, rows: 10 })).toString("latin1").trim()).toBe("10 40");
  });

  it("gives every byte as it is, those that are no UTF-8 among them", async () => {
    const bytes = await printed("stty raw; printf '\\377\\303\\000\\200\\355\\240\\200'");
    expect(bytes).toEqual(Buffer.from([0xff, 0xc3, 0x00, 0x80, 0xed, 0xa0, 0x80]));
  });
});
