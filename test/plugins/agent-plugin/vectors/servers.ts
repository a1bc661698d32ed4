/** `mcp.json`: the document, and every field of each kind of server. */

import { serversText } from "../../../support/agent-plugin.ts";
import type { Vector } from "./vector.ts";

const SOUND = { sound: { type: "streamable-http", url: "https://sound.example.com/mcp" } };
const NO_SERVERS = { servers: [] };

/** A mistake of the file. */
const none = (requires: string, mcp: string | Uint8Array, ...says: string[]): Vector => ({
  requires,
  verdict: "partial",
  mcp,
  left: NO_SERVERS,
  says,
});

const DOCUMENT: readonly Vector[] = [
  { requires: "a plugin without servers is whole", verdict: "accept", mcp: null, left: NO_SERVERS },
  { requires: "an empty list of servers is valid", verdict: "accept", mcp: serversText({}), left: NO_SERVERS },
  { requires: "a byte-order mark before the servers changes nothing", verdict: "accept", mcp: `\uFEFF${serversText(SOUND)}` },
  none("servers are JSON", "{", "mcp.json:1:2: not valid JSON"),
  none("JSON of servers has no comments", `/**/${serversText(SOUND)}`, "mcp.json:1:1: not valid JSON: JSON has no comments"),
  none("an empty file has no servers", "", "mcp.json:1:1: not valid JSON"),
  none("servers are an object", "[]", "mcp.json:1:1: the file must be an object, so no server of this plugin is used"),
  none("servers are UTF-8", Buffer.from([0x7b, 0xff, 0x7d]), "mcp.json:1:2: is not valid UTF-8, so no server of this plugin is used"),
  none(
    "a file of servers has a limit",
    serversText({ ...SOUND, big: { type: "stdio", command: "x", args: ["x".repeat(1024 * 1024)] } }),
    "is larger than 1 MiB, so no server",
  ),
  none("a schema is required", JSON.stringify({ mcpServers: SOUND }), "mcp.json:1:1: `$schema` is missing, so no server"),
  none(
    "the servers are required",
    JSON.stringify({ $schema: "https://agent-plugins.org/schemas/1.0.0/mcp.schema.json" }),
    "`mcpServers` is missing",
  ),
  none(
    "the schema is that of servers",
    serversText(SOUND, { $schema: "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json" }),
    "mcp.json:2:14: `$schema` must be",
  ),
  none(
    "the version is that of the manifest",
    serversText(SOUND, { $schema: "https://agent-plugins.org/schemas/1.1.0/mcp.schema.json" }),
    "`$schema` must be",
  ),
  none("there are no other fields", serversText(SOUND, { inputs: [] }), "`inputs` is not a known field here, so no server"),
  none(
    "the servers are one object",
    JSON.stringify({ $schema: "https://agent-plugins.org/schemas/1.0.0/mcp.schema.json", mcpServers: [] }),
    "`mcpServers` must be an object",
  ),
  none("a server that is there twice is refused", serversText(SOUND).replace('"sound"', '"sound": {}, "sound"'), "`sound` is there twice"),
  {
    requires: "a field that is twice in one server costs that one",
    verdict: "partial",
    mcp: serversText({ sound: { type: "stdio", command: "x" }, bad: { type: "stdio", command: "x", args: [] } }).replace(
      '"args"',
      '"command": "y", "args"',
    ),
    left: { servers: ["sound"] },
    says: ['`command` is there twice, so server "bad" is ignored'],
  },
];

/** A mistake of one server costs that one. */
const one = (requires: string, server: unknown, ...says: string[]): Vector => ({
  requires,
  verdict: "partial",
  servers: { bad: server },
  left: { servers: ["sound"] },
  says: says.map((text) => `${text}`),
});
const ok = (requires: string, server: unknown, more: Partial<Vector> = {}): Vector => ({
  requires,
  verdict: "accept",
  servers: { good: server },
  ...more,
});

