/** The published JSON schemas of our own files, made from the schemas the programme reads them by. */

import { type JsonSchema, toJsonSchema } from "@valibot/to-json-schema";
import type { GenericSchema } from "valibot";

import { ConfigFile } from "../src/config/config.ts";
import { IndexedHookSchema, IndexHeaderSchema } from "../src/plugins/dispatch-index/schema.ts";
import { Manifest } from "../src/plugins/manifest.ts";
import { LedgerSchema } from "./schema-of-ledger.ts";
import { TraceLineSchema } from "./schema-of-trace.ts";
import type { GeneratedFile } from "./generate.ts";

export function generatedSchemas(): GeneratedFile[] {
  const { $schema, ...header } = convert(IndexHeaderSchema);
  const { $schema: _, ...hook } = convert(IndexedHookSchema);
  return [
    file("config", "Symposium configuration", convert(ConfigFile)),
    file("manifest", "Symposium plugin manifest", convert(Manifest)),
    file("index", "Symposium dispatch index", {
      ...($schema === undefined ? {} : { $schema }),
      description: "The JSON parts of a dispatch index: its first line, and the third field of each hook's line.",
      oneOf: [{ $ref: "#/$defs/header" }, { $ref: "#/$defs/hook" }],
      $defs: { header, hook },
    }),
    file("ledger", "Symposium ledger", convert(LedgerSchema)),
    file("trace", "Symposium trace line", convert(TraceLineSchema)),
  ];
}

/** Examples are lines of TOML for hints, metadata is for our reader, and numbers of a schema are finite anyway. */
const NOT_PUBLISHED = ["examples", "metadata", "finite"];

function convert(schema: GenericSchema): JsonSchema {
  return toJsonSchema(schema, { target: "draft-2020-12", typeMode: "input", ignoreActions: NOT_PUBLISHED });
}

function file(name: string, title: string, schema: JsonSchema): GeneratedFile {
  const { $schema, ...rest } = schema;
  return {
    path: `schemas/${name}.schema.json`,
    text: `${JSON.stringify({ ...($schema === undefined ? {} : { $schema }), title, ...rest }, null, 2)}\n`,
  };
}
