import type { Context } from "../context.ts";
import { movedBase } from "../platform/moved-base.ts";
import type { Places } from "../platform/places.ts";
import type { WrittenOn } from "./activation.ts";

/** What the entries of agents' files depend on. */
export function writtenOn({ context, places }: { readonly context: Context; readonly places: Places }): WrittenOn {
  const place = movedBase(places, context);
  return { os: context.os, ...(place === undefined ? {} : { place }) };
}
