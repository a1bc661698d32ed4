/** What the digest of one part of a plugin is made of: its whole entry, and the files that its command names (PL-17). */

import { relative, resolve } from "node:path";

import type { Part, RunItem } from "../../consent/subject.ts";
import { isAtOrBelow } from "../../host/bounds.ts";
import type { Installation } from "../../packages/programs/program-source.ts";
import { writtenGate } from "../gates/predicate.ts";
import type { CustomPredicate, Hook, Plugin, Server, Subcommand } from "../plugin.ts";
import { writtenEntry } from "../written-entry.ts";
import { commandTexts, filesNamedBy, isFile, serverFolder, serverTexts } from "./named-files.ts";
import type { Covering } from "./starts-covered.ts";

export type PartKind = RunItem["kind"];

/** What a plugin has that runs; of `shell(…)` the command, of a repository that it leads to the address. */
export type PartItem = Hook | Server | Subcommand | CustomPredicate | Installation | string;

export function partKey(kind: PartKind, { manifest }: Pick<Plugin, "manifest">, item: PartItem): string {
  return JSON.stringify(typeof item === "string" ? [kind, manifest, item] : [kind, manifest, item.name, writtenEntry(item) ?? ""]);
}

export interface Bound extends Pick<Part, "key" | "entry" | "named"> {
  /** Relative words begin in `folder`; without one they are another file in each folder that the agent works in. */
  readonly coveringIn: (folder: string | undefined) => Covering;
}

export interface BindingPlace {
  /** Only files in here count. */
  readonly area: string;
  readonly top: string;
  readonly globs: readonly string[];
  readonly entriesIn: readonly string[];
  /** Every file counts, the entries in them included. */
  readonly isWhole: boolean;
}

export type Bind = (kind: PartKind, item: PartItem) => Bound;

export function binder(plugin: Plugin, place: BindingPlace): Bind {
  const { area, top, globs, entriesIn, isWhole } = place;
  return (kind, item) => {
    const used = installationsOf(item, plugin);
    const texts = [...textsOf(item), ...used.flatMap(textsOfInstallation)];
    // Relative names in the command line of a server start there.
    const own = typeof item !== "string" && "transport" in item && item.transport === "stdio" ? serverFolder(item) : undefined;
    const folders = [...new Set([plugin.directory, area, own ?? area])];
    const verified = typeof item !== "string" && "verified" in item ? (item.verified ?? []).map(([path]) => path) : [];
    const found = [...filesNamedBy(texts, { folders, top: area }), ...verified];
    const named = [...new Set(isWhole ? found : found.filter((file) => !entriesIn.includes(file)))];
    const entry = () => {
      const written = [item, ...used].map((one) => (typeof one === "string" ? one : (writtenEntry(one) ?? JSON.stringify(one))));
      const manifest = relative(area, plugin.manifest).replaceAll("\\", "/");
      return JSON.stringify([manifest, plugin.name, writtenGate(plugin.gate), globs, ...written]);
    };
    return {
      key: partKey(kind, plugin, item),
      entry: isWhole ? "" : entry(),
      named,
      coveringIn: (folder) => ({
        covered: (word) => {
          const path = folder === undefined ? word : resolve(folder, word);
          return named.includes(path) && isFile(path) ? path : undefined;
        },
        isInside: (path) => isAtOrBelow(path, area) || isAtOrBelow(path, top),
      }),
    };
  };
}

function installationsOf(item: PartItem, { installations }: Plugin): readonly Installation[] {
  const found = new Set<Installation>();
  const want = (name: string) => {
    const one = installations.find((each) => each.name === name);
    if (one === undefined || found.has(one)) return;
    found.add(one);
    one.requirements.forEach(want);
  };
  if (typeof item === "string") return [];
  if ("installation" in item && item.installation !== undefined) want(item.installation);
  if ("requirements" in item) item.requirements.forEach(want);
  return [...found].filter((one) => one !== item);
}

/** Every text of its entry that is started or handed to a program. */
function textsOf(item: PartItem): readonly string[] {
  if (typeof item === "string") return [item];
  if ("transport" in item) return item.transport === "stdio" ? serverTexts(item) : [];
  if ("installCommands" in item) return textsOfInstallation(item);
  return [...commandTexts(item.command), ...item.command.args, ...Object.values(item.env)];
}

function textsOfInstallation({ executable, script, args = [], installCommands }: Installation): readonly string[] {
  return [executable, script, ...args, ...installCommands].filter((word) => word !== undefined);
}
