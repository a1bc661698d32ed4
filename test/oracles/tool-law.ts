/**
 * Which field of a tool's input the agent's own program obeys, for each field that handlers know by Claude's name. Written by hand from runs of the
 * real agents with calls that have every name at once, and from documentation where an agent cannot run.
 */

import { type Fields, isFields } from "./fields.ts";

/** The name of a field, or of one inside another: an object, or the first entry of a list. Without `at` it is that entry itself. */
export type Place = string | { readonly in: string; readonly at?: string };

export interface ToolLaw {
  /** Claude's name of the tool. */
  readonly is: keyof typeof KNOWN_FIELDS;
  /** Claude's field → the places that the agent obeys, the first that is given wins; an empty list where the tool has no such field. */
  readonly obeys: Readonly<Record<string, readonly Place[]>>;
  /** Fields that make the call this one. */
  readonly with?: Readonly<Record<string, unknown>>;
}

export interface ToolOracle {
  readonly tools: Readonly<Record<string, ToolLaw>>;
  /** The native event before this tool, where that is not the same for all. */
  readonly event?: (tool: string) => string;
  /** Tools whose input is a patch, which other tests are about. */
  readonly patches?: readonly string[];
}

/** What a guard looks at, by Claude's name of the tool. A law says where each of them comes from. */
export const KNOWN_FIELDS = {
  Bash: ["command"],
  Read: ["file_path"],
  Write: ["file_path", "content"],
  Edit: ["file_path", "old_string", "new_string"],
  Grep: ["pattern", "path", "glob"],
  Glob: ["pattern", "path"],
  WebSearch: ["query"],
  WebFetch: ["url"],
  Agent: ["prompt", "subagent_type"],
} as const;

/** Of all tools that read and change files: a guard on all of them may look at any. A tool that does not obey one must not show it. */
const FILE_FIELDS = ["content", "old_string", "new_string", "edits", "files", "patch", "notebook_path", "new_source"] as const;

function isOfFiles(is: ToolLaw["is"]): boolean {
  return is === "Read" || is === "Write" || is === "Edit";
}

function isSearch(is: ToolLaw["is"]): boolean {
  return is === "Grep" || is === "Glob";
}

type Given = Place | readonly Place[] | null;

/** A law for a tool; fields that are not named are obeyed under Claude's name. */
export function law(is: ToolLaw["is"], obeys: Readonly<Record<string, Given>> = {}, given?: ToolLaw["with"]): ToolLaw {
  const foreign = (isOfFiles(is) ? FILE_FIELDS : isSearch(is) ? (["files"] as const) : []).map((field) => [field, []] as const);
  const named = KNOWN_FIELDS[is].map((field) => [field, field in obeys ? places(obeys[field] ?? null) : [field]] as const);
  const others = Object.entries(obeys).map(([field, place]) => [field, places(place)] as const);
  return { is, obeys: Object.fromEntries([...foreign, ...named, ...others]), ...(given === undefined ? {} : { with: given }) };
}

function places(given: Given): readonly Place[] {
  if (given === null) return [];
  return Array.isArray(given) ? (given as readonly Place[]) : [given as Place];
}

/** What the agent does with this input, in Claude's names; a field that it takes from nowhere is missing. */
export function obeyed({ obeys }: ToolLaw, input: Fields): Fields {
  const found = Object.entries(obeys).map(([field, places]) => [
    field,
    places.map((place) => at(input, place)).find((value) => value !== undefined),
  ]);
  const files = listed(input, obeys["file_path"] ?? obeys["path"] ?? []);
  return { ...Object.fromEntries(found.filter(([, value]) => value !== undefined)), ...(files === undefined ? {} : { files }) } as Fields;
}

/** The tool acts on every file of its list, and in some version on those of its other lists. */
function listed(input: Fields, places: readonly Place[]): readonly unknown[] | undefined {
  const decides = places.find((one) => at(input, one) !== undefined);
  if (decides === undefined || typeof decides === "string" || !Array.isArray(own(input, decides.in))) return undefined;
  const files = places.flatMap((place) => {
    const held = typeof place === "string" ? undefined : own(input, place.in);
    if (typeof place === "string" || !Array.isArray(held)) return [];
    const name = place.at;
    return held.map((entry: unknown) => (name === undefined ? entry : isFields(entry) ? own(entry, name) : undefined));
  });
  return [...new Set(files.filter((file) => typeof file === "string"))];
}

function at(input: Fields, place: Place): unknown {
  if (typeof place === "string") return own(input, place);
  const held = own(input, place.in);
  const entry: unknown = Array.isArray(held) ? held[0] : held;
  if (place.at === undefined) return Array.isArray(held) ? entry : undefined;
  return isFields(entry) ? own(entry, place.at) : undefined;
}

function own(fields: Fields, name: string): unknown {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** The same input with a value at this place. */
export function withPlace(input: Fields, place: Place, value: unknown): Fields {
  if (typeof place === "string") return { ...input, [place]: value };
  if (place.at === undefined) return { ...input, [place.in]: [value] };
  const held = own(input, place.in);
  const entry: unknown = Array.isArray(held) ? held[0] : held;
  return { ...input, [place.in]: [{ ...(isFields(entry) ? entry : {}), [place.at]: value }] };
}
