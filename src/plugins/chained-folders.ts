/** The plugins in folders that a plugin's `source.path` entries name (PL-28). They have its origin, consent and gates. */

import { join } from "node:path";

import type { Problem } from "../files/problem.ts";
import { boundsOf, isAtOrBelow } from "../host/bounds.ts";
import { linkStatOf } from "../host/files.ts";
import { realPath } from "../host/paths.ts";
import type { Stamped } from "../host/reading-budget.ts";
import { MISSING, stamped } from "../host/stamp.ts";
import { AGENT_PLUGIN } from "./agent-plugin/format.ts";
import { bothGates } from "./gates/predicate.ts";
import type { Plugin } from "./plugin.ts";
import { MANIFEST } from "./sources/manifest-files.ts";

const MOST_HOPS = 10;
const MOST_FOLDERS = 100;

interface FolderPlugin<R> {
  readonly folder: string;
  readonly parents: readonly string[];
  readonly reading: R;
  readonly plugin?: Plugin;
}

/** Each after the plugin that names it. `read` reads the manifest in a folder; it returns nothing for a plugin that counts for itself. */
export function chainedFolders<R extends { readonly plugin?: Plugin | undefined }>(top: Plugin, read: (folder: string) => R | undefined) {
  const found: FolderPlugin<R>[] = [];
  const problems: Problem[] = [];
  const watched: Stamped[] = [];
  if (top.chained.every(({ source }) => source.kind !== "path")) return { found, problems, watched };
  const bounds = boundsOf(top.directory);
  const seen = new Set([realPath(top.directory)]);
  const enter = (parent: Plugin, parents: readonly string[]) => {
    for (const { source, gate } of parent.chained) {
      if (source.kind !== "path") continue;
      const report = (message: string, hint: string) =>
        void problems.push({ severity: "warning", file: parent.manifest, message: `${source.path} ${message}`, hint });
      const [usual, packaged] = [MANIFEST, AGENT_PLUGIN].map((name) => join(source.path, name)) as [string, string];
      const file = isMissing(usual) && !isMissing(packaged) ? packaged : usual;
      if (stamped(usual)[1] === MISSING) watched.push(stamped(source.path), stamped(usual), stamped(packaged));
      if (bounds.leadsOut(file) !== undefined || !isInside(source.path, parent.directory)) {
        report("leads out of the plugin's folder, so Symposium ignores it", "replace the link by what it leads to");
        continue;
      }
      if (isMissing(file)) {
        report(`has no ${MANIFEST} or ${AGENT_PLUGIN}, so this plugin reference brings nothing`, "create it, or remove the reference");
        continue;
      }
      const real = realPath(source.path);
      if (seen.has(real)) continue;
      if (parents.length > MOST_HOPS || seen.size > MOST_FOLDERS) {
        const hint = `a plugin may have ${MOST_FOLDERS} of them, ${MOST_HOPS} inside each other`;
        report("is more than Symposium reads, so Symposium ignores it", hint);
        continue;
      }
      seen.add(real);
      const reading = read(source.path);
      if (reading === undefined) continue;
      const { plugin: own } = reading;
      const plugin = own && { ...own, gate: [parent.gate, gate, own.gate].reduce(bothGates) };
      found.push({ folder: source.path, parents, reading, plugin });
      if (plugin !== undefined) enter(plugin, [...parents, plugin.name]);
    }
  };
  enter(top, [top.name]);
  return { found, problems, watched };
}

/** What is unreadable may be there. */
function isMissing(file: string): boolean {
  try {
    return linkStatOf(file) === undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOTDIR";
  }
}

/** A link may lead out, or to a folder above, which would be a circle. */
function isInside(folder: string, around: string): boolean {
  const [inner, outer] = [realPath(folder), realPath(around)];
  return inner !== outer && isAtOrBelow(inner, outer);
}
