import { resolve } from "node:path";
import type { Result } from "@slipway/errors";
import { msg, succeed } from "@slipway/errors";
import type { LaunchRequest } from "@slipway/runtime";
import { COMMANDS, GLOBAL_OPTIONS } from "../command-line/command-table.js";
import type { Invocation } from "../invocation.js";
import { readPrompt } from "../read-prompt.js";
import { readApproval } from "./read-approval.js";

const STRAY = ["run", "print"].map((name) => ({ ...GLOBAL_OPTIONS, ...COMMANDS[name]?.options }));

/** What the options and words of a launching command ask for; what they leave open is absent. */
export type Wishes = Pick<LaunchRequest, "prompt" | "model" | "approval"> & { cwd: string };

/** Reads prompt, model, permission mode and directory. */
export async function readWishes(invocation: Invocation, options: { stdin: boolean }): Promise<Result<Wishes>> {
  const approval = readApproval(invocation);
  if (!approval.ok) return approval;
  noteStrayOption(invocation);
  const prompt = await readPrompt(invocation, options);
  if (!prompt.ok) return prompt;
  const model = invocation.texts.get("model");
  return succeed({
    cwd: resolve(invocation.cwd, invocation.texts.get("cwd") ?? "."),
    ...(prompt.value === undefined ? {} : { prompt: prompt.value }),
    ...(model === undefined ? {} : { model }),
    ...(approval.value === undefined ? {} : { approval: approval.value }),
  });
}

/** `slipway run claude --yolo` asks claude about "--yolo". That is the rule; who meant the option should hear of it. */
function noteStrayOption({ words, output, json }: Invocation): void {
  const word = words[1] ?? "";
  const name = /^--([a-z0-9-]+)(?:=|$)/u.exec(word)?.[1];
  const isStray = word === "--" || (name !== undefined && STRAY.some((options) => Object.hasOwn(options, name)));
  if (json || !isStray) return;
  output.tell(msg`slipway: note: ${word} stands after the first word, so it is part of the prompt`);
}
