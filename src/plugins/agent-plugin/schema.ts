/** The shape of `plugin.json` and `mcp.json`, as far as JSON Schema can say it; `servers.ts` checks the rest. The files in `schemas/` are made from it. */

import * as v from "valibot";

import { hasWord } from "../../lookup.ts";
import { field, someText, text, textByName, texts } from "../hook-manifest/check-by-schema.ts";
import { type Path, type ReadDocument, readJsonDocument } from "../hook-manifest/json-document.ts";
import { NAMESPACE, PLUGIN_DATA, PLUGIN_ROOT, PLUGIN_SCHEMA, SERVERS_SCHEMA } from "./format.ts";

const NAME = /^(?!.*(?:--|\.\.))[a-z0-9](?:[a-z0-9.-]{0,62}[a-z0-9])?$/;

const Author = field(
  "Who wrote it.",
  "must be an object",
  v.strictObject({
    name: v.optional(text("The author's name.")),
    email: v.optional(text("The author's address for mail.")),
    url: v.optional(text("A page about the author.")),
  }),
);

export const AgentPluginFile = field(
  "The manifest of an Agent Plugin.",
  "must be an object",
  v.strictObject({
    $schema: field("Says which version of the format this is.", `must be "${PLUGIN_SCHEMA}"`, v.literal(PLUGIN_SCHEMA)),
    name: field(
      "The plugin's name.",
      "must be 1 to 64 of a-z, 0-9, - and ., begin and end with a letter or digit, and have neither -- nor ..",
      v.pipe(v.string(), v.regex(NAME)),
    ),
    version: v.optional(text("The plugin's version.")),
    description: v.optional(text("What it is for.")),
    author: v.optional(Author),
    homepage: v.optional(text("Its page.")),
    repository: v.optional(text("Where its sources are.")),
    license: v.optional(text("Its licence.")),
    keywords: v.optional(texts("Words to find it by.")),
    extensions: v.optional(
      field(
        "By namespace: what one client reads.",
        "must be an object",
        v.record(v.string(), field("Of one client.", "must be an object", v.record(v.string(), v.unknown()))),
      ),
    ),
  }),
);

export type AgentPluginManifest = v.InferOutput<typeof AgentPluginFile>;

const variableName = field(
  "The name of a variable.",
  "is set by the client and must not be set here",
  v.pipe(v.string(), v.notValues([PLUGIN_ROOT, PLUGIN_DATA])),
);

const StdioServer = field(
  "A process.",
  "must be an object",
  v.strictObject({
    type: v.literal("stdio"),
    command: someText("A program on PATH, or a file of the plugin, which begins with ./."),
    args: v.optional(texts("Its arguments.")),
    env: v.optional(field("Variables to set.", "must be an object of strings", v.record(variableName, text("A string.")))),
    cwd: v.optional(
      field(
        "The folder it starts in; default: the plugin's.",
        "must begin with ./, ${PLUGIN_ROOT} or ${PLUGIN_DATA}",
        v.pipe(v.string(), v.regex(/^(?:\.\/|\$\{PLUGIN_(?:ROOT|DATA)\}(?:\/|$))/)),
      ),
    ),
  }),
);

const remote = { url: someText("The address: https, or http on this machine."), headers: v.optional(textByName("Headers to send.")) };

export const AgentPluginServer = field(
  "One server.",
  'must be an object with `type`, which is "stdio", "streamable-http" or "sse"',
  v.union([
    StdioServer,
    field(
      "A server with the Streamable HTTP transport.",
      "must be an object",
      v.strictObject({ type: v.literal("streamable-http"), ...remote }),
    ),
    field("A server with the older transport of HTTP and SSE.", "must be an object", v.strictObject({ type: v.literal("sse"), ...remote })),
  ]),
);

export type AgentPluginServer = v.InferOutput<typeof AgentPluginServer>;

export const AgentPluginServersFile = field(
  "The servers of an Agent Plugin.",
  "must be an object",
  v.strictObject({
    $schema: field("Says which version of the format this is.", `must be "${SERVERS_SCHEMA}"`, v.literal(SERVERS_SCHEMA)),
    mcpServers: field("The servers, by name.", "must be an object", v.record(v.string(), AgentPluginServer)),
  }),
);

export function readManifestDocument(text: string): ReadDocument {
  return readJsonDocument(text, isIgnored);
}

/** An unknown field, or another client's extension, which may say anything. */
function isIgnored([top, namespace]: Path): boolean {
  if (typeof top !== "string") return false;
  if (top === "extensions") return typeof namespace === "string" && namespace !== NAMESPACE;
  return !hasWord(AgentPluginFile.entries, top);
}
