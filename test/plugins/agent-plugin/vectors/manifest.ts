/** `plugin.json`: the document, and every field. */

import { packageText } from "../../../support/agent-plugin.ts";
import { EXTENSION_VECTORS } from "./extensions.ts";
import type { Vector } from "./vector.ts";

const NAME = "plugin.json:3:11: `name` must be 1 to 64 of a-z";
const GATED = packageText({ extensions: { "dev.symposium": { "depends-on": ["*"] } } });

const DOCUMENT: readonly Vector[] = [
  { requires: "the smallest manifest is whole", verdict: "accept", fields: {} },
  { requires: "the manifest is JSON", verdict: "reject", manifest: GATED.replace("}", ""), says: ["plugin.json:", "not valid JSON"] },
  {
    requires: "JSON has no comments",
    verdict: "reject",
    manifest: `// a\n${GATED}`,
    says: ["plugin.json:1:1: not valid JSON: JSON has no comments"],
  },
  { requires: "JSON has no trailing commas", verdict: "reject", manifest: GATED.replace(/\}\s*$/, ",}"), says: ["a comma before the end"] },
  { requires: "a byte-order mark changes nothing", verdict: "accept", manifest: `\uFEFF${GATED}` },
  { requires: "line endings change nothing", verdict: "accept", manifest: GATED.replaceAll("\n", "\r\n") },
  {
    requires: "a field that is there twice is refused",
    verdict: "reject",
    manifest: GATED.replace('"name"', '"name": "other", "name"'),
    says: ["plugin.json:3:20: `name` is there twice"],
  },
  {
    requires: "what is twice in another client's extension is that client's affair",
    verdict: "accept",
    manifest: packageText({ name: "tools", extensions: { "dev.symposium": { "depends-on": "*" }, "com.example": { a: 1 } } }).replace(
      '"a": 1',
      '"a": 1, "a": 2',
    ),
  },
  {
    requires: "what is twice in Symposium's extension is refused",
    verdict: "reject",
    manifest: GATED.replace('"depends-on"', '"depends-on": "serde", "depends-on"'),
    says: ["`depends-on` is there twice, so this plugin is ignored"],
  },
  {
    requires: "nesting without end is refused",
    verdict: "reject",
    manifest: packageText().replace('"tools"', `"tools", "extensions": ${"[".repeat(500)}${"]".repeat(500)}`),
    says: ["plugin.json:", "levels deep"],
  },
];

const SCHEMA: readonly Vector[] = [
  {
    requires: "another version is refused",
    verdict: "reject",
    fields: { $schema: "https://agent-plugins.org/schemas/2.0.0/plugin.schema.json" },
    says: ['plugin.json:2:14: this is version "2.0.0"'],
  },
  {
    requires: "a draft is refused",
    verdict: "reject",
    fields: { $schema: "https://agent-plugins.org/schemas/1.1.0/plugin.schema.json" },
    says: ['version "1.1.0"'],
  },
  {
    requires: "the schema of servers is not that of manifests",
    verdict: "reject",
    fields: { $schema: "https://agent-plugins.org/schemas/1.0.0/mcp.schema.json" },
    says: ["plugin.json:2:14:"],
  },
  {
    requires: "a schema with something behind it is another",
    verdict: "reject",
    fields: { $schema: "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json#" },
    says: ["plugin.json:2:14:"],
  },
];

const good = (name: string): Vector => ({ requires: `the name ${name} is valid`, verdict: "accept", fields: { name } });
const bad = (name: unknown, why: string): Vector => ({
  requires: `a name ${why} is refused`,
  verdict: "reject",
  fields: { name },
  says: [NAME],
});

const NAMES: readonly Vector[] = [
  ...["a", "0", "my-plugin", "acme.tools", "lint3r", "a-b.c-d", "a.-b", "constructor", "x".repeat(64)].map(good),
  { requires: "a name is required", verdict: "reject", fields: { name: undefined }, says: ["plugin.json:1:1: `name` is missing"] },
  bad("", "of nothing"),
  bad("x".repeat(65), "of more than 64 characters"),
  bad("My-Plugin", "with capitals"),
  bad("-start", "that begins with a hyphen"),
  bad("end-", "that ends with a hyphen"),
  bad(".start", "that begins with a dot"),
  bad("end.", "that ends with a dot"),
  bad("has--double", "with two hyphens"),
  bad("too..many", "with two dots"),
  bad("a_b", "with an underscore"),
  bad("a/b", "with a slash"),
  bad("../up", "that leads up"),
  bad("ä", "with another letter"),
  bad("a\n", "with a line break at its end"),
  bad("a\u0000b", "with a NUL"),
  bad(5, "that is a number"),
  bad(null, "that is null"),
];

const TEXTS = ["version", "description", "homepage", "repository", "license"] as const;

const FIELDS: readonly Vector[] = [
  ...TEXTS.map((field): Vector => ({
    requires: `\`${field}\` is any text`,
    verdict: "accept",
    fields: { [field]: "not checked at all!" },
  })),
  ...TEXTS.map((field): Vector => ({
    requires: `\`${field}\` is a string`,
    verdict: "reject",
    fields: { [field]: 1 },
    says: [`\`${field}\` must be a string, so this plugin is ignored`],
  })),
  { requires: "an empty text is one", verdict: "accept", fields: { version: "", license: "" } },
  {
    requires: "an author has any of name, email and url",
    verdict: "accept",
    fields: { author: { email: "not an address", url: "not one either" } },
  },
  { requires: "an author without fields is one", verdict: "accept", fields: { author: {} } },
  {
    requires: "an author is an object",
    verdict: "reject",
    fields: { author: "me" },
    says: ["plugin.json:11:13: `author` must be an object"],
  },
  {
    requires: "an author has no other fields",
    verdict: "reject",
    fields: { author: { name: "a", twitter: "@a" } },
    says: ["`twitter` is not a known field here"],
  },
  { requires: "an author's fields are strings", verdict: "reject", fields: { author: { name: null } }, says: ["`name` must be a string"] },
  { requires: "keywords are a list of strings", verdict: "accept", fields: { keywords: ["a", "a", ""] } },
  { requires: "keywords are a list", verdict: "reject", fields: { keywords: "a" }, says: ["`keywords` must be a list of strings"] },
  {
    requires: "each keyword is a string",
    verdict: "reject",
    fields: { keywords: ["a", 1] },
    says: ["an item of `keywords` must be a string"],
  },
  {
    requires: "an unknown field is reported and ignored",
    verdict: "partial",
    fields: { skills: "./elsewhere", hooks: {} },
    says: ["`skills` is not a known field here, so it is ignored", "`hooks` is not a known field here, so it is ignored"],
  },
  {
    requires: "servers in the manifest have no meaning",
    verdict: "partial",
    fields: { mcpServers: { more: { type: "stdio", command: "x" } } },
    says: ["plugin.json:11:17: `mcpServers` is not a known field here, so it is ignored"],
  },
];

export const MANIFEST_VECTORS: readonly Vector[] = [...DOCUMENT, ...SCHEMA, ...NAMES, ...FIELDS, ...EXTENSION_VECTORS];
