import type { Issue, Printable } from "@slipway/errors";
import { locateOffset, msg } from "@slipway/errors";
import { problem } from "../catalog-tools-code.js";

/** Bytes of one icon. Ours have less than 1,000; what is larger than this holds more than a sign. */
export const ICON_MAX_BYTES = 64 * 1024;
/** Problems of one icon that are told. */
const ICON_ISSUES_MAX = 20;

/** What can only be drawn. Everything else is refused: an icon is shown inside the window of a launcher. */
const ELEMENTS = new Set(
  (
    "svg g path rect circle ellipse line polyline polygon title desc defs linearGradient radialGradient stop " +
    "clipPath mask use symbol text tspan"
  ).split(" "),
);

const TAG = /<(?:!--[\s\S]*?-->|\/?([A-Za-z][\w:.-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>)/y;
const ATTRIBUTE = /([A-Za-z_:][\w:.-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const ENTITY = /&(?!(?:amp|lt|gt|quot|apos);)/;

/** Judges an SVG icon: it may be drawn and nothing more. Works on the text alone and in one pass. */
export function checkIcon(bytes: Uint8Array): Issue[] {
  if (bytes.length > ICON_MAX_BYTES)
    return [refuse(msg`the icon has ${bytes.length} bytes, more than ${ICON_MAX_BYTES}`, msg`simplify its paths`)];
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return [refuse(msg`the icon is not UTF-8`, msg`save it as an SVG file in UTF-8`)];
  }
  const body = text.replace(/^\s*<\?xml\s[^?>]{0,200}\?>/u, (declaration) => " ".repeat(declaration.length));
  const issues: Issue[] = [];
  let first: string | undefined;
  for (let at = body.indexOf("<"); at !== -1 && issues.length < ICON_ISSUES_MAX; ) {
    TAG.lastIndex = at;
    const tag = TAG.exec(body);
    if (tag === null) {
      const hint = msg`remove document types, processing instructions and CDATA; close every tag`;
      issues.push({ ...refuse(msg`this is no plain SVG tag`, hint), ...locateOffset(text, at) });
      break;
    }
    const [all, element, attributes = ""] = tag;
    if (element !== undefined) {
      first ??= element;
      issues.push(...judgeTag(element, attributes).map((found) => ({ ...found, ...locateOffset(text, at) })));
    }
    at = body.indexOf("<", at + all.length);
  }
  if (issues.length === 0 && first !== "svg") issues.push(refuse(msg`the icon is no SVG image`, msg`begin with <svg`));
  if (ENTITY.test(body)) issues.push(refuse(msg`the icon holds an entity`, msg`write the character itself`));
  return issues;
}

function judgeTag(element: string, attributes: string): Issue[] {
  if (!ELEMENTS.has(element))
    return [refuse(msg`the icon holds the element ${element}`, msg`draw with paths and shapes only`)];
  const issues: Issue[] = [];
  for (const [, name = "", double, single] of attributes.matchAll(ATTRIBUTE)) {
    const value = double ?? single ?? "";
    if (/^on/i.test(name)) issues.push(refuse(msg`the icon holds the event handler ${name}`, msg`remove it`));
    else if (/(?:^|:)href$/i.test(name) && !value.startsWith("#"))
      issues.push(refuse(msg`the icon refers to something outside of it: ${value}`, msg`refer to #names only`));
    else if (/url\(\s*["']?(?!#)/i.test(value) || /@import|expression\(/i.test(value))
      issues.push(refuse(msg`the icon loads something: ${value}`, msg`refer to url(#name) only`));
  }
  return issues;
}

function refuse(message: Printable, hint: Printable): Issue {
  return problem("CATALOG_TOOLS_ICON", message, hint);
}
