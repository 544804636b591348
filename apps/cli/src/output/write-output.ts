import type { Issue, Printable } from "@slipway/errors";
import { joinPrintable, msg, stringifyJson, verbatim } from "@slipway/errors";

/** The exit code of a program that SIGPIPE ended: 128 + 13. */
export const EXIT_BROKEN_PIPE = 141;

/**
 * The only way text leaves this program. It takes text that is already safe to show, values as JSON, and, in one place,
 * the bytes of an agent.
 */
export type Output = {
  /** Lines for standard output. */
  say(text: Printable): void;
  /** Lines for standard error. */
  tell(text: Printable): void;
  /** One JSON value as one line of standard output; resolves when the stream took it. */
  giveJson(value: unknown): Promise<void>;
  /** One JSON value as one line of standard error: `run` gives standard output to the agent. */
  tellJson(value: unknown): void;
  /** Bytes of an agent, unchanged; resolves when the stream took them. */
  pass(to: "stdout" | "stderr", bytes: Uint8Array): Promise<void>;
  /** Aborted, with the system's error, when standard output takes no more: its reader left, or the disk is full. */
  broken: AbortSignal;
  /** Resolves when everything written has left. */
  flush(): Promise<void>;
};

/** Output over two streams. */
export function openOutput(stdout: NodeJS.WriteStream, stderr: NodeJS.WriteStream): Output {
  const broken = new AbortController();
  stdout.on("error", (error) => broken.abort(error));
  // Nobody is left who could be told that standard error is gone.
  stderr.on("error", () => {});
  const write = (stream: NodeJS.WriteStream, data: string | Uint8Array): Promise<void> =>
    broken.signal.aborted && stream === stdout
      ? Promise.resolve()
      : new Promise((resolve) => stream.write(data, () => resolve()));
  let last: Promise<unknown> = Promise.resolve();
  const put = (stream: NodeJS.WriteStream, text: string): Promise<void> => {
    const written = write(stream, text);
    last = Promise.all([last, written]);
    return written;
  };
  return {
    say: (text) => void put(stdout, `${text}\n`),
    tell: (text) => void put(stderr, `${text}\n`),
    giveJson: (value) => put(stdout, `${stringifyJson(value)}\n`),
    tellJson: (value) => void put(stderr, `${stringifyJson(value)}\n`),
    pass: (to, bytes) => write(to === "stdout" ? stdout : stderr, bytes),
    broken: broken.signal,
    flush: async () => {
      await last;
    },
  };
}

/**
 * A problem for people: `slipway: CODE: message`, or `slipway: warning: CODE: message`, with the place when the source is
 * known and the next step on a line of its own.
 */
export function showIssue(found: Issue): Printable {
  const kind = found.severity === "error" ? msg`` : msg`${found.severity}: `;
  // In front, because a message may end in a drawing of the fault.
  const place = found.line === undefined ? msg`` : msg`line ${found.line}, column ${found.column ?? 1}: `;
  const head = msg`slipway: ${verbatim(kind)}${found.code}: ${verbatim(place)}${verbatim(found.message)}`;
  return found.hint === undefined ? head : joinPrintable([head, msg`  hint: ${verbatim(found.hint)}`], "\n");
}

/** The columns of a table aligned by blanks, two between them; nothing is padded at the line's end. */
export function layOutTable(rows: readonly (readonly Printable[])[]): Printable {
  const widths: number[] = [];
  for (const row of rows) for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, cell.length);
  const lines = rows.map((row) => {
    let filled = row.length;
    while (filled > 1 && row[filled - 1] === "") filled -= 1;
    const cells = row.slice(0, filled).map((cell, at) => {
      const padding = at === filled - 1 ? "" : " ".repeat((widths[at] ?? 0) - cell.length + 2);
      return msg`${verbatim(cell)}${padding}`;
    });
    return joinPrintable(cells, "");
  });
  return joinPrintable(lines, "\n");
}
