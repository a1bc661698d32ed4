/** Which plugins are exported: one that the user names, by name or path, or all that are active here. */

import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";

import { UserError } from "../../errors.ts";
import { similarWord } from "../../files/similar-word.ts";
import { realPath } from "../../host/paths.ts";
import type { PlacedContext } from "../../host/places.ts";
import { ALL_MARKERS } from "../../packages/markers.ts";
import type { LoadedPlugin } from "../../plugins/active-plugins.ts";
import { type LoadedHere, loadHere, ownNameOf } from "../../plugins/here/load-here.ts";
import { candidatesHere, packageHere } from "../../plugins/here/packages-here.ts";
import { isMeantBy } from "../../plugins/here/plugin-here.ts";
import { WORKSPACE_SOURCE } from "../../plugins/plugins-read.ts";
import { collectSkills } from "../../plugins/skills/collect.ts";
import { readSkill } from "../../plugins/skills/read-skill.ts";
import { SKILL } from "../../plugins/sources/folder.ts";
import { manifestIn } from "../../plugins/sources/manifest-files.ts";
import type { Exported, LoneSkill } from "./subject.ts";

export function chosenPlugin(word: string, app: PlacedContext): Exported {
  if (isAbsolute(word) || /^\.{1,2}(?:[\\/]|$)/.test(word)) return atPath(resolve(app.context.cwd, word), app);
  const here = loadHere(app, "all");
  const all = [
    ...here.loaded.plugins.map((loaded) => ({
      name: loaded.plugin.name,
      package: loaded.origin.kind === "package" ? packageHere(loaded.origin) : undefined,
      from: () => exportedFrom(loaded),
    })),
    ...skillsOf(here, () => true).map((from) => ({ name: from.name, from: () => from })),
    ...candidatesHere(here, app).map(({ candidate }) => ({
      name: candidate.name,
      package: packageHere(candidate),
      from: (): Exported => ({ ...candidate, kind: "package" }),
    })),
  ];
  const found = all.filter((one) => isMeantBy(one, word));
  const [first, ...others] = found;
  if (first === undefined) {
    const names = all.map(({ name }) => name);
    const near = similarWord(word, names);
    const hint = near === undefined ? "`symposium plugin list` shows the plugins here; a path begins with ./" : `did you mean ${near}?`;
    throw new UserError("NOT-FOUND", `there is no plugin or skill named ${JSON.stringify(word)} here`, { hint });
  }
  if (others.length === 0) return first.from();
  const details = found.map((one) => {
    const from = one.from();
    return from.kind === "file" ? dirname(from.file) : from.kind === "skill" ? from.directory : from.folder;
  });
  throw new UserError("AMBIGUOUS", `several plugins are named ${word}`, { details, hint: "name the folder of one" });
}

/** Without those whose folder is part of another's, which go along with it, and without hooks that were imported from an agent's files. */
export function activePlugins(app: PlacedContext): readonly Exported[] {
  const here = loadHere(app);
  const plugins = here.loaded.plugins.filter(
    ({ inactive, state, inside, origin }) =>
      inactive === undefined && state === "active" && inside === undefined && origin.kind !== "imported",
  );
  const { skills } = collectSkills(here.loaded, { config: here.config, places: app.places });
  const active = new Set(skills.flatMap(({ plugin, skill }) => (plugin === undefined ? [skill.directory] : [])));
  return [...plugins.map(exportedFrom), ...skillsOf(here, (directory) => active.has(directory))];
}

function atPath(path: string, app: PlacedContext): Exported {
  const kind = statSync(path, { throwIfNoEntry: false });
  if (kind === undefined) throw new UserError("NOT-FOUND", `${path} does not exist`, { hint: "name a plugin, or the folder of one" });
  if (!kind.isDirectory()) return fileIn(path, app);
  const { file } = manifestIn(path);
  if (existsSync(file)) return fileIn(file, app);
  if (existsSync(join(path, SKILL))) return { kind: "skill", name: basename(path), directory: path };
  throw new UserError("NOT-FOUND", `${path} has no manifest`, { hint: "`symposium plugin new` creates a plugin" });
}

/** Beside the manifest of a repository or a package are files that are not of the plugin. */
function fileIn(file: string, app: PlacedContext): Exported {
  const folder = dirname(file);
  const isShared = readdirSync(folder).some((name) => [".git", ...ALL_MARKERS].includes(name));
  const name = isShared ? ownNameOf(folder, app) : basename(folder);
  return { kind: "file", name, file, isAlone: !isShared, defaultName: isShared ? name : undefined };
}

function exportedFrom({ plugin, origin, inside }: LoadedPlugin): Exported {
  if (origin.kind === "package") return { ...origin, kind: "package" };
  if (origin.kind === "imported")
    throw new UserError("IMPORTED", `the hooks of ${plugin.name} are in an agent's own files, and not in a plugin`, {
      hint: "`symposium hooks convert --to hooks` makes a hook manifest of them",
    });
  const { name, manifest: file } = plugin;
  const defaultName = origin.kind === "repository" || inside !== undefined ? name : undefined;
  return { kind: "file", name, file, isAlone: origin.kind === "source" || inside !== undefined, defaultName };
}

function skillsOf({ loaded }: LoadedHere, isWanted: (directory: string) => boolean): readonly LoneSkill[] {
  const directories = loaded.standalone.flatMap(({ source, directory }) => (source === WORKSPACE_SOURCE ? [] : [realPath(directory)]));
  return directories.filter(isWanted).map((directory) => {
    const name = readSkill(directory, { isOwn: false }).skill?.name ?? basename(directory);
    return { kind: "skill", name, directory };
  });
}
