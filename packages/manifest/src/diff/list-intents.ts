import type { Agent, ArgTemplate, Cell, Part, Start, Surface } from "../agent.js";

/** One way to start an agent, and the argument templates that its program then gets. */
export type Intent = { name: string; argv: string[]; mode?: string };

type Choice = { model: boolean; mode?: string };

/**
 * Every launch of one cell that differs in argv: plain, with a model, with each permission mode of the cell, and with
 * both. What the user adds stands as `{EXTRA}`; the first way to hand over a prompt is shown.
 */
export function listIntents(cell: Cell): Intent[] {
  const hasModel = cell.parts.some((part) => part.slot === "model");
  const modes = [...new Set(cell.parts.flatMap((part) => [...readModes(part).keys()]))];
  const choices: Choice[] = [{ model: false }, ...modes.map((mode) => ({ model: false, mode }))];
  if (hasModel) choices.push({ model: true }, ...modes.map((mode) => ({ model: true, mode })));
  return choices.map((choice) => ({
    name: nameChoice(choice),
    argv: assemble(cell, choice),
    ...(choice.mode === undefined ? {} : { mode: choice.mode }),
  }));
}

/** The cells of an agent by surface and start. */
export function listCells(agent: Agent): Map<string, Cell> {
  const cells = new Map<string, Cell>();
  for (const surface of Object.keys(agent.launch) as Surface[])
    for (const start of Object.keys(agent.launch[surface] ?? {}) as Start[]) {
      const cell = agent.launch[surface]?.[start];
      if (cell !== undefined) cells.set(`${surface} ${start}`, cell);
    }
  return cells;
}

/** The arguments of each permission mode of a part, by the name of the mode. */
export function readModes(part: Part): Map<string, readonly ArgTemplate[]> {
  const modes = new Map<string, readonly ArgTemplate[]>();
  if (part.slot !== "approval") return modes;
  for (const [mode, args] of Object.entries(part)) if (Array.isArray(args)) modes.set(mode, args);
  return modes;
}

function nameChoice({ model, mode }: Choice): string {
  return [...(model ? ["+model"] : []), ...(mode === undefined ? [] : [`+${mode}`])].join(" ");
}

function assemble(cell: Cell, choice: Choice): string[] {
  return cell.parts.flatMap((part): readonly string[] => {
    if (part.slot === "args" || part.slot === "report") return part.args;
    if (part.slot === "model") return choice.model ? part.args : [];
    if (part.slot === "approval") return choice.mode === undefined ? [] : (readModes(part).get(choice.mode) ?? []);
    // Told by themselves: what they add depends on what the caller gives.
    if (part.slot === "input") return [];
    if (part.slot === "extra") return ["{EXTRA}"];
    const delivery = cell.prompt.deliveries[0];
    return delivery === undefined ? [] : delivery.via === "paste" ? [] : delivery.args;
  });
}

/** Arguments on one line. What is no plain word is quoted as in JSON, so that two lists never show as one line. */
export function showArgv(argv: readonly string[]): string {
  return argv.map((argument) => (/^[\w{}./:=@%+,-]+$/.test(argument) ? argument : JSON.stringify(argument))).join(" ");
}
