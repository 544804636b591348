/** The part of `@slipway/runtime` that needs native code: terminals over the optional peer `node-pty`. */
export {
  openTerminalSupport,
  startInTerminal,
  type TerminalPorts,
} from "./terminal/start-in-terminal.js";
