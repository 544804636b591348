/** The streams and surroundings of the program. */
export type Terminal = {
  env: Record<string, string | undefined>;
  out(text: string | Uint8Array): void;
  error(text: string): void;
  /** One line of input as bytes without its end; nothing at the end of input. Not echoed on a terminal. */
  readSecretLine(): Promise<Uint8Array | undefined>;
  /** Lets go of the input, so that the program can end. */
  close(): void;
};

const LF = 0x0a;
const CR = 0x0d;
const CTRL_C = 0x03;
const CTRL_D = 0x04;
const BACKSPACES = [0x08, 0x7f];

/** Bytes of a line of input that are taken. */
const LINE_MAX_BYTES = 4_096;

/** The terminal of this process. What a verified file holds and a signed comment says is printed as it is, as `minisign`. */
export function openTerminal(): Terminal {
  // A reader such as `head` closes the pipe early; that is no fault.
  process.stdout.on("error", () => undefined);
  let pending = Buffer.alloc(0);
  const input = process.stdin;
  return {
    env: process.env,
    out: (text) => void process.stdout.write(text),
    error: (text) => void process.stderr.write(text),
    async readSecretLine() {
      const raw = input.isTTY === true;
      if (raw) input.setRawMode(true);
      try {
        for (;;) {
          const end = pending.findIndex((byte) => byte === LF || (raw && (byte === CR || byte === CTRL_D)));
          if (end !== -1 || pending.length > LINE_MAX_BYTES) {
            const stop = end === -1 ? LINE_MAX_BYTES : end;
            const line = Uint8Array.from(raw ? applyBackspaces(pending.subarray(0, stop)) : pending.subarray(0, stop));
            pending = Buffer.from(pending.subarray(stop + 1));
            return line.at(-1) === CR ? line.subarray(0, -1) : line;
          }
          if (raw && pending.includes(CTRL_C)) process.exit(130);
          const chunk = (input.read() as Buffer | null) ?? (await waitForInput(input));
          if (chunk === undefined) {
            const rest = pending.length === 0 ? undefined : Uint8Array.from(pending);
            pending = Buffer.alloc(0);
            return rest;
          }
          pending = Buffer.concat([pending, chunk]);
        }
      } finally {
        if (raw) input.setRawMode(false);
      }
    },
    close: () => void input.pause(),
  };
}

function applyBackspaces(bytes: Uint8Array): number[] {
  const kept: number[] = [];
  for (const byte of bytes) {
    if (BACKSPACES.includes(byte)) kept.pop();
    else kept.push(byte);
  }
  return kept;
}

/** The next bytes; nothing at the end. */
function waitForInput(input: NodeJS.ReadStream): Promise<Buffer | undefined> {
  if (input.readableEnded) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const stop = (chunk: Buffer | undefined): void => {
      input.off("readable", onReadable).off("end", onEnd).off("error", onEnd);
      resolve(chunk);
    };
    const onReadable = (): void => {
      const chunk = input.read() as Buffer | null;
      if (chunk !== null) stop(chunk);
    };
    const onEnd = (): void => stop(undefined);
    input.on("readable", onReadable).on("end", onEnd).on("error", onEnd);
  });
}
