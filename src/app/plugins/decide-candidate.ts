/** What the user answers about a dependency's plugin: `use` in this workspace, or `disable` everywhere. Its code is asked about separately. */

import { withRegistrationLock } from "../../registration/registration-lock.ts";
import { planDisable } from "../../set-up/plan-disable.ts";
import { planUse } from "../../set-up/plan-use.ts";
import { writeConfig } from "../../set-up/set-up.ts";
import type { PlacedContext } from "../../platform/places.ts";
import { loadHere } from "./load-here.ts";
import { type CandidateHere, candidatesHere } from "./packages-here.ts";

export interface OpenCandidates {
  readonly workspace: string | null;
  readonly candidates: readonly CandidateHere[];
}

/** Those that the user has not decided on. */
export function openCandidatesHere(app: PlacedContext): OpenCandidates {
  const here = loadHere(app);
  const open = candidatesHere(here, app).filter(({ candidate }) => candidate.decision === "open");
  return { workspace: here.workspace?.folder ?? null, candidates: open };
}

export async function decideCandidate(
  app: PlacedContext,
  { name, workspace }: { readonly name: string; readonly workspace: string },
  answer: "enabled" | "declined",
): Promise<void> {
  await withRegistrationLock(app, async () => {
    const { config } = app.places;
    writeConfig(answer === "enabled" ? planUse(config, { name, workspace }) : planDisable(config, name));
  });
}
