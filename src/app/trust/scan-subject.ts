/** Asks the scanners of the policies about a plugin before the user's yes to it counts. */

import type { AppContext } from "../app-context.ts";
import { pathIn, snapshotOf } from "../../trust/snapshot.ts";
import { whyScannersRefuse } from "../../trust/policy/ask-scanners.ts";
import type { Subject } from "../../trust/subject.ts";
import type { SubjectsHere } from "./subjects-here.ts";

/** Throws a `UserError` where one refuses. The record is made of the same digest afterwards, or not at all. */
export async function scanSubject({ context }: Pick<AppContext, "context">, here: SubjectsHere, subject: Subject): Promise<void> {
  if (here.policies.every(({ level, rules, isUnread }) => level === "project" || (rules.scanner === undefined && isUnread !== true)))
    return;
  const { id, plugin, version, workspace, coverage, parts } = subject;
  const { digest, folder, files } = snapshotOf(subject);
  const refused = await whyScannersRefuse(
    here.policies,
    {
      action: "consent",
      plugin,
      origin: id,
      ...(version === undefined ? {} : { version }),
      workspace: workspace === "" ? null : workspace,
      manifest: coverage.manifest,
      digest,
      runs: parts.map(({ kind, name, commands }) => ({ kind, name, commands })),
      files: files.flatMap(([path, , hash]) => {
        const digest = /^(?:x:)?([0-9a-f]{64})$/.exec(hash)?.[1];
        return digest === undefined ? [] : [{ path: pathIn(folder, path), digest }];
      }),
    },
    { context, folders: [here.workspace, here.repository, context.cwd] },
  );
  if (refused !== undefined) throw refused;
}
