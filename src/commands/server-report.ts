/** MCP servers that are not active, as people see them: what each waits for, what to paste meanwhile, and what is impossible. */

import type { ServersStatus } from "../diagnose/status.ts";
import type { ServerState } from "../setup/mcp-servers/placed-servers.ts";
import { type Cell, columns } from "./terminal/layout.ts";
import type { Ink } from "./terminal/reporter.ts";
import { codeLines, type RenderOptions, shortPath } from "./terminal/text.ts";

const WIDTH = 13;

const UNWRITTEN: Readonly<Record<ServerState["state"], readonly [word: string, ink: Ink]>> = {
  active: ["not written", "caution"],
  waiting: ["waiting", "caution"],
  impossible: ["not written", "caution"],
  "not written": ["not written", "caution"],
  "through the agent itself": ["through agent", "good"],
};

/** Those that a set-up did not write: a line for each server and reason, with the agents. */
export function unwrittenLines(servers: readonly ServerState[], options: RenderOptions): string[] {
  const unwritten = servers.filter(({ isWritten }) => !isWritten);
  return grouped(unwritten, (one) => [one.server, one.state, reasonOf(one)]).flatMap((group) => groupLines(group, options));
}

type Group = readonly [ServerState, ...ServerState[]];

function grouped(servers: readonly ServerState[], keyOf: (one: ServerState) => unknown): readonly Group[] {
  const groups = new Map<string, [ServerState, ...ServerState[]]>();
  for (const one of servers) {
    const key = JSON.stringify(keyOf(one));
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return [...groups.values()];
}

/** What must happen before agents start the servers in a file that was written. */
export function approvalLines(servers: readonly ServerState[], file: string, { style }: RenderOptions): string[] {
  const waiting = servers.filter((one) => one.file === file && one.isWritten && one.until.length > 0);
  return [
    ...new Set(
      waiting.flatMap(({ title, until }) => until.map((what) => `${title}: MCP servers ${style("caution", "not active until")} ${what}`)),
    ),
  ];
}

const GOOD: ReadonlySet<ServerState["state"]> = new Set(["active", "through the agent itself"]);

/** A row for each server and state, in detail for each file; what waits or is impossible has the reason. */
export function renderServerStatus({ servers, mayUseProjectFiles }: ServersStatus, options: RenderOptions): string[] {
  if (servers.length === 0) return [];
  const { style, home, calledAs, verbose } = options;
  const names = [...new Set(servers.map(({ server }) => server))];
  const sorted = servers.toSorted((left, right) => names.indexOf(left.server) - names.indexOf(right.server));
  const rows = grouped(sorted, (one) => [one.server, one.state, one.workspace, reasonOf(one), verbose ? one.file : ""]);
  const cells = rows.map((group): Cell[] => {
    const [{ server, state, file, workspace }] = group;
    const where = file === undefined || !verbose ? "" : shortPath(file, home);
    const only = workspace === undefined ? "" : `for ${shortPath(workspace, home)}`;
    return [server, [GOOD.has(state) ? "good" : "caution", state], only, where, group.map(({ title }) => title).join(", ")];
  });
  const below = rows.map(([one]) => {
    if (reasonOf(one) === "") return [];
    return [one.state === "waiting" ? `not active until ${reasonOf(one)}` : shortWords(reasonOf(one), home)];
  });
  const change = (flag: string) => `\`${calledAs} sync ${flag}\` changes that`;
  const answer =
    mayUseProjectFiles === undefined
      ? []
      : mayUseProjectFiles === "excluded"
        ? [`  you allowed files of this workspace that .git/info/exclude hides from git; ${change("--no-mcp-project-files")}`]
        : mayUseProjectFiles
          ? [`  you allowed files of this workspace that git sees; ${change("--no-mcp-project-files")}`]
          : [`  you did not allow files of this workspace that git sees; ${change("--mcp-project-files")}`];
  return [
    "",
    style("strong", "MCP servers"),
    ...columns(cells, style).flatMap((row, at) => [`  ${row}`, ...(below[at] ?? []).map((line) => `    ${line}`)]),
    ...answer,
  ];
}

function groupLines(group: Group, { style, home, verbose }: RenderOptions): string[] {
  const [first] = group;
  const { server, plugin, state } = first;
  const [word, ink] = UNWRITTEN[state];
  const titles = [...new Set(group.map(({ title }) => title))].join(", ");
  const whose = plugin === undefined ? server : `${server} of ${plugin}`;
  const why = state === "waiting" ? `waits until ${reasonOf(first)}` : reasonOf(first);
  const pastes = new Map(
    group.flatMap(({ file, forFile }) => (file === undefined || forFile === undefined ? [] : [[file, forFile.snippet] as const])),
  );
  const lines = verbose ? [...pastes] : [];
  return [
    `${style(ink, word.padEnd(WIDTH))} ${style("whole", `MCP server ${whose}`)}  ${style("faint", `${titles}: ${shortWords(why, home)}`)}`,
    ...lines.flatMap(([file, snippet]) => [`${" ".repeat(WIDTH)} or paste into ${shortPath(file, home)}:`, ...codeLines(snippet, style)]),
  ];
}

/** A path may be anywhere in it. */
function shortWords(text: string, home: string): string {
  return home === "" ? text : text.replaceAll(`${home}/`, "~/");
}

function reasonOf({ until, because }: ServerState): string {
  return because ?? until.join("; ");
}
