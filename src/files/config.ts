/** Reads `config.toml`. There is one per user and none per project. */

import * as v from "valibot";

import { UserError } from "../errors.ts";
import type { Places } from "../host/places.ts";
import { ConfigFile, type SourceEntry } from "./config-schema.ts";
import { type GoodConfig, readLastGood } from "./last-good.ts";
import { policyMistakes, type PolicyRules } from "./policy-schema.ts";
import { type Problem, problemText, withLastGood } from "./problem.ts";
import { readBySchema, type Reading } from "./read-by-schema.ts";
import { sameName } from "./similar-word.ts";
import { quotedLine, readTextFile } from "./text-file.ts";
import { readToml, type Toml } from "./toml.ts";

export interface Config {
  readonly autoSync: boolean;
  readonly agentsSyncing: boolean;
  readonly syncDebounceSeconds: number;
  readonly hookScope: "global" | "project";
  readonly autoUpdate: "on" | "warn" | "off";
  readonly mcpServer: boolean;
  /** Names as written; an unknown one matters only where it is used. */
  readonly agents: readonly string[];
  readonly logLevel: "trace" | "debug" | "info" | "warn" | "error";
  readonly recommendations: boolean;
  readonly userPlugins: boolean;
  readonly sources: readonly ConfiguredSource[];
  readonly use: readonly UsedPlugin[];
  readonly disable: readonly string[];
  readonly autoEnable: readonly string[];
  /** With `package-info` and `crate-info`, and only what a lock file has. */
  readonly agentsMayFetch: boolean;
  readonly telemetry: boolean;
  readonly policy: PolicyRules;
  /** Why `[policy]` cannot be used, where no earlier version is known. */
  readonly policyFlaw?: Problem;
}

type ConfiguredSource = GitSource | { readonly name: string; readonly path: string };

export interface GitSource {
  readonly name: string;
  readonly git: string;
  /** At most one of these three. */
  readonly branch?: string;
  readonly tag?: string;
  readonly rev?: string;
  readonly subdir?: string;
  readonly autoUpdate: boolean;
}

export interface UsedPlugin {
  readonly name: string;
  readonly workspace?: string;
}

export type ConfigResult =
  | {
      readonly ok: true;
      readonly config: Config;
      readonly problems: readonly Problem[];
      /** The values in force, in the file's form. */
      readonly value: ConfigFile;
      /** Why Symposium ignores the file. */
      readonly unusable?: Problem;
    }
  /** The file is unusable, and no earlier version is known. */
  | { readonly ok: false; readonly problem: Problem };

type Recall = () => GoodConfig | undefined;

/**
 * A missing file means the defaults. An invalid value costs that value; only a file that is not TOML is broken as a whole. In both cases the
 * previous version stays in force, where one is known (RT-37).
 */
export function readConfig(file: string, recall: Recall = () => undefined): ConfigResult {
  const read = readTextFile(file);
  if (read.kind === "bad") return recalledConfig(read.problem, recall);
  const text = read.kind === "missing" ? "" : read.text;
  const good = read.kind === "text" && text.trim() === "" ? known(recall) : undefined;
  // An empty file loses nothing where the defaults were in force.
  if (good !== undefined && JSON.stringify(good.value) !== JSON.stringify(v.parse(ConfigFile, {}))) {
    const hint = "write it again, or remove the file to use the defaults";
    return recalledConfig({ severity: "error", file, message: "is empty, but had content before", hint }, recall);
  }
  return parseConfig(file, text, recall);
}

/** The config in force, for hook calls and for commands that show it. */
export function configInForce(places: Pick<Places, "config" | "lastGood">): ConfigResult {
  return readConfig(places.config, () => readLastGood(places)?.config);
}

/** The same for a command that changes things, which must not act on an unreadable file. */
export function configToActOn(places: Pick<Places, "config" | "lastGood">): ConfigResult {
  const read = configInForce(places);
  return read.ok && read.unusable !== undefined ? { ok: false, problem: read.unusable } : read;
}

export function configToShow(places: Places) {
  return usable(configInForce(places), "fix it; until then hooks use the last version that could be read");
}

export function configToApply(places: Places) {
  return usable(configToActOn(places), "fix it and run this again; nothing was changed");
}

/** Throws where the config cannot be used; the problems are those of one that can. */
function usable(read: ConfigResult, otherwise: string): Pick<ConfigResult & { ok: true }, "config" | "problems"> {
  if (read.ok) return { config: read.config, problems: read.problems };
  const { hint = otherwise } = read.problem;
  const details = quotedLine(read.problem);
  throw new UserError("CONFIG", problemText(read.problem), { details: details.length === 0 ? undefined : details, hint });
}

