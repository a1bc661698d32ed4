/** Hook calls in a folder of four ecosystems, and syncs of npm and PyPI projects beside their package managers. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { createPackage } from "./cargo-workspace.ts";
import { type Home, installPlugin } from "./homes.ts";
import type { Run } from "./starter.ts";
import type { Programs } from "./programs.ts";
import { addGo, addNpm, addNpmWorkspace, addPypi } from "./projects.ts";
import { CONFIG, forget } from "./workspace-runs.ts";

const CHANGING = ["npm", "pypi", "go"] as const;
type Changing = (typeof CHANGING)[number];

export type EcosystemRunName = "four" | "npm-sync" | "npm-ls" | `${"changing" | "changed"}-${Changing}`;
/** Where uv is on `PATH`. */
export type UvRunName = "pypi-sync" | "uv-export";

type Place = Pick<Home, "path" | "project">;

const DIRECT = 100;
const NPM_PACKAGES = 1_000;
const PYPI_PACKAGES = 300;

export function prepareEcosystemRuns(
  folder: string,
  { native, node, command, npm, uv }: Programs,
  payloadIn: (place: Place) => string,
): Record<EcosystemRunName, Run> & Partial<Record<UvRunName, Run>> {
  const run = (place: Place, started: Run["command"], changes: Partial<Run> = {}): Run => ({
    command: started,
    cwd: place.project,
    env: { HOME: place.path, PATH: process.env["PATH"] ?? "" },
    stdin: "pipe",
    payload: payloadIn(place),
    ...changes,
  });
  const hook = [native, "claude-code", "PreToolUse"] as const;
  const sync = [node, command, "sync"] as const;
  const home = (name: string, atom: string, add: (place: Place) => void) => createHome(join(folder, name), atom, add);
  const changing = (name: Changing) => [
    [`changing-${name}`, run(home(`changing-${name}`, ATOMS[name], ADD[name]), hook)] as const,
    [`changed-${name}`, changedRun(name, home(`changed-${name}`, ATOMS[name], ADD[name]))] as const,
  ];
  const changedRun = (name: Changing, place: Place) => run(place, hook, { prepare: () => changeVersion(place, name) });
  const npmHome = home("npm-sync", "npm:dep-0007", ({ project }) => addNpmWorkspace(project, NPM_PACKAGES));
  const pypiHome = uv === undefined ? undefined : home("pypi-sync", "pypi:dep-0007", ({ project }) => addPypi(project, PYPI_PACKAGES));
  return {
    four: run(home("four", "*", addFour), hook),
    ...(Object.fromEntries(CHANGING.flatMap(changing)) as Record<`${"changing" | "changed"}-${Changing}`, Run>),
    "npm-sync": run(npmHome, sync, { prepare: () => forget(npmHome) }),
    "npm-ls": run(npmHome, [npm, "ls", "--json"]),
    ...(uv === undefined || pypiHome === undefined
      ? {}
      : {
          "pypi-sync": run(pypiHome, sync, { prepare: () => forget(pypiHome) }),
          "uv-export": run(pypiHome, [uv, "export", "--frozen", "--offline", "--quiet"]),
        }),
  };
}

const ATOMS: Readonly<Record<Changing, string>> = { npm: "npm:dep-0007", pypi: "pypi:dep-0007", go: "go:example.test/dep-0007" };

const ADD: Readonly<Record<Changing, (place: Place) => void>> = {
  npm: ({ project }) => addNpm(project, DIRECT),
  pypi: ({ project }) => addPypi(project, DIRECT),
  go: ({ path, project }) => addGo(project, path, DIRECT),
};

function createHome(path: string, atom: string, add: (place: Place) => void): Place {
  const place = { path, project: join(path, "code", "project") };
  mkdirSync(join(place.project, ".git"), { recursive: true });
  installPlugin(path, "guard", "Read", 'script = "check.sh"', atom);
  writeFileSync(join(path, ".symposium", "config.toml"), CONFIG);
  add(place);
  return place;
}

/** Cargo, npm, PyPI and Go in one folder. */
function addFour(place: Place): void {
  const { project } = place;
  createPackage(project, "app", "1.0.0", []);
  writeFileSync(join(project, "Cargo.lock"), 'version = 4\n\n[[package]]\nname = "app"\nversion = "1.0.0"\n');
  for (const add of Object.values(ADD)) add(place);
}

/** The file that changes, and what stands before the version of one package in it. */
const VERSIONS: Readonly<Record<Changing, readonly [file: string, before: string]>> = {
  npm: ["package-lock.json", '"node_modules/dep-0020": {\n      "version": "'],
  pypi: ["uv.lock", 'name = "dep-0020"\nversion = "'],
  go: ["go.mod", "example.test/dep-0020 v"],
};

/** Another version of a package without a plugin, and back. */
function changeVersion({ project }: Place, name: Changing): void {
  const [file, before] = VERSIONS[name];
  const text = readFileSync(join(project, file), "utf8");
  const at = text.indexOf(before) + before.length;
  if (at < before.length) throw new Error(`${file} has another form`);
  const isOld = text.startsWith("1.0.0", at);
  writeFileSync(join(project, file), text.slice(0, at) + (isOld ? "1.0.1" : "1.0.0") + text.slice(at + 5));
}
