import { movedBase } from "../platform/moved-base.ts";
import type { PlacedContext } from "../platform/places.ts";
import type { WrittenOn } from "./activation.ts";

/** What the entries of agents' files depend on. */
export function writtenOn({ context, places }: PlacedContext): WrittenOn {
  const place = movedBase(places, context);
  return { os: context.os, ...(place === undefined ? {} : { place }) };
}
