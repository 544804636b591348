import { removeRecord, removeTree } from "@slipway/binary";
import { msg, refuse, succeed } from "@slipway/errors";
import type { Command } from "../invocation.js";
import { findPlaces } from "../places.js";
import { refuseFor } from "../report-problem.js";

/** Deletes the record of which file runs as an agent. Asks no catalog: what was adopted for an agent of another one can go. */
export const command: Command = async (invocation) => {
  const id = invocation.words[0] as string;
  const { folders, records } = findPlaces(invocation);
  const removed = removeRecord(records, id);
  if (!removed.ok) return refuse(...removed.issues);
  if (removed.value === undefined)
    return refuseFor("CLI_NOT_ADOPTED", msg`no file was adopted for ${id}`, msg`slipway list shows what was`);
  const list = removeTree(records, id);
  if (!list.ok) return refuse(...list.issues);
  const { foundAt, via } = removed.value.binary;
  const text = msg`forgot ${foundAt} (${via}), which ran as ${id}; the file is still there`;
  return succeed({ text, json: { agent: id, path: foundAt, via } }, [...folders.issues, ...removed.issues]);
};
