import type { RepairedName } from "./build-environment.js";

/** The order in which POSIX decides the encoding of text: the first that is set and not empty. */
const ORDER = ["LC_ALL", "LC_CTYPE", "LANG"] as const;

/** `C.UTF-8` came to macOS late; `UTF-8` alone is what its own terminal sets where no region fits. */
const UTF8_CTYPE: Readonly<Partial<Record<NodeJS.Platform, string>>> = { darwin: "UTF-8" };

/**
 * What has to be set for the child to read and write UTF-8: nothing where the deciding variable names a UTF-8 locale
 * already, `LC_CTYPE` otherwise. Language, sorting and number formats stay the user's: `LC_ALL` is never set. An `LC_ALL`
 * of another encoding decides over everything else and is the user's own word; it stays, and nothing is set beside it.
 * Windows has no such variables.
 */
export function repairLocale(values: ReadonlyMap<string, string>, platform: NodeJS.Platform): RepairedName[] {
  if (platform === "win32") return [];
  const decides = ORDER.find((name) => (values.get(name) ?? "") !== "");
  if (decides === "LC_ALL") return [];
  if (decides !== undefined && /utf-?8/i.test(values.get(decides) ?? "")) return [];
  const why =
    decides === undefined
      ? "no locale is set: text other than ASCII would arrive broken"
      : `the locale that ${decides} names is not UTF-8: text other than ASCII would arrive broken`;
  return [{ name: "LC_CTYPE", value: UTF8_CTYPE[platform] ?? "C.UTF-8", why }];
}
