/** Environments that poetry and pipenv put into folders of their own, under a name with a digest of the project's path. */

import { join } from "node:path";

import { lookUp } from "../../lookup.ts";
import { namesIn } from "../../platform/folder-entries.ts";
import { pathExists } from "../../platform/path-exists.ts";
import { readRegularTextIfAny } from "../../platform/read-regular.ts";
import { realPath } from "../../platform/real-path.ts";
import { type Stamped, stamped } from "../../platform/stamp.ts";
import type { RootSurroundings } from "../ecosystem.ts";

type Surroundings = Pick<RootSurroundings, "env" | "home" | "os">;

const MOST_BYTES = 256 * 1024;

/** `<name>-<digest>-py3.12`; the one that `poetry env use` chose first, then the newest Python. https://python-poetry.org/docs/configuration/#virtualenvspath */
export function poetryEnvironments(root: string, where: Surroundings, watched: Stamped[]): readonly string[] {
  if (!pathExists(join(root, "poetry.lock")) && !pathExists(join(root, "poetry.toml"))) return [];
  const top = poetryFolder(where, watched);
  const end = `-${digestOf(realPath(root)).slice(0, 8)}-py`;
  watched.push(stamped(top));
  const names = namesIn(top).filter((name) => name.slice(0, name.lastIndexOf("-py") + 3).endsWith(end));
  if (names.length === 0) return [];
  const chosen = readRegularTextIfAny(join(top, "envs.toml"), { maxBytes: MOST_BYTES });
  const rank = (name: string) => (isChosen(name, chosen) ? Infinity : minorOf(name));
  return names.toSorted((a, b) => rank(b) - rank(a)).map((name) => join(top, name));
}

function minorOf(name: string): number {
  return Number(/-py3\.(\d+)$/.exec(name)?.[1] ?? -1);
}

/** `[<name>-<digest>]` and `minor = "3.12"`. */
function isChosen(name: string, text: string | undefined): boolean {
  if (text === undefined) return false;
  const [table, minor] = [name.slice(0, name.lastIndexOf("-py")), name.slice(name.lastIndexOf("-py") + 3)];
  const start = text.indexOf(`[${table}]`);
  const own = start === -1 ? "" : (text.slice(start + table.length + 2).split("\n[", 1)[0] ?? "");
  return own.includes(`minor = "${minor}"`);
}

/** The project's `poetry.toml` may name another folder, which does not count. */
function poetryFolder({ env, home, os }: Surroundings, watched: Stamped[]): string {
  const own = lookUp(env, "POETRY_VIRTUALENVS_PATH") || configuredPath({ env, home, os }, watched);
  if (own) return own;
  const cache = lookUp(env, "POETRY_CACHE_DIR");
  if (cache) return join(cache, "virtualenvs");
  if (os === "windows") return join(home, "AppData", "Local", "pypoetry", "Cache", "virtualenvs");
  if (os === "macos") return join(home, "Library", "Caches", "pypoetry", "virtualenvs");
  return join(lookUp(env, "XDG_CACHE_HOME") || join(home, ".cache"), "pypoetry", "virtualenvs");
}

function configuredPath({ env, home, os }: Surroundings, watched: Stamped[]): string | undefined {
  const folder =
    os === "windows"
      ? join(home, "AppData", "Roaming", "pypoetry")
      : os === "macos"
        ? join(home, "Library", "Application Support", "pypoetry")
        : join(lookUp(env, "XDG_CONFIG_HOME") || join(home, ".config"), "pypoetry");
  const file = join(folder, "config.toml");
  watched.push(stamped(file));
  const text = readRegularTextIfAny(file, { maxBytes: MOST_BYTES });
  const table = text?.split(/^\[virtualenvs\][ \t]*$/m)[1]?.split(/^\[/m, 1)[0];
  const path = /^path[ \t]*=[ \t]*["']([^"'\n{]+)["']/m.exec(table ?? "")?.[1];
  return path?.startsWith("~/") === true ? join(home, path.slice(2)) : path;
}

/** `<name>-<digest>`, of the path of the Pipfile. https://pipenv.pypa.io/en/latest/virtualenv.html */
export function pipenvEnvironments(root: string, { env, home, os }: Surroundings, watched: Stamped[]): readonly string[] {
  const pipfile = join(root, "Pipfile");
  if (!pathExists(pipfile)) return [];
  const usual =
    os === "windows" ? join(home, ".virtualenvs") : join(lookUp(env, "XDG_DATA_HOME") || join(home, ".local", "share"), "virtualenvs");
  const top = lookUp(env, "WORKON_HOME") || usual;
  watched.push(stamped(top));
  const ends = [...new Set([pipfile, realPath(pipfile)])].map((path) => `-${digestOf(path).slice(0, 8)}`);
  return namesIn(top).flatMap((name) => (ends.some((end) => name.endsWith(end)) ? [join(top, name)] : []));
}

/** The module is loaded only where there is such a project. */
function digestOf(text: string): string {
  return process.getBuiltinModule("node:crypto").createHash("sha256").update(text).digest("base64url");
}
