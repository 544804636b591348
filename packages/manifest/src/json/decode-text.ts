import type { Issue } from "@slipway/errors";
import { issue, locateOffset, msg } from "@slipway/errors";
import { DOCUMENT_MAX_BYTES } from "../limits.js";
import type { ManifestCode } from "../manifest-error.js";

const BYTE_ORDER_MARK = "\uFEFF";

/**
 * Bytes to text, or the one reason why not. Bytes that are no UTF-8 are refused and never replaced: two readers that
 * replace differently would see two documents under one signature.
 */
export function decodeText(bytes: Uint8Array): { text?: string; issues: Issue[] } {
  if (bytes.length > DOCUMENT_MAX_BYTES) {
    const found = msg`the document has ${bytes.length} bytes, more than ${DOCUMENT_MAX_BYTES}`;
    return { issues: [issue({ code: "MANIFEST_TOO_LARGE" satisfies ManifestCode, message: found })] };
  }
  let text: string;
  try {
    text = decode(bytes);
  } catch {
    return { issues: [refuseEncoding(bytes)] };
  }
  if (!text.startsWith(BYTE_ORDER_MARK)) return { text, issues: [] };
  const mark = issue({
    code: "MANIFEST_BYTE_ORDER_MARK" satisfies ManifestCode,
    severity: "warning",
    message: msg`the document begins with a byte order mark`,
    hint: msg`save it as UTF-8 without one: many JSON readers refuse it`,
    line: 1,
    column: 1,
  });
  return { text: text.slice(BYTE_ORDER_MARK.length), issues: [mark] };
}

function decode(bytes: Uint8Array, partial = false): string {
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes, { stream: partial });
}

function refuseEncoding(bytes: Uint8Array): Issue {
  // The decoder does not say where it stopped: the longest prefix that decodes does.
  let good = 0;
  let bad = bytes.length;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    try {
      decode(bytes.subarray(0, middle), true);
      good = middle;
    } catch {
      bad = middle;
    }
  }
  const before = decode(bytes.subarray(0, good), true);
  const utf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  return issue({
    code: "MANIFEST_NOT_UTF8" satisfies ManifestCode,
    message: msg`the document is not UTF-8 (byte ${good})`,
    hint: utf16 ? msg`it looks like UTF-16; save it as UTF-8` : msg`save it as UTF-8`,
    ...locateOffset(before, before.length),
  });
}
