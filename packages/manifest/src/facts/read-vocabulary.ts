import { msg, suggestName } from "@slipway/errors";
import type { EntryReport } from "../agents-json/entry-report.js";
import { reportUnknownFields } from "../agents-json/entry-report.js";
import type { JsonNode, JsonObject } from "../json/json-node.js";

type Path = (string | number)[];

/** Reads the values of a facts row. Each reader reports what is outside the vocabulary and then gives nothing. */
export class VocabularyReader {
  readonly #report: EntryReport;

  constructor(report: EntryReport) {
    this.#report = report;
  }

  /** An object with no other members than these: an unknown one may be a restriction. */
  object(node: JsonNode | undefined, path: Path, members: readonly string[]): JsonObject | undefined {
    if (node?.type !== "object") {
      this.#refuse(node, path, "an object");
      return undefined;
    }
    reportUnknownFields(node, members, this.#report, path, "error");
    return node;
  }

  /** One of the names. */
  name<N extends string>(node: JsonNode | undefined, path: Path, names: readonly N[]): N | undefined {
    if (node?.type !== "string") {
      this.#refuse(node, path, "a name");
      return undefined;
    }
    const found = names.find((name) => name === node.value);
    if (found !== undefined) return found;
    const near = suggestName(node.value, names);
    this.#report.tell("MANIFEST_FACT", {
      path,
      message: msg`${node.value} is not in the vocabulary`,
      hint: near === undefined ? msg`known are ${names.join(", ")}` : msg`did you mean ${near}?`,
    });
    return undefined;
  }

  /** A list of different names; absent is empty. */
  names<N extends string>(node: JsonNode | undefined, path: Path, names: readonly N[]): N[] {
    const found: N[] = [];
    for (const [index, item] of this.list(node, path, names.length).entries()) {
      const name = this.name(item, [...path, index], names);
      if (name !== undefined && found.includes(name))
        this.#report.tell("MANIFEST_FACT", { path: [...path, index], message: msg`${name} is listed twice` });
      else if (name !== undefined) found.push(name);
    }
    return found;
  }

  /** The items of an array; absent is empty. */
  list(node: JsonNode | undefined, path: Path, max: number): JsonNode[] {
    if (node === undefined) return [];
    if (node.type !== "array") {
      this.#refuse(node, path, "an array");
      return [];
    }
    if (node.items.length <= max) return node.items;
    this.#report.tell("MANIFEST_TOO_MANY", { path, message: msg`more than ${max} elements` });
    return [];
  }

  /** True or false. */
  truth(node: JsonNode | undefined, path: Path): boolean | undefined {
    if (node?.type === "boolean") return node.value;
    this.#refuse(node, path, "true or false");
    return undefined;
  }

  /** A whole number of a range, written in digits alone: `1e3` and `1.0` are read differently by other readers. */
  number(node: JsonNode | undefined, path: Path, min: number, max: number): number | undefined {
    if (node?.type !== "number") {
      this.#refuse(node, path, "a number");
      return undefined;
    }
    const value = /^(0|[1-9][0-9]{0,8})$/.test(node.text) ? Number(node.text) : Number.NaN;
    if (value >= min && value <= max) return value;
    this.#report.tell("MANIFEST_FACT", { path, message: msg`${node.text} is not a whole number of ${min} to ${max}` });
    return undefined;
  }

  /** A text that passes a test. */
  text(node: JsonNode | undefined, path: Path, wanted: string, fits: (text: string) => boolean): string | undefined {
    if (node?.type === "string" && fits(node.value)) return node.value;
    if (node?.type === "string")
      this.#report.tell("MANIFEST_FACT", { path, message: msg`${node.value} is not ${wanted}` });
    else this.#refuse(node, path, wanted);
    return undefined;
  }

  #refuse(node: JsonNode | undefined, path: Path, wanted: string): void {
    if (node === undefined)
      this.#report.tell("MANIFEST_MISSING_FIELD", { path, message: msg`${path.join(".")} is missing` });
    else this.#report.wrongType(node, path, wanted);
  }
}
