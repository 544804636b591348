/** An object of foreign JSON. Its own members only: `constructor` or `__proto__` in it name nothing of ours. */
export type JsonObject = { readonly [name: string]: unknown };

/** The value when it is an object and no array. */
export function asObject(value: unknown): JsonObject | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
}

/** An own member of an object; nothing of anything else. */
export function member(value: unknown, name: string): unknown {
  const object = asObject(value);
  return object !== undefined && Object.hasOwn(object, name) ? object[name] : undefined;
}

/** A member that is a text. */
export function textOf(value: unknown, name: string): string | undefined {
  const found = member(value, name);
  return typeof found === "string" ? found : undefined;
}

/** A member that is a count or an amount. */
export function amountOf(value: unknown, name: string): number | undefined {
  const found = member(value, name);
  return typeof found === "number" && Number.isFinite(found) && found >= 0 ? found : undefined;
}

/** The items of a member that is an array. */
export function itemsOf(value: unknown, name: string): readonly unknown[] {
  const found = member(value, name);
  return Array.isArray(found) ? found : [];
}

/** A value as JSON text; nothing for an absent one, or one nested too deep to be written. */
export function writeJson(value: unknown): string | undefined {
  try {
    return value === undefined ? undefined : JSON.stringify(value);
  } catch {
    return undefined;
  }
}
