/** A manifest's text as JSON values with their places, whichever of the two notations it is in. */

import type { Json } from "../canonical/json.ts";
import type { Position, Problem } from "../documents/problem.ts";
import { readJsonDocument } from "./json-document.ts";
import { readYamlDocument } from "./yaml-document.ts";

export type Path = readonly (string | number)[];

/** What is wrong with the text itself. */
export type Fault = Pick<Problem, "message" | "hint"> & { readonly position: Position };

export type ReadDocument =
  | {
      readonly ok: true;
      readonly value: Json;
      /** Of the value at this path, or of the nearest one around it. */
      readonly positionOf: (path: Path) => Position;
    }
  | { readonly ok: false; readonly faults: readonly Fault[] };

/** The name decides; a text without a telling name is JSON where it begins like JSON. Never throws. */
export function readDocument(text: string, file: string): ReadDocument {
  const plain = text.startsWith("\uFEFF") ? text.slice(1) : text;
  const isJson = /\.ya?ml$/i.test(file) ? false : /\.json[c5]?$/i.test(file) || /^\s*[[{]/.test(plain);
  return isJson ? readJsonDocument(plain) : readYamlDocument(plain);
}
