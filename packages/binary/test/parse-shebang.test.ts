import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseShebang } from "../src/parse-shebang.js";
import { codesOf, useTree } from "./tree.js";

const tree = useTree();
const parse = (line: string | Buffer, platform: NodeJS.Platform = "linux") =>
  parseShebang(Buffer.from(line as string), "/s", platform);

describe("when a #! line is read", () => {
  it("takes one argument on Linux and splits on macOS", () => {
    const file = { find: "file", path: "/bin/sh" };
    expect(parse("#!/bin/sh\n")).toMatchObject({ value: { ...file, args: [] } });
    expect(parse("#! \t/bin/sh\t \n")).toMatchObject({ value: { ...file, args: [] } });
    expect(parse("#!/bin/sh -e -u \n")).toMatchObject({ value: { ...file, args: ["-e -u"] } });
    expect(parse("#!/bin/sh -e -u\n", "darwin")).toMatchObject({ value: { ...file, args: ["-e", "-u"] } });
    expect(parse("#!/bin/sh")).toMatchObject({ value: { ...file, args: [] } });
  });

  it("answers env with the name to find", () => {
    const name = { find: "name", name: "node" };
    for (const line of ["#!/usr/bin/env node\n", "#!/bin/env node", "#!/usr/bin/env -S node\n"])
      expect(parse(line)).toMatchObject({ value: { ...name, args: [] } });
    for (const line of [
      "#!/usr/bin/env -S node --a  b\n",
      "#!/usr/bin/env -Snode --a b\n",
      "#!/usr/bin/env --split-string=node --a b\n",
    ])
      expect(parse(line)).toMatchObject({ value: { ...name, args: ["--a", "b"] } });
    expect(parse("#!/usr/bin/env /opt/node\n")).toMatchObject({ value: { find: "file", path: "/opt/node" } });
  });

  it("refuses what the kernel would cut, what looks in the working directory, and what env does beyond names", () => {
    const lines = [
      `#!/bin/${"a".repeat(300)}\n`,
      `#!/bin/sh ${"a".repeat(300)}\n`,
      "#!node\n",
      "#!./node\n",
      "#!\n",
      "#!/usr/bin/env\n",
      "#!/usr/bin/env ./node\n",
      "#!/usr/bin/env node --flag\n",
      "#!/usr/bin/env -i\n",
      "#!/usr/bin/env -S -i node\n",
      "#!/usr/bin/env -S A=1 node\n",
      "#!/usr/bin/env -S node '--a b'\n",
      "#!/usr/bin/env -S ${SHELL}\n",
      "#!/usr/bin/env node\r\n",
      "#!/bin/sh\0x\n",
      Buffer.from([0x23, 0x21, 0x2f, 0xff, 0x0a]),
    ];
    for (const line of lines) expect(codesOf(parse(line).issues), String(line)).toEqual(["BINARY_SHEBANG_INVALID"]);
  });

  it("never throws, and answers absolute files, names without folders, or a refusal", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (tail) => {
        const read = parseShebang(Buffer.concat([Buffer.from("#!"), Buffer.from(tail)]), "/s", "linux");
        if (!read.ok) return read.issues.length === 1;
        return read.value.find === "file" ? read.value.path.startsWith("/") : !read.value.name.includes("/");
      }),
    );
  });

  it.skipIf(process.platform !== "linux")("agrees with the kernel about arguments (needs Linux)", () => {
    const printer = tree.at("show");
    // A native program that prints its arguments: env itself, asked to run printf through an absolute interpreter.
    tree.link("/usr/bin/printf", "show");
    for (const rest of ["", " %s|", "  %s|x  ", " a b %s|", "\t%s|\t"]) {
      const script = tree.file("script", `#!${printer}${rest}\n`);
      const read = parse(`#!${printer}${rest}\n`);
      if (!read.ok || read.value.find !== "file") throw new Error("not read");
      const kernel = spawnSync(script, ["arg"], { encoding: "utf8" }).stdout;
      const ours = spawnSync(read.value.path, [...read.value.args, script, "arg"], { encoding: "utf8" }).stdout;
      expect(ours, rest).toBe(kernel);
    }
  });
});
