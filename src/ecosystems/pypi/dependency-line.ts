/** One dependency as the standard writes it: https://packaging.python.org/specifications/dependency-specifiers */

export interface DependencyLine {
  readonly name: string;
  /** By PEP 440; absent for any version. */
  readonly requirement?: string;
  /** After `@`. */
  readonly url?: string;
  readonly marker?: string;
}

const START = /^\s*([A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?)\s*(?:\[[^\]]*\])?\s*/;
const LONGEST = 10_000;

/** `undefined` for anything else. */
export function parseDependencyLine(text: string): DependencyLine | undefined {
  if (text.length > LONGEST || text.includes("\0")) return undefined;
  const found = START.exec(text);
  const name = found?.[1];
  if (found === null || name === undefined) return undefined;
  const rest = text.slice(found[0].length);
  return rest.startsWith("@") ? atUrl(name, rest.slice(1).trim()) : withVersions(name, rest);
}

/** A semicolon may be part of the address; one after a space is not. */
function atUrl(name: string, rest: string): DependencyLine | undefined {
  const end = rest.search(/\s;|;\s/);
  const url = (end === -1 ? rest : rest.slice(0, end)).trim();
  if (url === "" || /\s/.test(url)) return undefined;
  const marker = end === -1 ? "" : rest.slice(rest.indexOf(";", end) + 1).trim();
  return { name, url, ...(marker === "" ? {} : { marker }) };
}

function withVersions(name: string, rest: string): DependencyLine | undefined {
  const semicolon = rest.indexOf(";");
  const written = (semicolon === -1 ? rest : rest.slice(0, semicolon)).trim();
  const marker = semicolon === -1 ? "" : rest.slice(semicolon + 1).trim();
  const requirement = /^\((.*)\)$/.exec(written)?.[1]?.trim() ?? written;
  if (requirement !== "" && !/^[<>=!~]/.test(requirement)) return undefined;
  return { name, ...(requirement === "" ? {} : { requirement }), ...(marker === "" ? {} : { marker }) };
}
