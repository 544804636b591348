import { runCommandLine } from "./run-command-line.js";

void runCommandLine(process.argv.slice(2));
