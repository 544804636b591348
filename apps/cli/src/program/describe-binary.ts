import { statSync } from "node:fs";
import type { BoundBinary, BoundTree } from "@slipway/binary";
import type { Printable } from "@slipway/errors";
import { msg, printable, verbatim } from "@slipway/errors";
import type { Agent } from "@slipway/manifest";
import { layOutTable } from "../output/write-output.js";
import { describeLaunches } from "./describe-launches.js";

/** Everything a person should see before a file becomes an agent: the files that run, whose they are, and what they are given. */
export function describeBinary(agent: Agent, binary: BoundBinary, tree?: BoundTree): Printable {
  const { file, interpreter, notes } = binary;
  const path = (text: string): Printable => printable(text, { maxColumns: 4096 });
  const rows: Printable[][] = [
    [msg`agent`, msg`${agent.name} (${agent.id}, ${agent.trust})`],
    [msg`file`, path(file.path)],
    ...(binary.foundAt === file.path ? [] : [[msg`found at`, path(binary.foundAt)]]),
    [msg`owner`, describeOwner(file.path)],
    [msg`sha256`, printable(file.sha256 ?? "")],
  ];
  if (interpreter !== undefined) {
    const args = interpreter.args.length === 0 ? msg`` : msg` ${interpreter.args.join(" ")}`;
    rows.push([
      msg`run by`,
      msg`${verbatim(path(interpreter.path))}${verbatim(args)}, owner ${verbatim(describeOwner(interpreter.path))}`,
    ]);
  }
  if (tree !== undefined) {
    const files = tree.entries.filter(({ type }) => type === "file").length;
    rows.push([msg`with`, msg`${files} files under ${verbatim(path(tree.root))}, digest ${tree.digest}`]);
    for (const place of tree.outside) rows.push([msg`not with`, msg`${verbatim(path(place))}, where a link leads`]);
  }
  for (const note of notes) rows.push([msg`note`, note]);
  return layOutTable([...rows, ...describeLaunches(agent)]);
}

function describeOwner(path: string): Printable {
  try {
    const { uid } = statSync(path);
    if (uid === process.getuid?.()) return msg`you`;
    return uid === 0 ? msg`root` : msg`user ${uid}`;
  } catch (error) {
    return msg`unknown: ${error as Error}`;
  }
}