const KINDS: readonly Vector[] = [
  one("a server is an object", "npx", "must be an object with `type`"),
  one("a server has a type", { command: "x" }, "must be an object with `type`"),
  one("http is not a type", { type: "http", url: "https://a.example" }, "must be an object with `type`"),
  one("the case of a type counts", { type: "STDIO", command: "x" }, "must be an object with `type`"),
  one(
    "a process has no url",
    { type: "stdio", command: "x", url: "https://a.example" },
    '`url` is not a known field here, so server "bad" is ignored',
  ),
  one("an address has no command", { type: "sse", url: "https://a.example", command: "x" }, "`command` is not a known field here"),
  one("a server has no other fields", { type: "stdio", command: "x", timeout: 5 }, "`timeout` is not a known field here"),
  one("a process has no headers", { type: "stdio", command: "x", headers: {} }, "`headers` is not a known field here"),
  ...["two words", "a/b", "", "symposium", "ä"].map((name): Vector => ({
    requires: `a server named ${JSON.stringify(name)} cannot be registered with agents`,
    verdict: "partial",
    servers: { [name]: { type: "stdio", command: "x" } },
    left: { servers: ["sound"] },
    says: ["its name"],
  })),
  {
    requires: "a server may be named like what every object has",
    verdict: "accept",
    servers: { constructor: { type: "stdio", command: "x" }, toString: { type: "stdio", command: "x" } },
  },
];

const stdio = (fields: object) => ({ type: "stdio", command: "node", ...fields });

const PROCESSES: readonly Vector[] = [
  ok("a command is a bare name", stdio({})),
  ok("a command is a file of the plugin", stdio({ command: "./bin/run" })),
  ok("a file of the plugin may be missing until it is built", stdio({ command: "./build/later" })),
  ok("a file of the plugin may have a space in its name", stdio({ command: "./bin/my server" })),
  ok("a path may go up inside the plugin", stdio({ command: "./bin/../bin/run" })),
  one("a command is required", { type: "stdio" }, "`command` is missing: a server of type stdio needs it"),
  one("a command is a string", stdio({ command: ["npx"] }), "`command` must be a string that is not empty"),
  one("a command is not empty", stdio({ command: "" }), "`command` must be a string that is not empty"),
  one("a command is one word", stdio({ command: "npx -y thing" }), "`command` is more than one word"),
  one("a command is not absolute", stdio({ command: "/bin/sh" }), "`command` is neither the bare name"),
  one("a command is not absolute on Windows either", stdio({ command: "C:\\x.exe" }), "`command` is neither the bare name"),
  one("a command does not lead up", stdio({ command: "../bin/run" }), "`command` is neither the bare name"),
  one("a path begins with ./", stdio({ command: "bin/run" }), "`command` is neither the bare name"),
  one("nothing in a command is expanded", stdio({ command: "${PLUGIN_ROOT}/bin/run" }), "`command` is neither the bare name"),
  one("a command does not lead out", stdio({ command: "./../outside/run" }), "`command` leads to"),
  one("a command is not a folder", stdio({ command: "./" }), "`command` names a folder"),
  one("a command has no NUL", stdio({ command: "a\u0000b" }), "`command` has a NUL"),
  ok("arguments are any texts", stdio({ args: ["", "--x=${HOME}", "a b", "../up", "/abs"] })),
  one("arguments are a list", stdio({ args: "--x" }), "`args` must be a list of strings"),
  one("arguments are strings", stdio({ args: [1] }), "an item of `args` must be a string"),
  one("an argument has no NUL", stdio({ args: ["a\u0000"] }), "an argument has a NUL"),
  ok("variables are any texts", stdio({ env: { A: "${B}", PATH: "/x", plugin_root: "y", "a-b": "" } })),
  one("variables are an object", stdio({ env: ["A=1"] }), "`env` must be an object of strings"),
  one("variables are strings", stdio({ env: { A: 1 } }), "`A` must be a string"),
  one("PLUGIN_ROOT is not set", stdio({ env: { PLUGIN_ROOT: "/x" } }), "`PLUGIN_ROOT` is set by the client and must not be set here"),
  one("PLUGIN_DATA is not set", stdio({ env: { PLUGIN_DATA: "/x" } }), "`PLUGIN_DATA` is set by the client"),
  one("a variable has a name", stdio({ env: { "": "x" } }), "cannot be set as a variable"),
  one("a variable's name has no =", stdio({ env: { "A=B": "x" } }), "cannot be set as a variable"),
  one("a variable has no NUL", stdio({ env: { A: "\u0000" } }), "cannot be set as a variable"),
];

