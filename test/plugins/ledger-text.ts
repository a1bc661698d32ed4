/** Ledgers as tests need them: what matters to an index, and the rest made up. */

import { LEDGER_FORMAT, LEDGER_VERSION, type LedgerFile } from "../../src/files/ledger.ts";

export type Registered = Pick<LedgerFile, "file" | "agents"> & Partial<LedgerFile>;

export function ledgerText(...files: readonly Registered[]): string {
  const rest = {
    scope: "user",
    content: "entries",
    insertions: [],
    createdFile: true,
    createdFolders: [],
    digest: "",
    date: "2026-11-15T00:00:00.000Z",
  };
  return JSON.stringify({ format: LEDGER_FORMAT, version: LEDGER_VERSION, files: files.map((file) => ({ ...rest, ...file })) });
}

/** An entry as it is kept: the text that an agent runs, inside the bytes of its file. */
export function insertionFor(agent: string, event: string): LedgerFile["insertions"][number] {
  const text = JSON.stringify({ command: `[ -e "$1/idle/${agent}.${event}" ] || "$1/bin/symposium-hook" ${agent} ${event} || :` });
  return { kind: "item", path: ["hooks", event], text, before: "", after: "" };
}
