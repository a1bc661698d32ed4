/** Each MCP server and agent: in which file, active, waiting and for what, or impossible and why (MC-10). Reads local files, and asks git about files of the project. */

import { AGENT_RESOLVER } from "../../agents/agent-resolver.ts";
import { titleOf } from "../../agents/agents-by-name.ts";
import { resolveAgent } from "../../agents/hook-time.ts";
import { type EditorOf, editorsFor } from "../../config-files/editors.ts";
import { EMPTY_LEDGER, readLedger } from "../../config-files/ledger-file.ts";
import type { LedgerFile, LedgerServer } from "../../config-files/ledger.ts";
import { readUserFile } from "../../config-files/user-file.ts";
import type { PlacedContext } from "../../platform/places.ts";
import { judgePlugins } from "../../plugins/active-plugins.ts";
import { isThere, keyOf } from "../../registration/plan-servers.ts";
import { mayUseProjectFiles, type ProjectFilesAnswer } from "../../registration/project-file-answers.ts";
import { type ServerState, serverStates } from "../../registration/server-states.ts";
import { serversNow } from "../../set-up/servers-now.ts";
import { projectAround } from "../../set-up/set-up.ts";
import type { LoadedHere } from "../plugins/load-here.ts";

export interface ServersStatus {
  readonly servers: readonly ServerState[];
  /** Whether servers of this workspace may go into files that git sees, as the user answered; absent before. */
  readonly mayUseProjectFiles?: ProjectFilesAnswer;
}

export async function serversStatus(app: PlacedContext, { config, workspace, sources, loaded }: LoadedHere): Promise<ServersStatus> {
  const { context, places } = app;
  const agents = [...new Set(config.agents.flatMap((name) => resolveAgent(name) ?? []))];
  const everywhere =
    workspace === null ? loaded : judgePlugins(sources, { config, places, context, workspace: null, agents: AGENT_RESOLVER });
  const { placed } = await serversNow(app, {
    config,
    everywhere,
    ...(workspace === null ? {} : { here: { loaded, workspace } }),
    agents,
    scope: config.hookScope === "global" ? "user" : "project",
    project: projectAround(context),
    ledger: EMPTY_LEDGER,
  });
  const { files } = readLedger(places.ledger);
  const editorOf = await editorsFor(files.flatMap(({ file, servers }) => (servers === undefined ? [] : [file])));
  const present = files.map((file) => withPresent(file, editorOf));
  const states = serverStates(placed, (file) => present.find((one) => one.file === file), notYet);
  const known = new Set(placed.flatMap(({ file = "", path = [] }) => [file + keyOf(path)]));
  const others = present.flatMap((file) =>
    (file.servers ?? []).filter(({ path }) => !known.has(file.file + keyOf(path))).flatMap((server) => elsewhere(server, file)),
  );
  const answer = workspace === null ? undefined : mayUseProjectFiles(places, workspace.folder);
  return { servers: [...states, ...others], ...(answer === undefined ? {} : { mayUseProjectFiles: answer }) };
}

function notYet(): string {
  return "not in its file: `symposium sync` writes it, or prints what prevents that";
}

/** Only with the servers that are still in the file as we wrote them. */
function withPresent(recorded: LedgerFile, editorOf: EditorOf): LedgerFile {
  const { file, insertions, servers } = recorded;
  if (servers === undefined) return recorded;
  const read = readUserFile(file);
  const text = read.ok ? (read.text ?? "") : "";
  return { ...recorded, servers: servers.filter(({ path }) => isThere(text, path, insertions, editorOf(file))) };
}

/** One of another workspace, or one that the next sync removes. */
function elsewhere({ name, agents, plugin, workspace }: LedgerServer, { file, scope, workspace: project }: LedgerFile): ServerState[] {
  const folder = workspace ?? project;
  return agents.map((agent) => ({
    agent,
    title: titleOf(agent),
    server: name,
    ...(plugin === undefined ? {} : { plugin }),
    place: scope === "project" ? "project" : workspace === undefined ? "user" : "local",
    file,
    ...(folder === undefined ? {} : { workspace: folder }),
    state: "active",
    isWritten: true,
    until: [],
  }));
}
