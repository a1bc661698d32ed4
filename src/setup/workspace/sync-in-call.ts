/** The sync that a hook call makes itself: only from local files, and only for so long (PL-23). */

import { configInForce } from "../../files/config.ts";
import { problemText } from "../../files/problem.ts";
import type { AddedSkill } from "../../files/unannounced-skills.ts";
import type { PlacedContext } from "../../host/places.ts";
import { IN_CALL, isBudgetSpent, startBudget } from "../../host/reading-budget.ts";
import type { WorkspaceReading } from "../../plugins/workspace-around.ts";
import { addedBy, problemsOf, syncSkills } from "./sync-skills.ts";

/** `left`: something is left for a process without a deadline. `changed`: copies were made or removed. */
const NOTHING = { left: false, changed: false, added: [] as readonly AddedSkill[], problems: [] as readonly string[] };

interface InCall {
  readonly milliseconds: number;
  /** Limits what is read, beside the time. */
  readonly looks?: number;
  /** The workspace, where the call has just read it. */
  readonly reading?: WorkspaceReading;
}

/** Never rejects: the agent gets its answer without skills rather than an error. */
export async function syncInCall(
  app: PlacedContext,
  folder: string,
  { milliseconds, looks = IN_CALL.looks, reading }: InCall,
): Promise<typeof NOTHING> {
  const budget = startBudget({ ...IN_CALL, milliseconds, looks });
  const read = configInForce(app.places);
  if (!read.ok) return NOTHING;
  try {
    const isOver = () => budget.clock() > budget.until;
    const order = { config: read.config, folder, scope: "project", patience: milliseconds, isOver, budget, reading } as const;
    const synced = await syncSkills(app, order);
    // The process that holds the lock does the work, and leaves what it installs to the next call to tell.
    if (synced.state === "busy") return NOTHING;
    const errors = problemsOf(synced).filter(({ severity }) => severity === "error");
    const { created, updated, removed, left } = synced.applied;
    return {
      left: synced.gathered.left || left,
      changed: created.length + updated.length + removed.length > 0,
      added: addedBy(synced.applied),
      problems: errors.map(problemText),
    };
  } catch (error) {
    if (isBudgetSpent(error)) return { ...NOTHING, left: true };
    return { ...NOTHING, left: true, problems: [`cannot sync skills: ${error instanceof Error ? error.message : String(error)}`] };
  }
}
