/** Variables and paths in the form that a hook call judges, so that all commands judge alike (PL-10). */

import { posix, win32 } from "node:path";

import { isBareWord } from "../platform/find-program.ts";
import type { Live } from "./live.ts";
import type { Predicate } from "./predicate.ts";
import type { PredicateSurroundings } from "./surroundings.ts";

export type LivePredicate = Extract<Predicate, { readonly kind: "env" | "path-exists" }>;

/** A path starts at the folder; a bare name is a file there or anything on PATH. The empty path does not exist (I51). */
export function liveOf(predicate: LivePredicate, { folder, os }: Pick<PredicateSurroundings, "folder" | "os">): Live | false {
  if (predicate.kind === "env") {
    return predicate.value === undefined ? ["env", predicate.name] : ["env", predicate.name, predicate.value];
  }
  if (predicate.path === "") return false;
  const path = (os === "windows" ? win32 : posix).resolve(folder, predicate.path);
  const isPlace = predicate.path === "." || predicate.path === "..";
  return isBareWord(predicate.path, os) && !isPlace ? ["path", path, predicate.path] : ["path", path];
}
