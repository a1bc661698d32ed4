/** A direct dependency as a project's files declare it, and as the standard writes it on one line. */

import { resolve } from "node:path";

import type { TomlTable } from "../../files/toml.ts";
import { type Bounds, isWrittenOutside } from "../../host/bounds.ts";
import { pathOfFileUrl } from "../../host/paths.ts";
import { textAt } from "../table-values.ts";
import { foldName } from "./distribution.ts";

export interface Declared extends Place {
  /** Folded. */
  readonly name: string;
  /** By PEP 440; absent for any version. */
  readonly requirement?: string;
  readonly marker?: string;
  /** Of a requirements file that names one version. */
  readonly version?: string;
  readonly checksum?: string;
}

export interface Place {
  /** A folder or file on this machine. */
  readonly path?: string;
  /** A repository, or a file at an address. */
  readonly address?: string;
}

/** One dependency as the standard writes it: https://packaging.python.org/specifications/dependency-specifiers */
interface DependencyLine extends Pick<Declared, "name" | "requirement" | "marker"> {
  /** After `@`. */
  readonly url?: string;
}

export function declaredBy({ name, requirement, url, marker }: DependencyLine, folder: string): Declared {
  return { name: foldName(name), requirement, marker, ...(url === undefined ? {} : placeOfUrl(url, folder)) };
}

/** `${PROJECT_ROOT}` is pdm's, `{root:uri}` hatch's. */
export function placeOfUrl(url: string, folder: string): Place {
  const written = url.split("#")[0] ?? url;
  const rooted = /^(?:file:\/*)?(?:\$\{PROJECT_ROOT\}|\{root:(?:uri|path)\})(.*)$/s.exec(written)?.[1];
  if (rooted !== undefined) return { path: resolve(folder, rooted.replace(/^\/+/, "")) };
  if (!/^file:/i.test(written)) return { address: url };
  try {
    return { path: /^file:\/\//i.test(written) ? pathOfFileUrl(written) : resolve(folder, written.slice(5)) };
  } catch {
    return { address: url };
  }
}

/** A folder outside, which is only named. A file there is an archive, which is not unpacked. */
export function isBeside(path: string, bounds: Bounds): boolean {
  return isWrittenOutside(path, bounds) && !/\.(?:whl|zip|t?gz)$/i.test(path);
}

/** The places that a table of uv's sources, poetry's dependencies or a Pipfile names. */
export function placeIn(table: TomlTable, folder: string): Place | undefined {
  const [path, address, url] = [textAt(table, "path"), textAt(table, "git"), textAt(table, "url") ?? textAt(table, "file")];
  if (path !== undefined) return { path: resolve(folder, path) };
  if (address !== undefined) return { address };
  return url === undefined ? undefined : placeOfUrl(url, folder);
}

export function bothMarkers(...markers: readonly (string | undefined)[]): string | undefined {
  const written = markers.filter((one) => one !== undefined && one !== "");
  return written.length < 2 ? written[0] : written.map((one) => `(${one})`).join(" and ");
}

const START = /^\s*([A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?)\s*(?:\[[^\]]*\])?\s*/;
const LONGEST = 10_000;

/** `undefined` for anything else. */
export function parseDependencyLine(text: string): DependencyLine | undefined {
  if (text.length > LONGEST || text.includes("\0")) return undefined;
  const [start = "", name] = START.exec(text) ?? [];
  if (name === undefined) return undefined;
  const isAtUrl = text.startsWith("@", start.length);
  const rest = isAtUrl ? text.slice(start.length + 1).trim() : text.slice(start.length);
  // A semicolon may be part of the address; one beside a space is not.
  const end = rest.search(isAtUrl ? /\s;|;\s/ : /;/);
  const written = (end === -1 ? rest : rest.slice(0, end)).trim();
  const marker = end === -1 ? undefined : rest.slice(rest.indexOf(";", end) + 1).trim() || undefined;
  if (isAtUrl) return written === "" || /\s/.test(written) ? undefined : { name, url: written, marker };
  const requirement = /^\((.*)\)$/.exec(written)?.[1]?.trim() ?? written;
  if (requirement !== "" && !/^[<>=!~]/.test(requirement)) return undefined;
  return { name, requirement: requirement || undefined, marker };
}
