/** The ledger as a schema, from which the published one is made (RG-11). */

import * as v from "valibot";

import { LEDGER_FORMAT, LEDGER_VERSION, type Ledger } from "../src/config-files/ledger.ts";

const path = v.pipe(v.string(), v.description("An absolute path."));

const insertion = v.strictObject({
  kind: v.picklist(["key", "item", "container", "room"]),
  path: v.pipe(v.array(v.string()), v.description("The key, the list that the item is in, or the container.")),
  text: v.exactOptional(v.pipe(v.string(), v.description("The bytes of the value as they were put in."))),
  before: v.pipe(v.string(), v.description("Bytes put in in front of it, without a comma.")),
  after: v.pipe(v.string(), v.description("Bytes put in behind it.")),
  shares: v.exactOptional(v.pipe(v.string(), v.description("The key of the item's own list, into which others may put items."))),
});

const file = v.strictObject({
  file: path,
  agents: v.pipe(
    v.array(v.string()),
    v.minLength(1),
    v.description("Those that call us through it; the one whose name is in the text comes first."),
  ),
  scope: v.picklist(["user", "project"]),
  workspace: v.exactOptional(path),
  content: v.picklist(["entries", "plugin-file"]),
  insertions: v.array(insertion),
  createdFile: v.boolean(),
  createdFolders: v.array(path),
  digest: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/), v.description("SHA-256 of the whole file as it was left.")),
  date: v.pipe(v.string(), v.isoTimestamp()),
});

export const LedgerSchema = v.pipe(
  v.strictObject({ format: v.literal(LEDGER_FORMAT), version: v.literal(LEDGER_VERSION), files: v.array(file) }),
  v.description("What was written into files of agents, so that exactly that can be taken out again."),
);

/** Fails to compile when the ledger and its schema part ways. */
true satisfies v.InferOutput<typeof LedgerSchema> extends Ledger ? true : false;
