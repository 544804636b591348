import type { PromptDelivery } from "../session.js";

const ARMED = Buffer.from("\x1b[?2004h");
const DISARMED = Buffer.from("\x1b[?2004l");

/** Milliseconds between the end of a paste and Enter: several agents swallow an Enter that follows a burst of keys. */
export const ENTER_AFTER_PASTE_MS = 1_200;

/** Milliseconds between arming and the paste: agents arm the mode while they still draw and lose what comes at once. */
export const PASTE_AFTER_ARMED_MS = 300;

/** A prompt that waits for the terminal's program to be ready for it. */
export type PastedPrompt = { see: (chunk: Uint8Array) => void; end: () => void; delivery: Promise<PromptDelivery> };

/**
 * Types the prompt once the child has armed bracketed paste, in one paste and an Enter. A child that never arms it gets
 * nothing: without the brackets each line of the prompt would be a command of its own, and the outcome says so.
 */
export function pastePrompt(text: string | undefined, write: (data: string) => void): PastedPrompt {
  if (text === undefined) return { see: () => {}, end: () => {}, delivery: Promise.resolve("not-needed") };
  let settle: (delivery: PromptDelivery) => void = () => {};
  const delivery = new Promise<PromptDelivery>((resolve) => {
    settle = resolve;
  });
  let armed = false;
  let done = false;
  let carry = Buffer.alloc(0);
  let timer: NodeJS.Timeout | undefined;

  const paste = (): void => {
    timer = undefined;
    if (!armed || done) return;
    done = true;
    write(`\x1b[200~${text}\x1b[201~`);
    timer = setTimeout(() => {
      write("\r");
      settle("delivered");
    }, ENTER_AFTER_PASTE_MS);
  };
  return {
    delivery,
    see: (chunk) => {
      if (done) return;
      // The sequence may be cut between two chunks.
      const seen = Buffer.concat([carry, chunk]);
      carry = Buffer.from(seen.subarray(-(ARMED.length - 1)));
      const on = seen.lastIndexOf(ARMED);
      const off = seen.lastIndexOf(DISARMED);
      if (on === -1 && off === -1) return;
      armed = on > off;
      clearTimeout(timer);
      timer = armed ? setTimeout(paste, PASTE_AFTER_ARMED_MS) : undefined;
    },
    end: () => {
      clearTimeout(timer);
      settle("not-delivered");
    },
  };
}
