/** The context of a use case for callers of the library: checked as a command checks it before it runs. */

import type { Context } from "../context.ts";
import { contextOfProcess } from "../process-context.ts";
import type { AppContext } from "./app-context.ts";
import { checkPlaces, commandPlaces } from "./command-places.ts";
import { ownerTrouble } from "./other-owner.ts";

/** What is absent is taken from this process. */
export interface ContextOptions extends Partial<Context> {
  /** Acts although the home folder belongs to another user, as in a container. */
  readonly allowOtherOwner?: boolean;
}

/** Throws a `UserError` where our files would lie in the project, or belong to another user. */
export function openContext(dist: string, { allowOtherOwner = false, ...given }: ContextOptions = {}): AppContext {
  const context = { ...contextOfProcess(), ...given };
  const app: AppContext = { context, places: commandPlaces(context), dist, calledAs: "symposium" };
  checkPlaces(context, app.places);
  const trouble = allowOtherOwner ? undefined : ownerTrouble(app);
  if (trouble !== undefined) throw trouble;
  return app;
}
