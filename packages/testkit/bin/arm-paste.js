#!/usr/bin/env node

// arm-paste [--resume ID] [--after MS] [--plain]: a prompt line that takes bracketed pastes, in a terminal only. It prints
// `session id: <uuid>` and, after MS milliseconds (50), arms bracketed paste in two writes; `--plain` never arms it. At the
// first Enter that is typed it prints {"pasted":[...],"typed":"..."} (what stood between the paste brackets, and all
// other characters before that Enter) and exits 0.

const { writeSync } = process.getBuiltinModule("node:fs");
const { randomUUID } = process.getBuiltinModule("node:crypto");

const argv = process.argv.slice(2);
const readValue = (name, otherwise) => (argv.includes(name) ? argv[argv.indexOf(name) + 1] : otherwise);
if (!process.stdin.isTTY) {
  writeSync(2, "arm-paste: needs a terminal\n");
  process.exit(1);
}

process.stdin.setRawMode(true).setEncoding("utf8");
writeSync(1, `session id: ${readValue("--resume") ?? randomUUID()}\r\n`);
setTimeout(
  () => {
    if (argv.includes("--plain")) return;
    writeSync(1, "\u001b[?20");
    setTimeout(() => writeSync(1, "04h> "), 5);
  },
  Number(readValue("--after", "50")),
);

const [OPEN, CLOSE] = ["\u001b[200~", "\u001b[201~"];
let all = "";
process.stdin.on("data", (text) => {
  all += text;
  const pasted = [];
  let typed = "";
  for (let rest = all; rest !== ""; ) {
    const open = rest.indexOf(OPEN);
    const enter = rest.indexOf("\r");
    if (enter !== -1 && (open === -1 || enter < open)) {
      writeSync(1, `\u001b[?2004l\r\n${JSON.stringify({ pasted, typed: typed + rest.slice(0, enter) })}\r\n`);
      process.exit(0);
    }
    if (open === -1) return;
    typed += rest.slice(0, open);
    const close = rest.indexOf(CLOSE, open);
    if (close === -1) return;
    pasted.push(rest.slice(open + OPEN.length, close));
    rest = rest.slice(close + CLOSE.length);
  }
});
