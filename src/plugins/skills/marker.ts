/**
 * The marker in every skill folder that we installed: it makes the folder ours, and records where the skill came from and what we
 * wrote, so that a person's changes show. An empty one is the Rust tool's, which records nothing and is therefore replaced freely.
 */

import * as v from "valibot";

import { fieldsOf, parseJson } from "../../model/json.ts";
import type { SkillOrigin } from "./skill.ts";

export const MARKER = ".symposium";

/** Keeps everything in our folder out of the repository, and nothing outside it. */
export const IGNORE = { name: ".gitignore", text: "*\n" } as const;

const FORMAT = 1;

export interface Marker {
  /** The skill's own name; the folder's may be longer. */
  readonly name: string;
  readonly origin: SkillOrigin;
  /** Who named it: the source, and the plugin unless it is standalone. */
  readonly source: string;
  readonly plugin?: string;
  /** The source whose plugin led to its package. */
  readonly led?: string;
  readonly at: number;
  readonly files: readonly MarkedFile[];
  /** How many folders above were made for it, from the nearest. */
  readonly made: number;
}

export interface MarkedFile {
  readonly path: string;
  readonly sha256: string;
  readonly isExecutable: boolean;
  /** Stamps of the source and of the copy: while both are unchanged, the bytes need not be read. */
  readonly source: string;
  readonly copy: string;
}

const Text = v.string();
const Origin = v.variant("kind", [
  v.object({ kind: v.literal("package"), ecosystem: Text, name: Text, version: Text, path: Text }),
  v.object({ kind: v.literal("git"), repository: Text, commit: Text, path: Text }),
  v.object({ kind: v.literal("folder"), source: Text, path: Text }),
]);
const File = v.object({ path: Text, sha256: Text, isExecutable: v.boolean(), source: Text, copy: Text });
const Written = v.object({
  format: v.literal(FORMAT),
  name: Text,
  origin: Origin,
  source: Text,
  plugin: v.optional(Text),
  led: v.optional(Text),
  at: v.number(),
  files: v.array(File),
  made: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(8)),
});

export type ReadMarker =
  | { readonly kind: "ours"; readonly marker: Marker }
  | { readonly kind: "empty" }
  /** A newer version's, or damaged: it proves nothing. */
  | { readonly kind: "unknown"; readonly why: string };

export function parseMarker(text: string): ReadMarker {
  if (text.trim() === "") return { kind: "empty" };
  const data = parseJson(text);
  const { format } = fieldsOf(data);
  if (typeof format === "number" && format > FORMAT) return { kind: "unknown", why: "was written by a newer version" };
  const read = v.safeParse(Written, data);
  if (!read.success) return { kind: "unknown", why: "is invalid" };
  const { format: _, ...marker } = read.output;
  return { kind: "ours", marker };
}

export function markerText({ files, ...rest }: Marker): string {
  const lines = files.map((file) => `\n  ${JSON.stringify(file)}`);
  return `${JSON.stringify({ format: FORMAT, ...rest }, null, 1).slice(0, -2)},\n "files": [${lines.join(",")}\n ]\n}\n`;
}
