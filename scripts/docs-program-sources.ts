/** The sources of programs, from the folders of `src/packages/programs`. */

import { PROGRAM_SOURCES } from "../src/packages/programs/list.ts";
import { code, table } from "./markdown.ts";

export function programSourcesTable(): string {
  const rows = PROGRAM_SOURCES.map(({ name, aliases = [], about, keys }) => [
    [name, ...aliases].map(code).join(", "),
    about,
    keys.map(({ key }) => code(key)).join(", "),
  ]);
  return table(["source", "what it acquires", "keys"], rows);
}
