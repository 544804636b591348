import { setTimeout as wait } from "node:timers/promises";
import type { Printable, Result } from "@slipway/errors";
import { msg, refuse, succeed } from "@slipway/errors";
import type { LaunchPlan } from "../launch-plan.js";
import { isWellFormed, NOT_PASTABLE, PASTE_MAX_BYTES } from "../plan/choose-delivery.js";
import { runtimeIssue } from "../runtime-error.js";
import type { PasteOptions, PasteOutcome, PromptDelivery } from "../session.js";
import { watchPasteMode } from "./watch-paste-mode.js";

/** Milliseconds between arming and a paste: agents arm the mode while they still draw and lose what comes at once. */
export const PASTE_AFTER_ARMED_MS = 300;

/** Milliseconds between two typed keys: several agents take faster ones for a paste. */
export const BETWEEN_KEYS_MS = 35;

/** Milliseconds between the end of a text and Enter: several agents swallow an Enter that follows a burst of keys. */
export const ENTER_AFTER_PASTE_MS = 1_200;

/** Characters that are typed key by key where no paste is taken: at the usual pace 36 seconds. */
export const TYPED_MAX_LENGTH = 1_024;

/** What types into a terminal: the prompt of the plan once, and whatever the host pastes later, one after the other. */
export type TerminalTyping = {
  see: (chunk: Uint8Array) => void;
  end: () => void;
  paste: (text: string, options?: PasteOptions) => Promise<Result<PasteOutcome>>;
  /** What became of the plan's prompt. */
  delivery: Promise<PromptDelivery>;
};

/**
 * The prompt of the plan is typed once the child has armed bracketed paste, in one paste and an Enter. A child that never
 * arms it gets nothing: without the brackets each line of the prompt would be a command of its own, and the outcome says
 * so. The pace is that of the agent's facts.
 */
export function typeIntoTerminal(
  plan: Pick<LaunchPlan, "paste" | "typing" | "surface">,
  write: (data: string) => void,
  now: () => number,
): TerminalTyping {
  const pace = {
    afterReadyMs: plan.typing?.afterReadyMs ?? PASTE_AFTER_ARMED_MS,
    betweenKeysMs: plan.typing?.betweenKeysMs ?? BETWEEN_KEYS_MS,
    beforeEnterMs: plan.typing?.beforeEnterMs ?? ENTER_AFTER_PASTE_MS,
  };
  const over = new AbortController();
  let changed: () => void = () => {};
  const mode = watchPasteMode(now, () => changed());
  const pause = (ms: number): Promise<void> => wait(ms, undefined, { signal: over.signal });

  /** Waits until the mode has been armed for as long as the agent needs. */
  const waitForReady = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const { armedAt } = mode;
      if (armedAt === undefined) {
        await new Promise<void>((resolve) => {
          changed = resolve;
          over.signal.addEventListener("abort", () => resolve(), { once: true });
        });
        continue;
      }
      const left = armedAt + pace.afterReadyMs - now();
      if (left <= 0) return;
      await pause(left);
    }
    throw over.signal.reason;
  };
  const writePaste = async (text: string, submit: boolean): Promise<void> => {
    write(`\x1b[200~${text}\x1b[201~`);
    if (submit) await pressEnter();
  };
  const pressEnter = async (): Promise<void> => {
    await pause(pace.beforeEnterMs);
    write("\r");
  };
  const typeKeys = async (text: string): Promise<void> => {
    for (const key of text) {
      write(key);
      await pause(pace.betweenKeysMs);
    }
  };

  const prompt = plan.paste;
  const delivery: Promise<PromptDelivery> =
    prompt === undefined
      ? Promise.resolve("not-needed")
      : waitForReady()
          .then(() => writePaste(prompt, true))
          .then(
            () => "delivered" as const,
            () => "not-delivered" as const,
          );

  const pasteNow = async (text: string, submit: boolean): Promise<Result<PasteOutcome>> => {
    if (over.signal.aborted) return refusePaste(msg`the session has ended`);
    try {
      if (mode.armedAt !== undefined) {
        await waitForReady();
        await writePaste(text, submit);
        return succeed({ how: "bracketed", submitted: submit });
      }
      if (text.includes("\n"))
        return refusePaste(
          msg`the program takes no pastes now, and each line of the text would be a command of its own`,
          msg`wait until it is ready for input, or send one line`,
        );
      if (text.length > TYPED_MAX_LENGTH)
        return refusePaste(
          msg`the program takes no pastes now, and the text is longer than the ${TYPED_MAX_LENGTH} characters that are typed`,
          msg`wait until it is ready for input`,
        );
      await typeKeys(text);
      if (submit) await pressEnter();
      return succeed({ how: "typed", submitted: submit });
    } catch {
      return refusePaste(msg`the session ended before the text was written whole`);
    }
  };
  let turn: Promise<unknown> = delivery;
  return {
    delivery,
    see: plan.surface === "pty" ? mode.see : () => {},
    end: () => over.abort(),
    paste: (text, options = {}) => {
      const judged = judgePaste(plan, text);
      if (!judged.ok) return Promise.resolve(judged);
      const next = turn.then(() => pasteNow(judged.value, options.submit === true));
      turn = next;
      return next;
    },
  };
}

/** The text as a terminal gets it: lines end with LF. What could end the paste, press a key or draw is refused. */
function judgePaste({ surface }: Pick<LaunchPlan, "surface">, text: string): Result<string> {
  if (surface !== "pty") return refusePaste(msg`the session has no terminal`, msg`give the prompt to the launch`);
  const lines = text.replace(/\r\n?/gu, "\n");
  if (text === "") return refusePaste(msg`the text is empty`);
  if (NOT_PASTABLE.test(lines))
    return refusePaste(msg`the text holds control characters, which a terminal would act on`, msg`take them out`);
  if (!isWellFormed(lines)) return refusePaste(msg`the text holds half of a surrogate pair: it has no UTF-8 form`);
  if (Buffer.byteLength(lines) > PASTE_MAX_BYTES)
    return refusePaste(
      msg`the text is longer than ${PASTE_MAX_BYTES} bytes`,
      msg`put it into a file and name the file in the prompt`,
    );
  return succeed(lines);
}

function refusePaste(message: Printable, hint?: Printable): Result<never> {
  return refuse(runtimeIssue({ code: "RUNTIME_PASTE_REFUSED", message, ...(hint === undefined ? {} : { hint }) }));
}
