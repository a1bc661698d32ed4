/**
 * Where our own files are. Config, cache and logs follow XDG like the Rust tool; the program, the flags and everything a
 * hook call reads stay in one directory, because agents start hooks with environments that differ from the user's shell.
 */

import { realpathSync } from "node:fs";
import { basename, join, posix, win32 } from "node:path";

import type { Context, OperatingSystem } from "../context.ts";
import { lookUp } from "../lookup.ts";
import { attempt } from "../errors.ts";
import { sha256 } from "./engine.ts";
import { readRegularText } from "./read-file.ts";

export type Places = Readonly<ReturnType<typeof placesIn>>;

/** Where we act: in this process, on these places. */
export interface PlacedContext {
  readonly context: Context;
  readonly places: Places;
}

/** Folders that are not in our directory. */
export interface MovedFolders {
  readonly config?: string;
  readonly cache?: string;
  readonly logs?: string;
}

/** By the caller's variables: for commands. Relative paths become absolute here, once: handlers run in other folders. */
export function placesOf({ env, home, os, cwd }: Pick<Context, "env" | "home" | "os"> & Partial<Pick<Context, "cwd">>): Places {
  const named = (variable: string) => {
    const path = lookUp(env, variable);
    return !path || cwd === undefined || isAbsolute(path, os) ? path : joined(os, cwd, path);
  };
  const own = named("SYMPOSIUM_HOME");
  if (own) return placesIn(own, os);
  const under = (key: keyof MovedFolders, variable: string, ...rest: string[]): MovedFolders => {
    const folder = named(variable);
    return folder ? { [key]: joined(os, folder, "symposium", ...rest) } : {};
  };
  return placesIn(joined(os, home, ".symposium"), os, {
    ...under("config", "XDG_CONFIG_HOME"),
    ...under("cache", "XDG_CACHE_HOME"),
    ...under("logs", "XDG_STATE_HOME", "logs"),
  });
}

export function placesIn(base: string, os: OperatingSystem, moved: MovedFolders = {}) {
  const slash = separator(os);
  const at = (name: string, folder = base) => folder + slash + name;
  const configFolder = moved.config ?? base;
  return {
    /** Our directory: what agents call and what a hook call reads. */
    base,
    /** Records where the rest is, for hook calls. */
    record: at("places.json"),
    config: at("config.toml", configFolder),
    userPlugins: at("plugins", configFolder),
    state: at("state.toml", configFolder),
    ledger: at("ledger.json"),
    consent: at("consent.json"),
    consentTexts: at("consent-texts"),
    /** Which files of agents the user imported hooks from. */
    imports: at("imports.json"),
    /** Folders of plugins' servers, each private to its plugin. */
    pluginData: at("plugin-data"),
    sessions: at("sessions"),
    index: at("index"),
    lastGood: at("last-good"),
    trace: at("trace"),
    locks: at("locks"),
    program: at(os === "windows" ? "symposium-hook.cmd" : "symposium-hook", at("bin")),
    idleFlags: at("idle"),
    closedFlags: at("closed"),
    globalFlags: at("global"),
    cache: moved.cache ?? at("cache"),
    logs: moved.logs ?? at("logs"),
  };
}

export function joined(os: OperatingSystem, ...parts: string[]): string {
  return parts.join(separator(os));
}

function separator(os: OperatingSystem): string {
  return os === "windows" ? "\\" : "/";
}

function isAbsolute(path: string, os: OperatingSystem): boolean {
  return path[0] === "/" || (os === "windows" && (path[0] === "\\" || path[1] === ":"));
}

export const PLACES_FORMAT = "symposium-places";
export const PLACES_VERSION = 1;

/**
 * What `init` and `sync` leave in our directory for hook calls (RT-36): where config, cache and logs are, and the environment of detached processes.
 * The environment of a call decides none of it, because the project that an agent works in can set variables.
 */
export interface PlacesRecord extends MovedFolders {
  readonly format: typeof PLACES_FORMAT;
  readonly version: typeof PLACES_VERSION;
  /** Of the user who ran `init` or `sync`, and only what the programs we start need. */
  readonly environment: Readonly<Record<string, string>>;
}

type Damaged = { readonly state: "damaged"; readonly message: string };
type RecordRead = { readonly state: "none" } | { readonly state: "read"; readonly record: PlacesRecord } | Damaged;

const MOST_BYTES = 256 * 1024;

