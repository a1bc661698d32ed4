/** Reads `config.toml`. There is one per user and none per project. */

import { type Config, ConfigFile, type ConfiguredSource, type GitSource, type SourceEntry } from "./config.ts";
import type { Problem } from "./problem.ts";
import { type Reading, readBySchema } from "./read-by-schema.ts";
import { readTextFile } from "./text-file.ts";
import { readToml, type Toml } from "./toml.ts";

export type ConfigResult =
  | { readonly ok: true; readonly config: Config; readonly problems: readonly Problem[] }
  /** Nothing in the file can be relied upon. */
  | { readonly ok: false; readonly problem: Problem };

/** A missing file means the defaults; a bad value costs that value; only a file that is no TOML is broken as a whole. */
export function readConfig(file: string): ConfigResult {
  const read = readTextFile(file);
  if (read.kind === "bad") return { ok: false, problem: read.problem };
  return parseConfig(file, read.kind === "missing" ? "" : read.text);
}

export function parseConfig(file: string, text: string): ConfigResult {
  const toml = readToml(text);
  if (!toml.ok) return { ok: false, problem: { severity: "error", file, position: toml.position, message: toml.message } };
  const reading = readBySchema(ConfigFile, file, toml);
  // Every key is optional, so a table always gives a value.
  const { value } = reading as Reading<ConfigFile> & { value: ConfigFile };
  const { sources, problems } = sourcesOf(value, reading, file, toml);
  return { ok: true, config: inUse(value, sources), problems: [...reading.problems, ...problems] };
}

function inUse(file: ConfigFile, sources: readonly ConfiguredSource[]): Config {
  return {
    autoSync: file["auto-sync"],
    agentsSyncing: file["agents-syncing"],
    syncDebounceSeconds: file["sync-debounce-secs"],
    hookScope: file["hook-scope"],
    autoUpdate: file["auto-update"],
    agents: (Array.isArray(file.agent) ? file.agent : [file.agent]).map((agent) => agent.name),
    logLevel: file.logging.level,
    recommendations: file.defaults["symposium-recommendations"],
    userPlugins: file.defaults["user-plugins"],
    sources,
    use: file.plugins.use.map((used) => (typeof used === "string" ? { name: used } : used)),
    disable: file.plugins.disable,
    autoEnable: file.plugins["auto-enable"],
    telemetry: file.telemetry.enabled,
  };
}

const BUILT_IN_SOURCES = ["symposium-recommendations", "user-plugins"] as const;

function sourcesOf(value: ConfigFile, reading: Reading<ConfigFile>, file: string, toml: Toml & { ok: true }) {
  const problems: Problem[] = [];
  const place = (entry: SourceEntry) => toml.positionOf(reading.pathOf(entry));
  const entries = [...value["plugin-source"], ...value.registry];
  // Order matters (RT-11), and a file may use both spellings.
  if (value["plugin-source"].length > 0 && value.registry.length > 0) entries.sort((left, right) => place(left).line - place(right).line);
  // Whoever turns one of these off may use its name for another.
  const names = new Set<string>(BUILT_IN_SOURCES.filter((name) => value.defaults[name]));
  const sources = entries.flatMap((entry): ConfiguredSource[] => {
    const { name, git, path } = entry;
    if (names.has(name)) {
      const message = `another source is called \`${name}\` too`;
      problems.push({ severity: "warning", file, position: place(entry), message, hint: "both are used; rename this one" });
    }
    names.add(name);
    const wrong = wrongIn(entry);
    if (wrong !== undefined) {
      problems.push({
        severity: "error",
        file,
        position: place(entry),
        message: `source \`${name}\` ${wrong[0]}, so it is ignored`,
        hint: wrong[1],
      });
      return [];
    }
    return git === undefined ? [{ name, path: path! }] : [gitSource(entry, git)];
  });
  return { sources, problems };
}

const COMMITS = ["branch", "tag", "rev"] as const;

/** What is wrong, and what to do instead. */
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

function gitSource(entry: SourceEntry, git: string): ConfiguredSource {
  const chosen = [...COMMITS, "subdir" as const].filter((key) => entry[key] !== undefined).map((key) => [key, entry[key]]);
  return { name: entry.name, git, autoUpdate: entry["auto-update"], ...(Object.fromEntries(chosen) as Partial<GitSource>) };
}
