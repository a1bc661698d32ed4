/** MCP servers that are not active, as people see them: what each waits for, what to paste meanwhile, and what is impossible. */

import type { ServersStatus } from "../diagnose/status.ts";
import { grouped } from "../lookup.ts";
import type { ServerState } from "../setup/mcp-servers/placed-servers.ts";
import { type Cell, columns } from "./terminal/layout.ts";
import { codeLines, type RenderOptions, shortPath } from "./terminal/text.ts";

const WIDTH = 13;

/** Those that a set-up did not write: a line for each server and reason, with the agents. */
export function unwrittenLines(servers: readonly ServerState[], options: RenderOptions): string[] {
  const unwritten = servers.filter(({ isWritten }) => !isWritten);
  const groups = grouped(unwritten, (one) => JSON.stringify([one.server, one.state, reasonOf(one)]));
  return [...groups.values()].flatMap((group) => groupLines(group, options));
}

/** What must happen before agents start the servers in a file that was written. */
export function approvalLines(servers: readonly ServerState[], file: string, { style }: RenderOptions): string[] {
  const waiting = servers.filter((one) => one.file === file && one.isWritten && one.until.length > 0);
  const lines = waiting.flatMap(({ title, until }) =>
    until.map((what) => `${title}: MCP servers ${style("caution", "not active until")} ${what}`),
  );
  return [...new Set(lines)];
}

/** A row for each server and state, in detail for each file; what waits or is impossible has the reason. */
export function renderServerStatus({ servers, mayUseProjectFiles }: ServersStatus, options: RenderOptions): string[] {
  if (servers.length === 0) return [];
  const { style, home, calledAs, verbose } = options;
  const names = [...new Set(servers.map(({ server }) => server))];
  const sorted = servers.toSorted((left, right) => names.indexOf(left.server) - names.indexOf(right.server));
  const keyOf = (one: ServerState) => JSON.stringify([one.server, one.state, one.workspace, reasonOf(one), verbose ? one.file : ""]);
  const rows = [...grouped(sorted, keyOf).values()];
  const cells = rows.map((group): Cell[] => {
    const { server, state, file, workspace } = group[0]!;
    const where = file === undefined || !verbose ? "" : shortPath(file, home);
    const only = workspace === undefined ? "" : `for ${shortPath(workspace, home)}`;
    return [
      server,
      [["active", "through the agent itself"].includes(state) ? "good" : "caution", state],
      only,
      where,
      group.map(({ title }) => title).join(", "),
    ];
  });
  const below = rows.map((group) => {
    const one = group[0]!;
    if (reasonOf(one) === "") return [];
    return [one.state === "waiting" ? `not active until ${reasonOf(one)}` : shortWords(reasonOf(one), home)];
  });
  const which = mayUseProjectFiles === "excluded" ? "that .git/info/exclude hides from git" : "that git sees";
  const [said, flag] = mayUseProjectFiles === false ? ["did not allow", "--mcp-project-files"] : ["allowed", "--no-mcp-project-files"];
  const answer = `  you ${said} files of this workspace ${which}; \`${calledAs} sync ${flag}\` changes that`;
  return [
    "",
    style("strong", "MCP servers"),
    ...columns(cells, style).flatMap((row, at) => [`  ${row}`, ...(below[at] ?? []).map((line) => `    ${line}`)]),
    ...(mayUseProjectFiles === undefined ? [] : [answer]),
  ];
}

function groupLines(group: readonly ServerState[], { style, home, verbose }: RenderOptions): string[] {
  const first = group[0]!;
  const { server, plugin, state } = first;
  const isThrough = state === "through the agent itself";
  const word = isThrough ? "through agent" : state === "waiting" ? state : "not written";
  const titles = [...new Set(group.map(({ title }) => title))].join(", ");
  const whose = plugin === undefined ? server : `${server} of ${plugin}`;
  const why = state === "waiting" ? `waits until ${reasonOf(first)}` : reasonOf(first);
  const pasted = group.flatMap(({ file, forFile }) =>
    file === undefined || forFile === undefined ? [] : [[file, forFile.snippet] as const],
  );
  const lines = verbose ? [...new Map(pasted)] : [];
  return [
    `${style(isThrough ? "good" : "caution", word.padEnd(WIDTH))} ${style("whole", `MCP server ${whose}`)}  ${style("faint", `${titles}: ${shortWords(why, home)}`)}`,
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
