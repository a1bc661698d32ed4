/** Where agents are registered to call us, by the ledger. Read when an index is made, and never an error: without a ledger nothing is registered. */

import { isObject, parseJson } from "../../canonical/json.ts";
import { LEDGER_FORMAT, LEDGER_VERSION, type LedgerFile } from "../../config-files/ledger.ts";
import { readRegularTextIfAny } from "../../platform/read-regular.ts";
import { sameFolder } from "../../platform/same-folder.ts";
import type { Registration } from "./format.ts";

const MOST_LEDGER_BYTES = 64 * 1024 * 1024;

export type RegisteredFile = Pick<LedgerFile, "file" | "agents" | "scope" | "workspace" | "insertions">;

export function registeredFiles(ledger: string): readonly RegisteredFile[] {
  const value = parseJson(readRegularTextIfAny(ledger, { maxBytes: MOST_LEDGER_BYTES }) ?? "");
  if (!isObject(value)) return [];
  const { format, version, files } = value;
  return format === LEDGER_FORMAT && version === LEDGER_VERSION && Array.isArray(files) ? (files as unknown[]).filter(isWhole) : [];
}

/** The files that apply to calls in this workspace, once for each agent that a file serves. */
export function registrationsFor(files: readonly RegisteredFile[], workspace: string | null): readonly Registration[] {
  return files
    .filter((each) => each.scope === "user" || isSame(each.workspace, workspace))
    .flatMap(({ file, agents, scope }) => agents.map((agent) => ({ agent, entry: agents[0] ?? agent, scope, file })));
}

function isWhole(value: unknown): value is RegisteredFile {
  const { file, agents, scope, insertions } = (value ?? {}) as Partial<Record<keyof RegisteredFile, unknown>>;
  const isNamed = typeof file === "string" && (scope === "user" || scope === "project");
  return isNamed && Array.isArray(agents) && agents.every((agent) => typeof agent === "string") && Array.isArray(insertions);
}

function isSame(folder: string | undefined, workspace: string | null): boolean {
  return folder !== undefined && workspace !== null && (folder === workspace || sameFolder(folder, workspace));
}
