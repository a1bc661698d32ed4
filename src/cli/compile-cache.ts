/** Has Node keep our compiled code where it can (22.1 and later): much of what a short command takes is compiling. */

import { existsSync } from "node:fs";
import { join } from "node:path";

import { checkPlaces, commandPlaces } from "../app/command-places.ts";
import type { Context } from "../context.ts";
import { otherOwner } from "../platform/other-owner.ts";
import { leavesNoTrace } from "./leaves-no-trace.ts";

/** The types are of the oldest Node that we run on. */
interface CompileCache {
  readonly enableCompileCache?: (folder: string) => unknown;
}

/** Only in Symposium's cache folder if it exists, never in a project and never in the folder of another user. */
export function keepCompiledCode(
  context: Context,
  args: readonly string[],
  { enableCompileCache }: CompileCache = process.getBuiltinModule("node:module") as CompileCache,
): void {
  if (enableCompileCache === undefined || leavesNoTrace(args)) return;
  const places = commandPlaces(context);
  try {
    checkPlaces(context, places);
  } catch {
    // The command says why not.
    return;
  }
  if (existsSync(places.cache) && otherOwner(places.cache) === undefined) enableCompileCache(join(places.cache, "compile"));
}
