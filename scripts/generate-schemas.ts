/** The published JSON schemas of our own files, made from the schemas the program reads them by. */

import { type JsonSchema, toJsonSchema } from "@valibot/to-json-schema";
import type { GenericSchema } from "valibot";

import { ConfigFile } from "../src/files/config-schema.ts";
import { PolicyFile } from "../src/files/policy-schema.ts";
import { Extension } from "../src/plugins/agent-plugin/extension.ts";
import { AgentPluginFile, AgentPluginServersFile } from "../src/plugins/agent-plugin/schema.ts";
import { ManifestFile } from "../src/plugins/hook-manifest/schema.ts";
import { Manifest, MetadataTable } from "../src/plugins/manifest/schema.ts";
import { IndexedHookSchema, IndexHeaderSchema } from "./schema-of-index.ts";
import { LedgerSchema } from "./schema-of-ledger.ts";
import { PlacesRecordSchema } from "./schema-of-places.ts";
import { TraceLineSchema } from "./schema-of-trace.ts";
import type { GeneratedFile } from "./write-generated.ts";
import { sharingDefinitions } from "./share-definitions.ts";

export function generatedSchemas(): GeneratedFile[] {
  const { $schema, ...header } = convert(IndexHeaderSchema);
  const { $schema: _, ...hook } = convert(IndexedHookSchema);
  return [
    file("config", "Symposium configuration", closed(ConfigFile)),
    file("policy", "Symposium policy", closed(PolicyFile)),
    file("manifest", "Symposium plugin manifest", closed(Manifest)),
    file("package-metadata", "Symposium metadata of a package", packageMetadata()),
    file("index", "Symposium dispatch index", {
      ...($schema === undefined ? {} : { $schema }),
      description: "The JSON parts of a dispatch index: its first line, and the third field of each hook's line.",
      oneOf: [{ $ref: "#/$defs/header" }, { $ref: "#/$defs/hook" }],
      $defs: { header, hook },
    }),
    // Open, because the format ignores what it does not know.
    file("hooks-manifest", "Hook Interchange Format manifest", convert(ManifestFile)),
    file("agent-plugin", "Agent Plugin manifest, as Symposium reads it", convert(AgentPluginFile)),
    file("agent-plugin-servers", "Agent Plugin servers, as Symposium reads them", convert(AgentPluginServersFile)),
    file("agent-plugin-extension", "Symposium extension of an Agent Plugin", closed(Extension)),
    file("ledger", "Symposium ledger", convert(LedgerSchema)),
    file("places", "Symposium record of places", convert(PlacesRecordSchema)),
    file("trace", "Symposium trace line", convert(TraceLineSchema)),
  ];
}

/** `[package.metadata.symposium]` of a `Cargo.toml`, in either form. */
function packageMetadata(): JsonSchema {
  const { $schema, ...skills } = closed(MetadataTable);
  return { ...($schema === undefined ? {} : { $schema }), description: MEANING, anyOf: [skills, { $ref: "manifest.schema.json" }] };
}

const MEANING = "What a package says about its own skills and plugin: where skills are, or a whole manifest.";

/** Examples are lines of TOML for hints, metadata is for our reader, numbers of a schema are finite anyway, and checks are code. */
const NOT_PUBLISHED = ["examples", "metadata", "finite", "check"];

function convert(schema: GenericSchema): JsonSchema {
  return toJsonSchema(schema, { target: "draft-2020-12", typeMode: "input", ignoreActions: NOT_PUBLISHED });
}

/** For files that people write: an editor marks a key that means nothing. */
function closed(schema: GenericSchema): JsonSchema {
  const close = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(close);
    if (typeof value !== "object" || value === null) return value;
    const inner = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, close(each)]));
    return "properties" in inner && inner["type"] === "object" ? { ...inner, additionalProperties: false } : inner;
  };
  return close(convert(schema)) as JsonSchema;
}

/** Where a published package can be read without installing it, so that editors find a schema by its name. */
const PUBLISHED = "https://unpkg.com/@symposium-agents/symposium/schemas";

function file(name: string, title: string, schema: JsonSchema): GeneratedFile {
  const { $schema, ...rest } = sharingDefinitions(schema);
  const head = { ...($schema === undefined ? {} : { $schema }), $id: `${PUBLISHED}/${name}.schema.json`, title };
  return { path: `schemas/${name}.schema.json`, text: `${JSON.stringify({ ...head, ...rest }, null, 2)}\n` };
}
