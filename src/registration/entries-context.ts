import type { OperatingSystem } from "../context.ts";
import { movedBase } from "../platform/moved-base.ts";
import type { PlacedContext } from "../platform/places.ts";

/** What entries depend on besides the agent: the system, and our directory where the user moved it. */
export interface EntriesContext {
  readonly os: OperatingSystem;
  readonly place?: string;
}

export function entriesContext({ context, places }: PlacedContext): EntriesContext {
  const place = movedBase(places, context);
  return { os: context.os, ...(place === undefined ? {} : { place }) };
}
