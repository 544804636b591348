import { runCommandLine } from "./command-line/run-command-line.js";

void runCommandLine(process.argv.slice(2)).then((status) => {
  process.exitCode = status;
});