const FOLDERS: readonly Vector[] = [
  ...[
    "./",
    "./bin",
    "./later",
    "${PLUGIN_ROOT}",
    "${PLUGIN_ROOT}/bin",
    "${PLUGIN_DATA}",
    "${PLUGIN_DATA}/a/../b",
    "./bin/${PLUGIN_DATA}",
  ].map((cwd) => ok(`a process starts in ${cwd}`, stdio({ cwd }))),
  ...["bin", "/tmp", "..", "../x", "", "~", "$PLUGIN_ROOT", "${PLUGIN_ROOTS}", "${PLUGIN_ROOT}x", "${HOME}", "x/${PLUGIN_ROOT}", "."].map(
    (cwd) => one(`a process does not start in ${JSON.stringify(cwd)}`, stdio({ cwd }), "`cwd` must begin with ./"),
  ),
  one("a folder is a string", stdio({ cwd: null }), "`cwd` must begin with ./"),
  one("a folder does not lead out", stdio({ cwd: "./../outside" }), "`cwd` leads to"),
  one("a folder below the plugin's does not lead out", stdio({ cwd: "${PLUGIN_ROOT}/../outside" }), "`cwd` leads to"),
  one("a folder of data does not lead out", stdio({ cwd: "${PLUGIN_DATA}/../.." }), "`cwd` leads out of the plugin's folder of data"),
  one("a folder has no NUL", stdio({ cwd: "./\u0000" }), "`cwd` has a NUL"),
];

const http = (fields: object) => ({ type: "streamable-http", url: "https://a.example/mcp", ...fields });

const ADDRESSES: readonly Vector[] = [
  ok("an address is https", http({})),
  ok("the older transport is one too", { type: "sse", url: "https://a.example/sse" }),
  ...[
    "http://localhost:8080/mcp",
    "http://127.0.0.1/",
    "http://127.9.8.7:1",
    "http://[::1]:5/x",
    "HTTPS://A.example",
    "https://a.example/?q=a@b",
  ].map((url) => ok(`${url} is an address`, http({ url }))),
  one("an address is required", { type: "sse" }, "`url` is missing: a server of type sse needs it"),
  one("an address is a string", http({ url: 5 }), "`url` must be a string"),
  ...[
    "http://a.example/",
    "http://localhost.evil.example/",
    "http://127.0.0.1.evil.example/",
    "http://10.0.0.1/",
    "http://[::2]/",
    "http://0.0.0.0/",
  ].map((url) => one(`plain http is for this machine alone: ${url}`, http({ url }), "http is allowed only on this machine")),
  ...[
    "/mcp",
    "a.example",
    "//a.example/",
    "https:a.example",
    "https:/a.example",
    "ws://a.example",
    "file:///x",
    "https://",
    " https://a.example",
    "https://a.example/ x",
    "https:\\\\a.example",
    "https://a.example\n",
    "https://[::1",
    "${URL}",
  ].map((url) => one(`an address is a whole URL: ${JSON.stringify(url)}`, http({ url }), "is not a valid")),
  ...["https://user@a.example/", "https://user:pw@a.example/", "https://@a.example/", "https://:@a.example/"].map((url) =>
    one(`an address has no user: ${url}`, http({ url }), "the URL has a user name or a password in it"),
  ),
  ...["https://a.example/#x", "https://a.example/#"].map((url) =>
    one(`an address has no fragment: ${url}`, http({ url }), "the URL has a fragment"),
  ),
  ok("headers are any texts", http({ headers: { "X-A": "${HOME}", "x-b": "", "!#$%&'*+.^_`|~": "a\tb" } })),
  one("headers are an object", http({ headers: ["a: b"] }), "`headers` must be an object of strings"),
  one("headers are strings", http({ headers: { A: 1 } }), "`A` must be a string"),
  one("a header has a name", http({ headers: { "": "x" } }), "is not a valid name of a header"),
  one("a header's name is one word", http({ headers: { "A b": "x" } }), "is not a valid name of a header"),
  one("a header's name has no colon", http({ headers: { "A:": "x" } }), "is not a valid name of a header"),
  one("a header does not end its line", http({ headers: { A: "x\r\nB: y" } }), "has a character that no header may have"),
  one("a header has no NUL", http({ headers: { A: "\u0000" } }), "has a character that no header may have"),
  one("a header is Latin text", http({ headers: { A: "→" } }), "has a character that no header may have"),
  one("a header is there once, whatever its case", http({ headers: { "X-A": "1", "x-a": "2" } }), "the header x-a is there twice"),
  one("a header is there once, whichever case comes first", http({ headers: { "x-a": "1", "X-A": "2" } }), "the header X-A is there twice"),
];

export const SERVER_VECTORS: readonly Vector[] = [...DOCUMENT, ...KINDS, ...PROCESSES, ...FOLDERS, ...ADDRESSES];
