import { verifyFolder } from "@slipway/binary";
import type { Printable } from "@slipway/errors";
import { msg, printable, refuse, succeed } from "@slipway/errors";
import { fileSessionStore } from "@slipway/runtime";
import type { Command } from "../invocation.js";
import { shortenId } from "../launching/find-session.js";
import { layOutTable } from "../output/write-output.js";
import { findPlaces } from "../places.js";

/** Lists stored sessions, the last used first. */
export const command: Command = async (invocation) => {
  const places = findPlaces(invocation);
  const store = fileSessionStore(places.sessions);
  const { sessions, issues } = await store.list();
  // A store that cannot be read is no empty one.
  const unusable = issues.some(({ code, severity }) => code === "RUNTIME_STORE_UNUSABLE" && severity === "error");
  if (unusable) return refuse(...issues, ...places.folders.issues);
  // Nor is one in a folder that others could have emptied.
  const state = verifyFolder(places.folders.state);
  const isFirst = !state.ok && state.issues.every(({ code }) => code === "BINARY_MISSING");
  if (sessions.length === 0 && !state.ok && !isFirst) return refuse(...state.issues);
  const rows: Printable[][] = [[msg`SESSION`, msg`AGENT`, msg`AGE`, msg`MODE`, msg`FOLDER`]];
  const warnings = issues.map((found) => ({ ...found, severity: "warning" as const }));
  for (const session of sessions)
    rows.push([
      printable(shortenId(sessions, session)),
      printable(session.agent),
      showAge(Date.now() - Date.parse(session.updatedAt)),
      printable(session.approval),
      printable(session.cwd, { maxColumns: 1024 }),
    ]);
  const text = sessions.length === 0 ? msg`no sessions yet; slipway run <id> starts one` : layOutTable(rows);
  return succeed({ text, json: { sessions } }, [...warnings, ...places.folders.issues]);
};

/** The largest whole unit: 3m, 5h, 12d. */
function showAge(milliseconds: number): Printable {
  const minutes = Math.max(0, Math.floor(milliseconds / 60_000));
  if (minutes < 60) return msg`${minutes}m`;
  return minutes < 48 * 60 ? msg`${Math.floor(minutes / 60)}h` : msg`${Math.floor(minutes / (24 * 60))}d`;
}