export function parseConfig(file: string, text: string, recall: Recall = () => undefined): ConfigResult {
  const toml = readToml(text);
  if (!toml.ok) {
    const { ok: _, ...wrong } = toml;
    return recalledConfig({ severity: "error", file, ...wrong }, recall);
  }
  const reading = readBySchema(ConfigFile, file, toml);
  const placed = { file, toml, pathOf: reading.pathOf };
  // Every key is optional, so a table always gives a value.
  const { sources, problems, broken } = sourcesOf(reading.value!, placed);
  const mistakes = policyMistakes(reading.value!.policy, file, toml);
  const all = [...reading.problems, ...problems, ...mistakes];
  const whole = { ok: true, config: inUse(reading.value!, sources), problems: all, value: reading.value! } as const;
  const invalidKeys = new Set([...reading.invalidKeys, ...broken, ...(mistakes.length === 0 ? [] : ["policy"])]);
  const good = invalidKeys.size === 0 ? undefined : known(recall);
  if (good === undefined) {
    if (!invalidKeys.has("policy")) return whole;
    // A `[policy]` of which a part is unreadable might forbid anything.
    const position = toml.positionOf(["policy"]);
    const policyFlaw: Problem = { severity: "error", file, position, message: "`[policy]` has an invalid part" };
    return { ...whole, config: { ...whole.config, policyFlaw } };
  }
  const keys = [...invalidKeys].filter((key): key is keyof ConfigFile => Object.hasOwn(ConfigFile.entries, key));
  const lost = keys.filter((key) => JSON.stringify(good.value[key]) !== JSON.stringify(whole.value[key]));
  if (lost.length === 0) return whole;
  // Values that are no longer valid keep their previous value.
  const value = { ...whole.value, ...Object.fromEntries(lost.map((key) => [key, good.value[key]])) };
  const first = all.find(({ severity }) => severity === "error") ?? all.find(({ failsValidation }) => failsValidation === true);
  const reported = all.map((problem) => (problem === first ? withLastGood(problem, good.since) : problem));
  return { ...whole, config: inUse(value, sourcesOf(value, placed).sources), value, problems: reported };
}

/** The config that was in force before this problem; not `ok` where none is known. */
export function recalledConfig(problem: Problem, recall: Recall): ConfigResult {
  const good = known(recall);
  if (good === undefined) return { ok: false, problem };
  const { value, since } = good;
  const nowhere = { positionOf: () => ({ line: 1, column: 1 }) };
  const { sources } = sourcesOf(value, { file: problem.file, toml: nowhere, pathOf: () => [] });
  return { ok: true, config: inUse(value, sources), problems: [withLastGood(problem, since)], value, unusable: problem };
}

function known(recall: Recall): { readonly value: ConfigFile; readonly since: number } | undefined {
  const good = recall();
  const parsed = good === undefined ? undefined : v.safeParse(ConfigFile, good.value);
  return good === undefined || parsed?.success !== true ? undefined : { value: parsed.output, since: good.since };
}

function inUse(file: ConfigFile, sources: readonly ConfiguredSource[]): Config {
  return {
    autoSync: file["auto-sync"],
    agentsSyncing: file["agents-syncing"],
    syncDebounceSeconds: file["sync-debounce-secs"],
    hookScope: file["hook-scope"],
    autoUpdate: file["auto-update"],
    mcpServer: file["mcp-server"],
    agents: (Array.isArray(file.agent) ? file.agent : [file.agent]).map((agent) => agent.name),
    logLevel: file.logging.level,
    recommendations: file.defaults["symposium-recommendations"],
    userPlugins: file.defaults["user-plugins"],
    sources,
    use: file.plugins.use.map((used) => (typeof used === "string" ? { name: used } : used)),
    disable: file.plugins.disable,
    autoEnable: file.plugins["auto-enable"],
    agentsMayFetch: file.packages["agents-may-fetch"],
    telemetry: file.telemetry.enabled,
    policy: file.policy,
  };
}

interface Placed extends Pick<Reading<ConfigFile>, "pathOf"> {
  readonly file: string;
  readonly toml: Pick<Toml & { ok: true }, "positionOf">;
}

function sourcesOf(value: ConfigFile, { file, toml, pathOf }: Placed) {
  const problems: Problem[] = [];
  /** Keys of the file with an unusable entry. */
  const broken = new Set<string>();
  const place = (entry: SourceEntry) => toml.positionOf(pathOf(entry));
  const entries = [...value["plugin-source"], ...value.registry];
  // Order matters (RT-11), and a file may use both spellings.
  if (value["plugin-source"].length > 0 && value.registry.length > 0) entries.sort((left, right) => place(left).line - place(right).line);
  // A user who turns one of these off may use its name for another source.
  const names = new Set<string>((["symposium-recommendations", "user-plugins"] as const).filter((name) => value.defaults[name]));
  const sources = entries.flatMap((entry): ConfiguredSource[] => {
    const { name, git, path } = entry;
    if (names.has(name)) {
      const message = `another source is also named \`${name}\``;
      problems.push({ severity: "warning", file, position: place(entry), message, hint: "both are used; rename this one" });
    }
    names.add(name);
    const wrong = wrongIn(entry);
    if (wrong !== undefined) {
      broken.add(value.registry.includes(entry) ? "registry" : "plugin-source");
      const message = `source \`${name}\` ${wrong[0]}, so it is ignored`;
      problems.push({ severity: "error", file, position: place(entry), message, hint: wrong[1] });
      return [];
    }
    if (git === undefined) return [{ name, path: path! }];
    const { branch, tag, rev, subdir, "auto-update": autoUpdate } = entry;
    return [{ name, git, autoUpdate, branch, tag, rev, subdir }];
  });
  return { sources, problems, broken };
}

const COMMITS = ["branch", "tag", "rev"] as const;

function wrongIn(entry: SourceEntry): readonly [string, string] | undefined {
  if ((entry.git === undefined) === (entry.path === undefined)) {
    return ["needs exactly one of `git` and `path`", 'for example path = "my-plugins"'];
  }
  const given = COMMITS.filter((key) => entry[key] !== undefined);
  if (given.length > 1) return [`has ${given.map((key) => `\`${key}\``).join(" and ")}`, "give one of them"];
  const forGit = [...given, ...(entry.subdir === undefined ? [] : ["subdir"])];
  if (entry.git === undefined && forGit.length > 0)
    return [`has \`${forGit[0]}\`, which goes with \`git\``, "remove it, or name a repository with `git`"];
  return undefined;
}

/** A star matches every package. */
export function isAutoEnabled({ autoEnable }: Pick<Config, "autoEnable">, packageName: string): boolean {
  return autoEnable.some((name) => name === "*" || sameName(name, packageName));
}
