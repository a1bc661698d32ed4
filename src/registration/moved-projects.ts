/** A moved project keeps what we wrote into it: the record follows it to the current folder (RG-24). */

import { existsSync, lstatSync } from "node:fs";
import { join, relative } from "node:path";

import type { Ledger, LedgerFile } from "../config-files/ledger.ts";
import { entriesIn } from "./plan-entries.ts";
import { insertionOf } from "./plan-servers.ts";
import { digestOf, readUserFile } from "../config-files/user-file.ts";

/** The ledger as seen from `folder`: entries that are missing at the old path, and unchanged here, were moved. */
export function followMoved(ledger: Ledger, folder: string | undefined): Ledger {
  if (folder === undefined) return ledger;
  const known = new Set(ledger.files.map(({ file }) => file));
  const files = ledger.files.map((recorded) => {
    const here = movedTo(recorded, folder);
    return here === undefined || known.has(here.file) ? recorded : here;
  });
  return { ...ledger, files };
}

function movedTo(recorded: LedgerFile, folder: string): LedgerFile | undefined {
  const { file, workspace, createdFolders } = recorded;
  if (workspace === undefined || workspace === folder || lstatSync(file, { throwIfNoEntry: false }) !== undefined) return undefined;
  const here = (path: string) => join(folder, relative(workspace, path));
  if (!existsSync(here(file)) || !isAsWritten(recorded, here(file))) return undefined;
  const servers = recorded.servers?.map((server) => (server.workspace === workspace ? { ...server, workspace: folder } : server));
  const moved = { ...recorded, file: here(file), workspace: folder, createdFolders: createdFolders.map(here) };
  return servers === undefined ? moved : { ...moved, servers };
}

function isAsWritten({ content, insertions, servers = [], hooks = [], digest }: LedgerFile, file: string): boolean {
  const read = readUserFile(file);
  if (!read.ok || read.text === null) return false;
  if (content === "plugin-file" || digestOf(read.text) === digest) return digestOf(read.text) === digest;
  const { text } = read;
  const hasServer = servers.some(({ path }) => text.includes(insertionOf(insertions, path)?.text ?? "\0"));
  const hasInstalled = hooks.some((one) => one.insertions.some((each) => text.includes(each.text ?? "\0")));
  return hasServer || hasInstalled || entriesIn(text, insertions).there > 0;
}
