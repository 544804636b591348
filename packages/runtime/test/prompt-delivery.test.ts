import type { Delivery } from "@slipway/manifest";
import { describe, expect, it } from "vitest";
import { launch, run } from "../src/index.js";
import { bindNode, makeFolder, take } from "./bind-for-test.js";
import { makeAgent, makeCell } from "./make-agent.js";
import { planFor } from "./plan-for-test.js";
import { readBytes } from "./read-output.js";

const ECHO = `
let input = "";
process.stdin.on("data", (chunk) => { input += chunk; });
process.stdin.on("end", () => console.log(JSON.stringify({ argv: process.argv.slice(2), input })));`;

function agentWith(...deliveries: Delivery[]) {
  const cell = makeCell({ prompt: { need: "optional", deliveries } });
  return makeAgent({ launch: { headless: { new: cell }, pty: { new: cell } } });
}

describe("when a prompt reaches a real child", () => {
  const argv: Delivery = { via: "argv", args: ["--", "{PROMPT}"], dash: "safe", sigils: "" };
  const stdin: Delivery = { via: "stdin", args: ["-"], sigils: "" };

  it.each(["--yolo", "- [ ] do it", "$(touch x)", "`x` \"'", "a\nb\r\nc", "{MODEL} $& %PATH%", "é🦜"])(
    "is %j, byte for byte",
    async (prompt) => {
      const folder = makeFolder();
      const binary = bindNode(folder, ECHO);
      const one = await run(planFor(folder, { surface: "headless", prompt }, agentWith(argv)), { binary });
      expect(JSON.parse(one.stdout.text)).toEqual({ argv: ["--", prompt], input: "" });
      const two = await run(planFor(folder, { surface: "headless", prompt }, agentWith(stdin)), { binary });
      expect(JSON.parse(two.stdout.text)).toEqual({ argv: ["-"], input: prompt });
    },
  );

  it("arrives whole by input when it is too long for an argument", async () => {
    const folder = makeFolder();
    const prompt = "0123456789".repeat(30_000);
    const result = await run(planFor(folder, { surface: "headless", prompt }, agentWith(argv, stdin)), {
      binary: bindNode(folder, ECHO),
    });
    expect(JSON.parse(result.stdout.text)).toEqual({ argv: ["-"], input: prompt });
  });

  it("does not hang a child that reads to the end when there is none", async () => {
    const folder = makeFolder();
    const result = await run(planFor(folder, { surface: "headless" }), { binary: bindNode(folder, ECHO) });
    expect(JSON.parse(result.stdout.text)).toEqual({ argv: [], input: "" });
  });

  it("does not fail when the child ends without reading it", async () => {
    const folder = makeFolder();
    const plan = planFor(folder, { surface: "headless", prompt: "x".repeat(1_000_000) }, agentWith(stdin));
    expect((await run(plan, { binary: bindNode(folder, "process.stdin.destroy()") })).ok).toBe(true);
  });
});

describe("when a prompt is pasted", () => {
  const paste: Delivery = { via: "paste", sigils: "" };
  const READER = `
process.stdin.setRawMode(true);
let seen = "";
process.stdin.on("data", (chunk) => {
  seen += chunk;
  if (seen.endsWith("\\r")) { console.log("GOT" + JSON.stringify(seen)); process.exit(0); }
});`;

  it("arrives in one paste once the child has armed it, the arming cut in pieces, and Enter follows", async () => {
    const folder = makeFolder();
    const body = `${READER} process.stdout.write("\\x1b[?20"); setTimeout(() => process.stdout.write("04h"), 50);`;
    const plan = planFor(folder, { surface: "pty", prompt: "one\ntwo" }, agentWith(paste));
    const session = take(await launch(plan, { binary: bindNode(folder, body) }));
    const output = (await readBytes(session.output)).toString();
    expect(output).toContain(`GOT${JSON.stringify("\u001b[200~one\ntwo\u001b[201~\r")}`);
    expect(await session.promptDelivery).toBe("delivered");
    await session.ended;
  });

  it("types nothing into a child that never arms it, and says so", async () => {
    const folder = makeFolder();
    const body = `process.stdin.setRawMode(true); process.stdin.on("data", (chunk) => console.log("GOT" + chunk)); process.stdout.write("\\x1b[?2004h\\x1b[?2004l"); setTimeout(() => process.exit(0), 900);`;
    const session = take(
      await launch(planFor(folder, { surface: "pty", prompt: "one" }, agentWith(paste)), {
        binary: bindNode(folder, body),
      }),
    );
    expect((await readBytes(session.output)).toString()).not.toContain("GOT");
    expect(await session.promptDelivery).toBe("not-delivered");
    await session.ended;
  });
});