/** Never throws, never waits. */
export function readPlacesRecord({ record: file }: Pick<Places, "record">, os: OperatingSystem): RecordRead {
  let text: string;
  try {
    text = readRegularText(file, { maxBytes: MOST_BYTES, isOurs: true });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === "ENOENT" ? { state: "none" } : damaged(file, message);
  }
  try {
    const value = JSON.parse(text) as Partial<PlacesRecord> | null;
    if (value?.format !== PLACES_FORMAT || value.version !== PLACES_VERSION) return damaged(file, "another version wrote it");
    const isWhole = [value.config, value.cache, value.logs].every((path) => isPlace(path, os)) && isEnvironment(value.environment);
    return isWhole ? { state: "read", record: value as PlacesRecord } : damaged(file, "it is damaged");
  } catch {
    return damaged(file, "it is damaged");
  }
}

function isPlace(value: unknown, os: OperatingSystem): boolean {
  return value === undefined || (typeof value === "string" && isAbsolute(value, os));
}

function isEnvironment(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.values(value).every((one) => typeof one === "string");
}

function damaged(file: string, why: string): Damaged {
  return { state: "damaged", message: `${file} is unusable (${why}): run \`symposium sync\` to write it again` };
}

/** Without a usable record, everything is in our directory. */
export function recordedPlaces(base: string, os: OperatingSystem): Places {
  const fixed = placesIn(base, os);
  let known: Places | undefined;
  const recorded = () => {
    if (known !== undefined) return known;
    const read = readPlacesRecord(fixed, os);
    return (known = read.state === "read" ? placesIn(base, os, read.record) : fixed);
  };
  const places = { ...fixed };
  for (const key of RECORDED) Object.defineProperty(places, key, { get: () => recorded()[key], enumerable: true });
  return places;
}

/** What the record may move. It is read only when one of these is needed. */
const RECORDED = ["config", "userPlugins", "state", "cache", "logs"] as const;

/**
 * Whether hook calls use the same places. `other`: variables of the shell give a command another config. Hook calls must not use the results of such
 * a command. Fetched sources count as well, so the cache has to be the same.
 */
export function standingOfPlaces(places: Places, os: OperatingSystem) {
  const read = readPlacesRecord(places, os);
  if (read.state === "damaged") return read;
  const recorded = placesIn(places.base, os, read.state === "read" ? read.record : {});
  // There are many ways to write one path.
  const isOne = (one: string, other: string) => one === other || attempt(() => realpathSync(one) === realpathSync(other)) === true;
  const isSame = (key: "config" | "cache") => isOne(recorded[key], places[key]);
  return { state: isSame("config") && isSame("cache") ? "recorded" : "other" } as const;
}

/** The config as an index names it: the same however our directory is written. */
export function configName({ base, config }: Pick<Places, "base" | "config">): string {
  return config.startsWith(base) && /^[\\/]config\.toml$/.test(config.slice(base.length)) ? "config.toml" : config;
}

/** Our files about one workspace: with the other caches, under a readable and unique name. */
export function workspaceState(places: Pick<Places, "cache">, folder: string) {
  const own = join(places.cache, "workspaces", workspaceName(folder));
  return {
    /** What skills were last made from. */
    synced: join(own, "synced.json"),
    /** The answers of predicates' programs. */
    answers: join(own, "answers.json"),
    /** The generated lock file of an ecosystem, for a root without one. */
    lock: (ecosystem: string) => join(own, `${ecosystem}.lock`),
    /** What an ecosystem stored of this root. */
    stored: (ecosystem: string) => join(own, `${ecosystem}.json`),
    /** The plugins that packages carry, as last read. */
    packagePlugins: join(own, "package-plugins.json"),
    /** The workspace around this folder as last read. */
    read: join(own, "workspace.json"),
    /** The same when it last had no mistake, for hook calls. */
    good: join(own, "good-workspace.json"),
  };
}

/** `<last part of the path>-<8 hex digits>`. */
export function workspaceName(folder: string): string {
  return `${basename(folder) || "root"}-${sha256(folder).slice(0, 8)}`;
}

/** Our directory, where the user moved it away from the home folder. */
export function movedBase({ base }: Pick<Places, "base">, { home, os }: Pick<Context, "home" | "os">): string | undefined {
  const { resolve, join } = os === "windows" ? win32 : posix;
  const place = resolve(base);
  return place === resolve(join(home, ".symposium")) ? undefined : place;
}
