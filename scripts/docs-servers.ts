/** Where each agent reads MCP servers, as Markdown: one table of all agents, and a section with an example for each agent's page. */

import type { Fact, Source } from "../src/agents/agent.ts";
import { launcherCall } from "../src/agents/servers.ts";
import {
  type Agent,
  isImpossible,
  type NativeServer,
  type ServerApproval,
  type ServerFile,
  serverFilePath,
  type ServerFiles,
  type ServerPlace,
  type WrongShape,
} from "../src/agents/setup.ts";
import { jsoncEditor } from "../src/files/editors.ts";
import { tomlEditor } from "../src/files/splice/toml.ts";
import { yamlEditor } from "../src/files/splice/yaml.ts";
import type { Json } from "../src/model/json.ts";
import { code, list, table } from "./markdown.ts";

const PLACES: readonly ServerPlace[] = ["user", "local", "project"];
const TRANSPORTS = ["stdio", "http", "sse"] as const;
const EDITORS = { json: jsoncEditor, toml: tomlEditor, yaml: yamlEditor } as const;
const SYSTEMS = { macos: "macOS", windows: "Windows", linux: "Linux" } as const;

const SHAPE_WORDS: Readonly<Record<WrongShape, string>> = {
  "entry-ignored": "the agent skips that entry",
  "servers-ignored": "the agent uses no server of the file",
  "agent-stops": "the agent exits with an error",
};

export function serversTable(agents: readonly Agent[]): string {
  const rows = agents.map(({ name, title, servers }) => [
    `[${title}](agents/${name}.md)`,
    PLACES.flatMap((place) => (servers[place] === undefined ? [] : [placeWords(place, servers[place])])).join("<br>"),
    TRANSPORTS.filter((transport) => missing(servers, transport) === undefined).join(", "),
    servers.references.value,
    (servers.approvals ?? []).map(({ value }) => approvalWords(value)).join("<br>"),
  ]);
  return table(["agent", "files and keys", "transports", "variables", "not active until"], rows);
}

/** The section of one agent's page. */
export function serversSection({ servers }: Agent, note: (source: Source) => string): string {
  const { user, project, local, references, wrongShape } = servers;
  const lost = TRANSPORTS.flatMap((transport) => {
    const reason = missing(servers, transport);
    return reason === undefined ? [] : [`It cannot ${reason}.`];
  });
  const waits = (servers.approvals ?? []).map(({ value, source }: Fact<ServerApproval>) => `${approvalWords(value)}${note(source)}`);
  return [
    list(PLACES.flatMap((place) => (servers[place] === undefined ? [] : [placeWords(place, servers[place])]))),
    ...(project === undefined && local === undefined ? ["It has no place for the servers of one project."] : []),
    ...lost,
    `Variables: ${references.value}${note(references.source)}. If an entry has another shape, ${SHAPE_WORDS[wrongShape.value]}${note(wrongShape.source)}.`,
    ...(waits.length === 0 ? [] : [`Not active until:\n\n${list(waits)}`]),
    ...exampleOf(servers, user === undefined ? "project" : "user"),
  ].join("\n\n");
}

/** Why the agent has no server of this transport. */
function missing(servers: ServerFiles, transport: NativeServer["transport"]): string | undefined {
  const entry = servers.entry(sampleOf(transport), servers.user === undefined ? "project" : "user");
  return isImpossible(entry) ? entry.impossible : undefined;
}

function sampleOf(transport: NativeServer["transport"]): NativeServer {
  if (transport !== "stdio") return { name: "widget-issues", transport, url: "https://widget.example/mcp", headers: {} };
  return { name: "widget-docs", transport, ...launcherCall(["widget-docs/widget-docs"], { scope: "user", os: "linux" }) };
}

function placeWords(place: ServerPlace, file: ServerFile): string {
  const home = place === "project" ? "" : "~/";
  const others = Object.entries(file.pathOn ?? {}).map(([os, path]) => `${code(home + path)} on ${SYSTEMS[os as keyof typeof SYSTEMS]}`);
  const key = file.table("<folder>").join(".");
  return `${place}: ${code(home + serverFilePath(file, "linux"))}${others.length === 0 ? "" : ` (${others.join(", ")})`}, ${code(key)}`;
}

function approvalWords({ places, until, onlyWith }: ServerApproval): string {
  return `${places.join(" and ")}${onlyWith === undefined ? "" : `, with ${onlyWith}`}: ${until}`;
}

/** A file that has one process and one remote server, and nothing else. */
function exampleOf(servers: ServerFiles, place: ServerPlace): string[] {
  const file = servers[place];
  if (file === undefined) return [];
  let text = "";
  for (const server of [sampleOf("stdio"), sampleOf("http")]) {
    const entry = servers.entry(server, place);
    if (isImpossible(entry)) continue;
    const path = [...file.table("/home/ada/shop"), server.name];
    const edited = EDITORS[file.format].ensure(text, { kind: "key", path, value: entry satisfies Json });
    if (edited.ok) text = edited.text;
  }
  return [[`\`\`\`${file.format} registration`, text.trimEnd(), "```"].join("\n")];
}
