/** Reads the hook manifest beside a plugin's own manifest, and remembers its text: it stays in force with the other (RT-37). */

import { readTextFile, type TextFile } from "../../documents/text-file.ts";
import { type Stamped, stamped } from "../../platform/stamp.ts";

export interface BesideReader {
  readonly read: (file: string) => TextFile;
  /** What was read; `undefined` where there was nothing to read. */
  readonly text: () => string | undefined;
}

/** `known` is the text of the last good version, which is then read instead of the file. */
export function besideReader(watched: Stamped[], known?: string): BesideReader {
  let text: string | undefined;
  return {
    read: (file) => {
      watched.push(stamped(file));
      const read: TextFile = known === undefined ? readTextFile(file) : { kind: "text", text: known };
      if (read.kind === "text") text = read.text;
      return read;
    },
    text: () => text,
  };
}
