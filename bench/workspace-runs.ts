/** Hook calls and syncs in a Cargo workspace of 300 packages, beside a call with no workspace, an empty Node program and Cargo. */

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { createCargoWorkspace, USED_PACKAGE } from "./cargo-workspace.ts";
import { addPrograms } from "./installed-programs.ts";
import { type Home, installPlugin } from "./homes.ts";
import type { Run } from "./starter.ts";
import type { Programs } from "./programs.ts";

export type WorkspaceRunName =
  | "away"
  | "away-one"
  | "here-1"
  | "here-500"
  | "here-one-of-1"
  | "here-one-of-500"
  | "sync-warm"
  | "sync-warm-500"
  | "sync-programs"
  | "sync-scripts"
  | "sync-cold";
/** Where there is Cargo. */
export type CargoRunName = "cargo-metadata";

type Place = Pick<Home, "path" | "project">;

export function prepareWorkspaceRuns(
  folder: string,
  { native, node, command, cargo }: Programs,
  payloadIn: (place: Place) => string,
): Record<WorkspaceRunName, Run> & Partial<Record<CargoRunName, Run>> {
  const workspace = createCargoWorkspace(join(folder, "workspace"));
  const run = (place: Place, started: Run["command"], changes: Partial<Run> = {}): Run => ({
    command: started,
    cwd: place.project,
    env: { HOME: place.path, PATH: process.env["PATH"] ?? "" },
    stdin: "pipe",
    payload: payloadIn(place),
    ...changes,
  });
  const hook = [native, "claude-code", "PreToolUse"] as const;
  const home = (name: string, project: string, wish: HomeWish) => createHome(join(folder, name), project, wish);
  const away = (name: string, matcher: string) => {
    const project = join(folder, name, "code", "project");
    mkdirSync(project, { recursive: true });
    return home(name, project, { matcher, crate: "*", inactive: 0 });
  };
  const here = (name: string, matcher: string, inactive: number) => home(name, workspace, { matcher, crate: USED_PACKAGE, inactive });
  const syncing = (name: string, inactive: number) =>
    home(name, createCargoWorkspace(join(folder, name, "code", "workspace")), { matcher: "Bash", crate: USED_PACKAGE, inactive });
  const withPrograms = (name: string, kind: "acquired" | "scripts") => {
    const place = syncing(name, 0);
    addPrograms(place.path, kind);
    return place;
  };
  const sync = [node, command, "sync"] as const;
  const cold = syncing("sync-cold", 0);
  return {
    away: run(away("away", "Read"), hook),
    "away-one": run(away("away-one", "Bash"), hook),
    "here-1": run(here("here-1", "Read", 0), hook),
    "here-500": run(here("here-500", "Read", 499), hook),
    "here-one-of-1": run(here("here-one-of-1", "Bash", 0), hook),
    "here-one-of-500": run(here("here-one-of-500", "Bash", 499), hook),
    "sync-warm": run(syncing("sync-warm", 0), sync),
    "sync-warm-500": run(syncing("sync-warm-500", 499), sync),
    "sync-programs": run(withPrograms("sync-programs", "acquired"), sync),
    "sync-scripts": run(withPrograms("sync-scripts", "scripts"), sync),
    "sync-cold": run(cold, sync, { prepare: () => forget(cold) }),
    ...(cargo === undefined ? {} : { "cargo-metadata": metadataRun(run(cold, [cargo, ...METADATA]), cargo) }),
  };
}

const METADATA = ["metadata", "--offline", "--locked", "--format-version", "1"] as const;

/** A compiler that Cargo asks for its version lies beside it. */
function metadataRun(run: Run, cargo: string): Run {
  return { ...run, env: { ...run.env, PATH: `${dirname(cargo)}:${run.env["PATH"] ?? ""}` } };
}

interface HomeWish {
  /** Of the hook of the plugin that is active. */
  readonly matcher: string;
  /** What that plugin is for. */
  readonly crate: string;
  /** Plugins for packages that are not there, all with a hook for the shell. */
  readonly inactive: number;
}

function createHome(path: string, project: string, { matcher, crate, inactive }: HomeWish): Place {
  for (let at = 0; at <= inactive; at++) {
    const isActive = at === Math.floor(inactive / 2);
    const name = `plugin-${String(at).padStart(3, "0")}`;
    const script = 'script = "check.sh"';
    installPlugin(path, name, isActive ? matcher : "Bash", script, isActive ? crate : `absent-${at}`);
    if (isActive) addSkill(join(path, ".symposium", "plugins", name));
  }
  writeFileSync(join(path, ".symposium", "config.toml"), CONFIG);
  return { path, project };
}

export const CONFIG =
  'auto-update = "off"\n\n[[agent]]\nname = "claude"\n\n[[agent]]\nname = "codex"\n\n[defaults]\nsymposium-recommendations = false\n';

function addSkill(plugin: string): void {
  mkdirSync(join(plugin, "skills", "guide"), { recursive: true });
  writeFileSync(
    join(plugin, "skills", "guide", "SKILL.md"),
    "---\nname: guide\ndescription: How the package is used.\n---\n\nCarefully.\n",
  );
  writeFileSync(join(plugin, "skills", "guide", "example.rs"), "fn main() {}\n");
  const manifest = join(plugin, "SYMPOSIUM.toml");
  writeFileSync(manifest, '\n[[skills]]\nsource.path = "skills"\n', { flag: "a" });
}

/** No index, no record of a sync, no skills; config, registration and program stay. */
export function forget({ path, project }: Place): void {
  const own = join(path, ".symposium");
  for (const gone of [join(own, "index"), join(own, "cache"), join(project, ".claude"), join(project, ".agents")]) {
    rmSync(gone, { recursive: true, force: true });
  }
}
