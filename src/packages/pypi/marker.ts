/**
 * Environment markers (https://packaging.python.org/specifications/dependency-specifiers/#environment-markers), evaluated as Python's `packaging`
 * does, with a third answer: `undefined` where it depends on something that no file says.
 */

import type { OperatingSystem } from "../../context.ts";
import { lookUp } from "../../lookup.ts";
import { ownRequirement } from "./requirement.ts";

/** The values of each variable that are possible; a variable that is not here is unknown. */
export type MarkerEnvironment = ReadonlyMap<string, readonly string[]>;

type MarkerAnswer = boolean | undefined;
const LONGEST = 20_000;
const DEEPEST = 50;

/** Never throws. An invalid marker is unknown. */
export function evaluateMarker(marker: string, environment: MarkerEnvironment): MarkerAnswer {
  if (marker.length > LONGEST) return undefined;
  const tokens = tokensOf(marker);
  if (tokens === undefined) return undefined;
  const reader: Reader = { tokens, at: 0, depth: 0, environment };
  const answer = readOr(reader);
  return reader.at === tokens.length ? answer : undefined;
}

const TOKEN = /\s*(?:("[^"]*"|'[^']*')|(not\s+in\b|in\b|===|~=|==|!=|<=|>=|<|>)|(and|or)\b|([()])|([A-Za-z_][\w.]*))/gy;

const KINDS = ["text", "operator", "word", "bracket", "variable"] as const;

interface Token {
  readonly kind: (typeof KINDS)[number];
  readonly text: string;
}

function tokensOf(marker: string): Token[] | undefined {
  const text = marker.trim();
  const found = [...text.matchAll(TOKEN)];
  if (found.map(([whole]) => whole).join("") !== text) return undefined;
  return found.map(([, ...parts]): Token => {
    const at = parts.findIndex((part) => part !== undefined);
    const [kind, part] = [KINDS[at]!, parts[at]!];
    return { kind, text: kind === "text" ? part.slice(1, -1) : part };
  });
}

interface Reader {
  readonly tokens: readonly Token[];
  at: number;
  depth: number;
  readonly environment: MarkerEnvironment;
}

function takeWord(reader: Reader, word: string): boolean {
  const token = reader.tokens[reader.at];
  if (token?.text !== word || token.kind === "text") return false;
  reader.at++;
  return true;
}

function readOr(reader: Reader): MarkerAnswer {
  return readSeries(reader, "or", true, () => readSeries(reader, "and", false, readOne));
}

/** One part with the answer `decisive` decides, even beside an unknown one. */
function readSeries(reader: Reader, word: string, decisive: boolean, readPart: (reader: Reader) => MarkerAnswer): MarkerAnswer {
  const answers = new Set([readPart(reader)]);
  while (takeWord(reader, word)) answers.add(readPart(reader));
  if (answers.has(decisive)) return decisive;
  return answers.has(undefined) ? undefined : !decisive;
}

function readOne(reader: Reader): MarkerAnswer {
  if (takeWord(reader, "(")) {
    // The rest is then not read, so the whole marker is unknown.
    if (reader.depth > DEEPEST) return undefined;
    reader.depth++;
    const answer = readOr(reader);
    reader.depth--;
    return takeWord(reader, ")") ? answer : invalid(reader);
  }
  const [left, operator, right] = reader.tokens.slice(reader.at, reader.at + 3);
  const isSide = (token: Token | undefined): token is Token => token?.kind === "text" || token?.kind === "variable";
  if (!isSide(left) || operator?.kind !== "operator" || !isSide(right)) return invalid(reader);
  reader.at += 3;
  return compare(left, operator.text, right, reader.environment);
}

function invalid(reader: Reader): undefined {
  reader.at = reader.tokens.length + 1;
  return undefined;
}

/** Older spellings. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ["os.name", "os_name"],
  ["sys.platform", "sys_platform"],
  ["platform.version", "platform_version"],
  ["platform.machine", "platform_machine"],
  ["platform.python_implementation", "platform_python_implementation"],
  ["python_implementation", "platform_python_implementation"],
]);
const VERSIONS: ReadonlySet<string> = new Set(["implementation_version", "platform_release", "python_full_version", "python_version"]);

/** Unknown where the possible values give several answers. */
function compare(left: Token, operator: string, right: Token, environment: MarkerEnvironment): MarkerAnswer {
  const variable = left.kind === "variable" ? left : right;
  if (variable.kind !== "variable") return undefined;
  const name = ALIASES.get(variable.text) ?? variable.text;
  const answers = new Set<MarkerAnswer>();
  for (const value of environment.get(name) ?? []) {
    const [one, other] = variable === left ? [value, right.text] : [left.text, value];
    answers.add(holds(one, operator.replace(/\s+/, " "), other, VERSIONS.has(name)));
  }
  return answers.size === 1 ? [...answers][0] : undefined;
}

function holds(left: string, operator: string, right: string, isVersion: boolean): MarkerAnswer {
  const wanted = isVersion && !operator.endsWith("in") ? ownRequirement(operator + right) : undefined;
  if (wanted !== undefined && !("problem" in wanted) && !right.includes(",")) return wanted.matches(left);
  return TEXTS.get(operator)?.(left, right);
}

const TEXTS = new Map<string, (left: string, right: string) => boolean>([
  ["in", (left, right) => right.includes(left)],
  ["not in", (left, right) => !right.includes(left)],
  ["==", (left, right) => left === right],
  ["!=", (left, right) => left !== right],
  ["<=", (left, right) => left === right],
  [">=", (left, right) => left === right],
  ["<", () => false],
  [">", () => false],
]);

const SYSTEMS: Readonly<Record<OperatingSystem, Readonly<Record<string, string>>>> = {
  linux: { os_name: "posix", sys_platform: "linux", platform_system: "Linux" },
  macos: { os_name: "posix", sys_platform: "darwin", platform_system: "Darwin" },
  windows: { os_name: "nt", sys_platform: "win32", platform_system: "Windows" },
};

const MACHINES: Readonly<Record<OperatingSystem, Readonly<Record<string, string>>>> = {
  linux: { x64: "x86_64", arm64: "aarch64" },
  macos: { x64: "x86_64", arm64: "arm64" },
  windows: { x64: "AMD64", arm64: "ARM64" },
};

/** What a project's markers see on this machine. `python` is `3.12.1` or `3.12`. Extras are never known: dependencies of all extras count. */
export function markerEnvironment(os: OperatingSystem, python: string | undefined, machine: string = process.arch): MarkerEnvironment {
  const environment = new Map(Object.entries(SYSTEMS[os]).map(([name, value]) => [name, [value]]));
  const architecture = lookUp(MACHINES[os], machine);
  if (architecture !== undefined) environment.set("platform_machine", [architecture]);
  const [, short, patch] = /^(\d{1,3}\.\d{1,3})(?:\.(\d{1,4}))?/.exec(python ?? "") ?? [];
  if (short === undefined) return environment;
  environment.set("python_version", [short]);
  // Without the third number the first and a last patch release must agree.
  const full = patch === undefined ? [`${short}.0`, `${short}.999`] : [`${short}.${patch}`];
  for (const name of ["python_full_version", "implementation_version"]) environment.set(name, full);
  environment.set("implementation_name", ["cpython"]);
  environment.set("platform_python_implementation", ["CPython"]);
  return environment;
}
