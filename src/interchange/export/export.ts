/** `export`: a plugin, or all that are active here, as Agent Plugins that any client can read (AP-5). One package for each plugin. */

import { lstatSync, readdirSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

import { UserError } from "../../errors.ts";
import { isAtOrBelow } from "../../host/bounds.ts";
import { realPath } from "../../host/paths.ts";
import type { PlacedContext } from "../../host/places.ts";
import type { Plugin } from "../../plugins/plugin.ts";
import { activePlugins, chosenPlugin } from "./choose.ts";
import { hiddenContent } from "./hidden-content.ts";
import type { ExportLoss } from "./losses.ts";
import {
  clearLeftovers,
  comparedFolder,
  type ExportedBy,
  exportIn,
  type FileChange,
  recorded,
  removePackage,
  writePackage,
} from "./package-folder.ts";
import { planPackage } from "./plan-package.ts";
import { type Exported, readSubject } from "./subject.ts";

export interface ExportRequest {
  readonly plugin?: string | undefined;
  /** The package's folder; of all active plugins the folder that holds a package each. */
  readonly to: string;
  readonly dryRun?: boolean;
}

export interface ExportResult {
  readonly dryRun: boolean;
  readonly packages: readonly ExportedPackage[];
  /** Folders of packages whose plugins are no longer active. */
  readonly removed: readonly string[];
  /** Plugins that cannot be exported; with `--active` alone, because otherwise it is an error. */
  readonly refused: readonly RefusedPlugin[];
}

export interface ExportedPackage {
  readonly plugin: string;
  readonly name: string;
  readonly folder: string;
  readonly action: "create" | "change" | "none";
  readonly changes: readonly FileChange[];
  /** Names of the skills and servers that every client reads. */
  readonly skills: readonly string[];
  readonly servers: readonly string[];
  readonly losses: readonly ExportLoss[];
}

export interface RefusedPlugin {
  readonly plugin: string;
  readonly message: string;
  readonly details: readonly string[];
}

export async function exportPlugins(app: PlacedContext, { plugin, to, dryRun = false }: ExportRequest): Promise<ExportResult> {
  const target = resolve(app.context.cwd, to);
  const by: ExportedBy = plugin === undefined ? "active" : "plugin";
  const real = realPath(target);
  // The folder is replaced, and a shell in it would be nowhere.
  if (by === "plugin" && isAtOrBelow(realPath(app.context.cwd), real))
    throw new UserError("CURRENT-FOLDER", `${target} is the current folder, or has it inside`, {
      hint: "choose another folder, for example --to ./exported",
      exitCode: 2,
    });
  // First, so that a package comes back even if its plugin can no longer be exported.
  if (!dryRun && by === "plugin") clearLeftovers(dirname(real), basename(real));
  if (!dryRun && by === "active") clearLeftovers(real);
  const refused: RefusedPlugin[] = [];
  const planned =
    plugin === undefined ? planActive(target, app, refused) : [planFrom(chosenPlugin(plugin, app), target, app, new Set<string>())];
  const folderOf = (name: string) => (by === "plugin" ? real : join(real, name));
  const wanted = planned.map((one) => ({ ...one, files: recorded(one.files, by), folder: folderOf(one.report.name) }));
  const packages = wanted.map(({ report, files, folder }) => ({ report, files, ...comparedFolder(folder, files) }));
  const kept = new Set([...wanted.map(({ folder }) => folder), ...refused.map((one) => folderOf(packageName(one.plugin)))]);
  const removed = by === "active" ? goneFrom(real, kept) : [];
  if (!dryRun) {
    for (const { folder, files, changes } of packages) if (changes.length > 0) writePackage(folder, files);
    for (const folder of removed) removePackage(folder);
  }
  return {
    dryRun,
    packages: packages.map(({ report, folder, isThere, changes }) => ({
      ...report,
      folder,
      action: changes.length === 0 ? "none" : isThere ? "change" : "create",
      changes,
    })),
    removed,
    refused,
  };
}

/** Every file of the folder goes along, so the next export would have this one in it. */
function mustBeOutside(target: string, { name, directory }: Pick<Plugin, "name" | "directory">): void {
  const place = realPath(target);
  if (place === directory || !isAtOrBelow(place, directory)) return;
  throw new UserError("INSIDE", `${target} is in the folder of ${name}, which is exported with all of its files; nothing was written`, {
    hint: "choose a folder outside of it with --to",
    exitCode: 2,
  });
}

function planActive(target: string, app: PlacedContext, refused: RefusedPlugin[]) {
  const planned: ReturnType<typeof planFrom>[] = [];
  const names = new Set<string>();
  for (const from of activePlugins(app)) {
    try {
      planned.push(planFrom(from, target, app, names));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      refused.push({ plugin: from.name, message: error.message, details: error.details ?? [] });
    }
  }
  return planned;
}

function planFrom(from: Exported, target: string, app: PlacedContext, taken: Set<string>) {
  const subject = readSubject(from, app);
  const { plugin } = subject;
  if (subject.isAlone) mustBeOutside(target, plugin);
  const name = packageName(plugin.name, (one) => taken.has(one));
  const { files, losses, skills, servers, refusals } = planPackage(subject, name);
  const hidden = hiddenContent(files, [app.context.home, plugin.directory]);
  const why = [...refusals, ...hidden.refusals];
  if (why.length > 0)
    throw new UserError("NOT-EXPORTED", `${plugin.name} cannot be exported`, {
      details: why,
      hint: "change the plugin, and export it again",
    });
  taken.add(name);
  return { report: { plugin: plugin.name, name, skills, servers, losses: [...losses, ...hidden.losses] }, files };
}

/** Only what an earlier `--active` wrote, and no one has changed. Another run may be busy with a folder of another name. */
function goneFrom(folder: string, kept: ReadonlySet<string>): readonly string[] {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory() && isPackageName(entry.name));
  return folders.map(({ name }) => join(folder, name)).filter((path) => !kept.has(path) && isOurs(path));
}

function isOurs(folder: string): boolean {
  try {
    return exportIn(folder)?.by === "active";
  } catch {
    return false;
  }
}

/** Names that Agent Plugins 1.0 allows. */
const NAME = /^(?!.*(?:--|\.\.))[a-z0-9](?:[a-z0-9.-]{0,62}[a-z0-9])?$/;

function isPackageName(name: string): boolean {
  return NAME.test(name);
}

/** The nearest valid name that is not taken. */
function packageName(name: string, isTaken: (name: string) => boolean = () => false): string {
  const plain = isPackageName(name) ? name : nearest(name);
  if (!isTaken(plain)) return plain;
  for (let count = 2; ; count++) {
    const next = `${plain.slice(0, 60).replace(/[-.]$/, "")}-${count}`;
    if (!isTaken(next)) return next;
  }
}

function nearest(name: string): string {
  const words = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, "-")
    .replaceAll(/\.{2,}/g, ".")
    .slice(0, 64)
    .replaceAll(/^[-.]+|(?<![-.])[-.]+$/g, "");
  return isPackageName(words) ? words : "plugin";
}
