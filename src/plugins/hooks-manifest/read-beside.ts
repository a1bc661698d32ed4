/** Reads the files beside a plugin's manifest, and remembers their texts: they stay in force with the manifest (RT-37). */

import { readTextFile, type TextFile } from "../../documents/text-file.ts";
import { type Stamped, stamped } from "../../platform/stamp.ts";
import type { BesideTexts } from "../../state/last-good.ts";
import type { BesideKind } from "./hooks-beside.ts";

export interface BesideReader {
  readonly read: (file: string, as: BesideKind) => TextFile;
  /** What was read, without what was missing. */
  readonly texts: () => BesideTexts;
}

const KEYS = { hooks: "hooksText", servers: "serversText" } as const satisfies Record<BesideKind, keyof BesideTexts>;

/** `known` are the texts of the last good version, which are then read instead of the files. */
export function besideReader(watched: Stamped[], known?: BesideTexts): BesideReader {
  const texts: { -readonly [key in keyof BesideTexts]: string } = {};
  return {
    read: (file, as) => {
      const key = KEYS[as];
      watched.push(stamped(file));
      const text = known?.[key];
      const read: TextFile = text === undefined ? readTextFile(file) : { kind: "text", text };
      if (read.kind === "text") texts[key] = read.text;
      return read;
    },
    texts: () => texts,
  };
}

export function sameTexts(one: BesideTexts, other: BesideTexts): boolean {
  return one.hooksText === other.hooksText && one.serversText === other.serversText;
}
