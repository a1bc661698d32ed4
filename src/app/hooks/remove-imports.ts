/** Takes imports back: their record, and what the user decided about them. */

import { resolve } from "node:path";

import { sameName } from "../../config/same-name.ts";
import { resolveAgent } from "../../agents/hook-time.ts";
import { UserError } from "../../errors.ts";
import { realPath } from "../../platform/real-path.ts";
import { removeImports } from "../../plugins/imported/change-imports.ts";
import { importId, importName, type ImportRecord, readImports } from "../../plugins/imported/import-record.ts";
import { putBack, removeCopies } from "../../plugins/imported/move-hooks.ts";
import { countsHere } from "../../plugins/imported/read-imported.ts";
import { workspaceAround } from "../../plugins/workspace-around.ts";
import { withRegistrationLock } from "../../registration/registration-lock.ts";
import { forgetRecords } from "../../trust/decide.ts";
import { isOf } from "../../trust/place.ts";
import type { AppContext } from "../app-context.ts";
import { takeEffect } from "../trust/take-effect.ts";
import { workspaceFolder } from "../workspace-folder.ts";

/** All of them, in every project; or those that a word means here: an agent, the plugin's name, or the folder of an agent's plugin. */
export function importsMeant(app: AppContext, word: string | undefined): readonly ImportRecord[] {
  const { records, problem } = readImports(app.places);
  if (problem !== undefined) throw new UserError("IMPORTS-FILE", `${app.places.imports} ${problem}`);
  if (word === undefined) return records;
  const workspace = workspaceAround(workspaceFolder(app.context), app);
  const agent = resolveAgent(word);
  const folder = realPath(resolve(app.context.cwd, word));
  return records.filter((record) => {
    if (!countsHere(record, workspace)) return false;
    const root = record.root === undefined ? undefined : resolve(record.workspace ?? "/", record.root);
    return record.agent === agent || sameName(importName(record), word) || root === folder;
  });
}

/** Moved hooks go back first, so that they guard throughout. Then the consents: a run that is killed then leaves hooks that wait, and deny nothing. */
export async function removeImported(app: AppContext, records: readonly ImportRecord[]): Promise<void> {
  if (records.length === 0) return;
  const { context, places } = app;
  if (records.some(({ moved }) => moved !== undefined)) await withRegistrationLock(app, () => putBack(app, records));
  forgetRecords({ places, now: context.now }, (consents) =>
    consents.filter((consent) =>
      records.some(
        (record) =>
          importId(record) === consent.subject &&
          (record.scope === "user" || isOf(consent, { ...record, workspace: record.workspace ?? "" })),
      ),
    ),
  );
  removeImports(places, context.now, records);
  removeCopies(app, records);
  await takeEffect(app);
}
