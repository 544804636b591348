import { isAbsolute } from "node:path";

/** Whether a foreign value has a shape. */
export type Check = (value: unknown) => boolean;
/** The fields of an object and the shape of each. */
export type Fields = Record<string, { check: Check; optional?: true }>;

/** A text that a pattern describes whole. */
export const text =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === "string" && pattern.test(value);
/** One of a few words. */
export const oneOf =
  (...allowed: string[]): Check =>
  (value) =>
    typeof value === "string" && allowed.includes(value);
/** At most `max` values of one shape. */
export const list =
  (max: number, check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.length <= max && value.every(check);
/** An object of these fields. Closed: a field that is not listed is as wrong as one that is missing. */
export const fields =
  (expected: Fields): Check =>
  (value) =>
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(value).every((key) => Object.hasOwn(expected, key)) &&
    Object.entries(expected).every(([key, { check, optional }]) =>
      Object.hasOwn(value, key) ? check((value as Record<string, unknown>)[key]) : optional === true,
    );

/** An absolute path that is text. */
export const path: Check = (value) =>
  typeof value === "string" && value.length <= 4096 && isAbsolute(value) && !/[\0\uFFFD\p{Cs}]/u.test(value);

/** The identity of a file, in decimal texts. */
export const identity = fields({
  device: { check: text(/^\d{1,20}$/u) },
  inode: { check: text(/^\d{1,20}$/u) },
  size: { check: text(/^\d{1,20}$/u) },
  mtimeNs: { check: text(/^-?\d{1,20}$/u) },
  ctimeNs: { check: text(/^-?\d{1,20}$/u) },
});

/** A SHA-256 in lower-case hexadecimal. */
export const digest = text(/^[0-9a-f]{64}$/u);
