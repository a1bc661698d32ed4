/** Reads a Python project from its files. Starts no process and writes nothing (PL-12). */

import { join, parse } from "node:path";

import { boundsOf } from "../../host/bounds.ts";
import { MISSING, stamped } from "../../host/stamp.ts";
import type { RootSurroundings, WorkspaceRoot } from "../ecosystem.ts";
import { type Declaration, dependenciesOf } from "./dependencies.ts";
import { foldName } from "./distribution.ts";
import { findLock, findPipfileLock } from "./find-lock.ts";
import { installedPackages } from "./installed.ts";
import { markerEnvironment } from "./marker.ts";
import { listedMembers, openProjectFiles, type ProjectFiles, workspaceRootOf } from "./project-files.ts";
import { type Project, readPipfile } from "./pyproject.ts";
import { readRequirements } from "./requirements.ts";

/** The root that a folder with one of the files belongs to: a folder above it where that is a workspace of uv that lists it. */
export function readRoot(folder: string, where: RootSurroundings): WorkspaceRoot | undefined {
  const { repository } = where;
  const bounds = repository == null ? undefined : boundsOf(repository);
  const searched = openProjectFiles(bounds ?? boundsOf(parse(folder).root));
  const root = workspaceRootOf(folder, searched, repository ?? where.home);
  const files = bounds === undefined ? openProjectFiles(boundsOf(root)) : searched;
  return readRootAt(root, files, searched, where);
}

function readRootAt(folder: string, files: ProjectFiles, searched: ProjectFiles, where: RootSurroundings): WorkspaceRoot | undefined {
  const [requirements, pipfileAt] = [join(folder, "requirements.txt"), join(folder, "Pipfile")];
  const own = [join(folder, "pyproject.toml"), requirements, pipfileAt].map(stamped);
  if (own.every(([, stamp]) => stamp === MISSING)) return undefined;
  const project = files.project(folder);
  const listed = project === undefined ? undefined : listedMembers(project, files);
  const projects = [project, ...(listed?.folders ?? []).map(files.project)].filter((one) => one !== undefined);
  const pipfile = pipfileIn(pipfileAt, folder, files);
  const lock = findLock(folder, project?.tools ?? new Set(), files);
  const pipfileLock = pipfile === undefined ? undefined : findPipfileLock(folder, files);
  const rootSources = project?.sources ?? new Map();
  const declarations: Declaration[] = [
    ...projects.map(({ file, declared, sources }) => ({ file, declared, sources: [sources, rootSources], locked: lock.named })),
    ...requirementsIn(requirements, projects, files).map((one) => ({ ...one, sources: [], locked: lock.named })),
    { file: pipfileAt, declared: pipfile?.declared ?? [], sources: [], locked: pipfileLock?.named ?? lock.named },
  ];
  const installed = installedPackages(folder, where);
  const python = installed.environment?.pythonVersion ?? pinnedPython(folder, files) ?? pipfile?.pythonVersion;
  const members = projects.flatMap(({ name, version, folder: own }) => (name === undefined ? [] : [{ name, version, folder: own }]));
  const dependencies = dependenciesOf(declarations, {
    folder,
    members: { names: new Set(members.map(({ name }) => foldName(name))), folders: new Set(projects.map((one) => one.folder)) },
    environment: markerEnvironment(where.os, python),
    installed,
    files,
  });
  const checked = [...own.filter(([, stamp]) => stamp !== MISSING), ...lock.checked, ...(pipfileLock?.checked ?? [])];
  const isChecked = new Set(checked.map(([path]) => path));
  const stamps = [
    ...own,
    ...lock.watched,
    ...files.stamps.values(),
    ...searched.stamps.values(),
    ...(listed?.listed ?? []),
    ...installed.watched,
  ];
  const watched = [...new Map(stamps.map((one) => [one[0], one])).values()].filter(([path]) => !isChecked.has(path));
  const isBroken = lock.isBroken || pipfileLock?.isBroken === true;
  const hasVersions =
    lock.named !== undefined ||
    pipfileLock?.named !== undefined ||
    dependencies.every(({ version, origin }) => version !== undefined || origin.isUnnamed === true);
  return {
    ecosystem: "pypi",
    folder,
    members,
    dependencies,
    isUnlocked: isBroken || !hasVersions,
    checked,
    watched,
    problems: [...files.problems, ...(listed?.problems ?? [])],
  };
}

/** The root's own file, and those that setuptools takes a member's dependencies from. */
function requirementsIn(own: string, projects: readonly Project[], files: ProjectFiles): Pick<Declaration, "file" | "declared">[] {
  const named = projects.flatMap((one) => one.requirementsFiles.map((name) => [join(one.folder, name), one.file] as const));
  const inside = named.filter(([file, from]) => file !== own && !files.isOutside(file, from, `"${file}"`)).map(([file]) => file);
  return [...new Set([own, ...inside])].map((file) => ({ file, declared: readRequirements(file, files) }));
}

function pipfileIn(file: string, folder: string, files: ProjectFiles) {
  const text = files.text(file);
  const read = text === undefined ? undefined : readPipfile(file, folder, text);
  if (read === undefined || !("severity" in read)) return read;
  files.problems.push(read);
  return undefined;
}

/** `undefined` for another implementation than CPython: its markers are then unknown. */
function pinnedPython(folder: string, files: ProjectFiles): string | undefined {
  const line = files.text(join(folder, ".python-version"))?.split("\n", 1)[0]?.trim() ?? "";
  return /^(?:cpython@?-?|python-?)?(\d+\.\d+(?:\.\d+)?)/.exec(line)?.[1];
}
