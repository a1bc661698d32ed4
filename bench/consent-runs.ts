/** Hook calls for plugins of packages that the user agreed to, beside the same plugins of a configured source, in a workspace of 300 packages. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { recordDecision } from "../src/consent/decide.ts";
import { snapshotOf } from "../src/consent/snapshot.ts";
import { readConfig } from "../src/files/config.ts";
import { contextOfProcess } from "../src/host/own-process.ts";
import { placesOf } from "../src/host/places.ts";
import { pause } from "../src/host/engine.ts";
import { loadPlugins } from "../src/plugins/active-plugins.ts";
import { workspaceAround } from "../src/plugins/workspace-around.ts";
import { createCargoWorkspace, createPackage, vendored } from "./cargo-workspace.ts";
import { type Home, installPlugin, writePlugin } from "./homes.ts";
import type { Run } from "./starter.ts";
import type { Programs } from "./programs.ts";

export type ConsentRunName =
  | "sourced-20"
  | "consented-1"
  | "covered-2000"
  | "consented-20"
  | `${"consented-idle" | "lock-changed"}-${1 | 20}`;

type Place = Pick<Home, "path" | "project">;

const PLUGINS = 20;
/** A package of usual size: a consent covers every file. */
const SOURCE_FILES = 20;
/** With its other five the most that a consent covers. */
const MOST_SOURCE_FILES = 1_995;
/** A younger file is hashed at every check. */
const SETTLED_MS = 100;

export function prepareConsentRuns(folder: string, { native }: Programs, payloadIn: (place: Place) => string): Record<ConsentRunName, Run> {
  const run = (place: Place, changes: Partial<Run> = {}): Run => ({
    command: [native, "claude-code", "PreToolUse"],
    cwd: place.project,
    env: { HOME: place.path, PATH: process.env["PATH"] ?? "" },
    stdin: "pipe",
    payload: payloadIn(place),
    ...changes,
  });
  const consented = (name: ConsentRunName, matcher: string, plugins: number, files = SOURCE_FILES) =>
    consentedHome(join(folder, name), matcher, plugins, files);
  const changing = (name: ConsentRunName, plugins: number) => {
    const place = consented(name, "Read", plugins);
    createPackage(join(place.project, "vendor", `${CHANGED}-${NEWER}`), CHANGED, NEWER, []);
    return run(place, { prepare: () => changeLock(place) });
  };
  return {
    "sourced-20": run(sourcedHome(join(folder, "sourced-20"), "Bash")),
    "consented-1": run(consented("consented-1", "Bash", 1)),
    "covered-2000": run(consented("covered-2000", "Bash", 1, MOST_SOURCE_FILES)),
    "consented-20": run(consented("consented-20", "Bash", PLUGINS)),
    "consented-idle-1": run(consented("consented-idle-1", "Read", 1)),
    "consented-idle-20": run(consented("consented-idle-20", "Read", PLUGINS)),
    "lock-changed-1": changing("lock-changed-1", 1),
    "lock-changed-20": changing("lock-changed-20", PLUGINS),
  };
}

function sourcedHome(path: string, matcher: string): Place {
  const place = createHome(path, []);
  for (let at = 0; at < PLUGINS; at++) installPlugin(path, vendored(at), matcher, SCRIPT, vendored(at));
  return place;
}

const SCRIPT = 'script = "check.sh"';

function consentedHome(path: string, matcher: string, plugins: number, files: number): Place {
  const names = Array.from({ length: plugins }, (_, at) => vendored(at));
  const place = createHome(path, names);
  for (const name of names) addPlugin(join(place.project, "vendor", name), name, matcher, files);
  pause(SETTLED_MS);
  agree(place);
  return place;
}

function createHome(path: string, used: readonly string[]): Place {
  mkdirSync(join(path, ".symposium"), { recursive: true, mode: 0o700 });
  const use = used.length === 0 ? "" : `\n[plugins]\nuse = ${JSON.stringify(used)}\n`;
  writeFileSync(join(path, ".symposium", "config.toml"), `${CONFIG}${use}`);
  return { path, project: createCargoWorkspace(join(path, "code", "workspace")) };
}

const CONFIG = 'auto-update = "off"\n\n[defaults]\nsymposium-recommendations = false\n';

function addPlugin(folder: string, name: string, matcher: string, files: number): void {
  writePlugin(folder, name, matcher, SCRIPT);
  for (let at = 0; at < files; at++) writeFileSync(join(folder, "src", `part_${at}.rs`), `pub const PART: u8 = ${at};\n`);
}

/** The record of a user who said yes to every package's plugin. */
function agree({ path, project }: Place): void {
  const context = { ...contextOfProcess(), env: { HOME: path }, home: path, cwd: project };
  const places = placesOf(context);
  const read = readConfig(places.config, () => undefined);
  if (!read.ok) throw new Error(`${places.config} is unreadable`);
  const workspace = workspaceAround(project, { context, places });
  const { plugins } = loadPlugins({ config: read.config, places, workspace, context });
  for (const { consent } of plugins) {
    if (consent === undefined) continue;
    const { digest } = snapshotOf(consent.subject);
    recordDecision({ places, now: Date.now }, consent.subject, { decision: "accepted", scope: "workspace", digest });
  }
}

/** Another version of a package without a plugin, and back. */
function changeLock({ project }: Place): void {
  const lock = join(project, "Cargo.lock");
  const text = readFileSync(lock, "utf8");
  const entryOf = (version: string) => `name = "${CHANGED}"\nversion = "${version}"`;
  const [before, after] = text.includes(entryOf(NEWER)) ? [NEWER, OLDER] : [OLDER, NEWER];
  writeFileSync(lock, text.replace(entryOf(before), entryOf(after)));
}

const CHANGED = vendored(45);
/** `cargo vendor` has folders for both. */
const [OLDER, NEWER] = ["1.0.0", "1.0.10"];
