import type { Issue } from "@slipway/errors";
import { msg } from "@slipway/errors";
import type { Agent } from "@slipway/manifest";
import { runtimeIssue } from "../runtime-error.js";

/** Characters of a model's name: visible ASCII, no blank (the longest real ones are near 100), never a leading `-`. */
const MODEL_SHAPE = /^(?!-)[\x21-\x7E]{1,200}$/;

/** One model that can be asked for. `default` says nothing to the agent. */
export type ModelChoice = {
  id: string;
  aliases: string[];
  /** Tokens that fit into a conversation, where the agent's entry says. */
  contextWindow?: number;
  /** Who offers it. */
  from: "default" | "agent" | "user";
};

/** What can be offered to a person, `default` first. */
export type ModelChoices = {
  choices: ModelChoice[];
  /** Any other name is taken too. */
  free: boolean;
  /** Of the added names that were left out: `RUNTIME_MODEL_INVALID`, `RUNTIME_MODEL_UNSUPPORTED`, all warnings. */
  issues: Issue[];
};

/**
 * The models of an agent: `default`, then its own list, then those that the user added. A name of the agent's list, an
 * alias too, hides an added one of the same name; an added name that cannot be asked for is left out with an issue.
 */
export function modelChoices(agent: Agent, options: { added?: readonly string[] } = {}): ModelChoices {
  const { accepts, list } = agent.model;
  const choices: ModelChoice[] = [{ id: "default", aliases: [], from: "default" }];
  const issues: Issue[] = [];
  const takesModels = accepts === "any" || accepts === "list";
  if (takesModels)
    choices.push(...list.map((model) => ({ ...model, aliases: [...model.aliases], from: "agent" as const })));
  for (const id of new Set(options.added ?? [])) {
    const isName = isModelName(id) && id !== "default";
    if (isName && takesModels) {
      if (findListed(agent, id) === undefined) choices.push({ id, aliases: [], from: "user" });
      continue;
    }
    issues.push(
      runtimeIssue({
        code: isName ? "RUNTIME_MODEL_UNSUPPORTED" : "RUNTIME_MODEL_INVALID",
        severity: "warning",
        message: isName
          ? msg`the added model ${id} is of no use: ${agent.id} cannot be told a model`
          : msg`the added model ${id} is not the name of a model`,
        hint: msg`take it out of the added models`,
      }),
    );
  }
  return { choices, free: accepts === "any", issues };
}

/** True for a text that can be handed over as the name of a model. */
export function isModelName(text: string): boolean {
  return MODEL_SHAPE.test(text);
}

/** The model of the agent's list that has this id or alias. */
export function findListed(agent: Agent, name: string): Agent["model"]["list"][number] | undefined {
  return agent.model.list.find(({ id, aliases }) => id === name || aliases.includes(name));
}
