/** The ledger as a schema, from which the published one is made. Readers trust the ledger by its format and version. */

import * as v from "valibot";

import { type Ledger, LEDGER_FORMAT, LEDGER_VERSION } from "../src/files/ledger.ts";

const insertion = v.pipe(
  v.strictObject({
    kind: v.picklist(["key", "item", "container", "room"]),
    path: v.pipe(v.array(v.string()), v.description("The key, the list that the item is in, or the container.")),
    text: v.exactOptional(v.pipe(v.string(), v.description("The bytes of the value; a container has none."))),
    before: v.pipe(v.string(), v.description("Bytes put in with it, in front.")),
    after: v.pipe(v.string(), v.description("Bytes put in with it, behind.")),
    shares: v.exactOptional(v.pipe(v.string(), v.description("A key of the item with a list into which others put items of their own."))),
  }),
  v.description("One thing that was put into the file."),
);

const server = v.pipe(
  v.strictObject({
    name: v.string(),
    agents: v.pipe(v.array(v.string()), v.description("Who reads it there.")),
    path: v.pipe(v.array(v.string()), v.description("The keys that lead to its entry.")),
    plugin: v.exactOptional(v.pipe(v.string(), v.description("The plugin it comes from; absent for our own server."))),
    source: v.exactOptional(v.pipe(v.string(), v.description("The source of that plugin."))),
    workspace: v.exactOptional(v.pipe(v.string(), v.description("The only workspace it applies to."))),
  }),
  v.description("One MCP server in the file; it has an insertion at its path."),
);

const hooks = v.pipe(
  v.strictObject({
    manifest: v.pipe(v.string(), v.description("The manifest's path.")),
    digest: v.pipe(v.string(), v.description("SHA-256 of the entries, or of the file, as they were encoded.")),
    agents: v.pipe(v.array(v.string()), v.description("Who reads them there.")),
    insertions: v.pipe(v.array(insertion), v.description("Their entries; none where they have the file for themselves.")),
  }),
  v.description("The hooks of one manifest in the file."),
);

const file = v.strictObject({
  file: v.pipe(v.string(), v.description("Its path as the agent has it; links are not followed.")),
  agents: v.pipe(v.array(v.string()), v.description("Who calls us through it; the one whose name is in the text first.")),
  scope: v.picklist(["user", "project"]),
  workspace: v.exactOptional(v.pipe(v.string(), v.description("The project's folder."))),
  content: v.picklist(["entries", "plugin-file"]),
  insertions: v.array(insertion),
  servers: v.exactOptional(v.array(server)),
  hooks: v.exactOptional(v.array(hooks)),
  createdFile: v.pipe(v.boolean(), v.description("Whether the file was not there before.")),
  createdFolders: v.pipe(v.array(v.string()), v.description("Folders that were not there before, outermost first.")),
  digest: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/), v.description("SHA-256 of the whole file as it was left.")),
  formerDigests: v.exactOptional(
    v.pipe(v.array(v.string()), v.description("Of a plugin file that was being renewed: what it may still be as well.")),
  ),
  date: v.pipe(v.string(), v.isoTimestamp(), v.description("When it was last written.")),
});

export const LedgerSchema = v.pipe(
  v.strictObject({ format: v.literal(LEDGER_FORMAT), version: v.literal(LEDGER_VERSION), files: v.array(file) }),
  v.description("What was written into files of agents, so that exactly that can be taken out again."),
) satisfies v.GenericSchema<unknown, Mutable<Ledger>>;

/** Callers may change what a schema returns. */
type Mutable<T> = T extends object ? { -readonly [K in keyof T]: Mutable<T[K]> } : T;
