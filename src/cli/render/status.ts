/** Whether hooks run, for each agent, as people see it: the verdict first, then a row for each file. */

import { titleOf } from "../../agents/agents-by-name.ts";
import { resolveAgent } from "../../agents/hook-time.ts";
import { type Cell, columns } from "../terminal/columns.ts";
import { counted } from "./counted.ts";
import { listed } from "./listed.ts";
import { shortPath } from "./short-path.ts";
import type { RenderOptions } from "./options.ts";
import { stateLines } from "./set-up.ts";
import type { NotInForce } from "../../app/status/not-in-force.ts";
import type { Registered } from "../../app/status/registrations.ts";
import type { Status } from "../../app/status/status.ts";

export function renderStatus(status: Status, options: RenderOptions): string[] {
  const { registrations, unregistered, unrecorded, notInForce } = status;
  const { style, home } = options;
  const off = notInForce.filter(({ state }) => state === "not in force");
  const isOff = (agents: readonly string[]) => off.some(({ agent }) => agent === undefined || agents.includes(agent));
  const rows: readonly (readonly Cell[])[] = [
    ...registrations.map((one) => rowOf(one, isOff(one.agents), options)),
    ...unrecorded.map(({ file, agents, scope }): Cell[] => [
      titlesOf(agents),
      ["caution", "not recorded"],
      shortPath(file, home),
      scope === "user" ? "calls Symposium; the record of it is gone" : "calls Symposium; came with the project",
    ]),
    ...unregistered.map((name): Cell[] => [
      meant(name),
      ["caution", resolveAgent(name) === undefined ? "unknown agent" : "not registered"],
    ]),
  ];
  // What an agent asks is of no interest before it calls Symposium at all.
  const below = registrations.map(({ activations, agents }) =>
    isOff(agents) ? [] : activations.flatMap((one) => stateLines(one, activations.length > 1, options)),
  );
  const [next] = hintsOf(status);
  return [
    headline(status, off, options),
    ...notInForce.map((one) => `  ${reasonOf(one, next, options)}`),
    ...(rows.length === 0 ? [] : ["", style("strong", "agents")]),
    ...columns(rows, style).flatMap((row, at) => [`  ${row}`, ...(below[at] ?? []).map((line) => `    ${line}`)]),
  ];
}

function headline({ registrations, unregistered }: Status, off: readonly NotInForce[], { style, calledAs }: RenderOptions): string {
  const all = [...new Set(registrations.flatMap(({ agents }) => agents))].map(titleOf);
  const affected = off.some(({ agent }) => agent === undefined) ? all : off.map(({ agent = "" }) => titleOf(agent));
  const without = [...new Set([...affected, ...unregistered.map(meant)])];
  if (without.length > 0) return style("bad", `not working: hooks do not run on ${listed(without)}`);
  if (all.length === 0) return `${style("caution", "no agent is registered")}; run \`${calledAs} init\` to add one`;
  return style("good", `working: ${listed(all)} ${all.length === 1 ? "calls" : "call"} Symposium`);
}

/** What to do about hooks that do not run; the first comes at the end. */
export function hintsOf({ notInForce }: Status): string[] {
  return notInForce.flatMap(({ state, hint }) => (state === "not in force" && hint !== undefined ? [hint] : []));
}

function reasonOf({ agent, state, because, hint }: NotInForce, next: string | undefined, { style, home }: RenderOptions): string {
  const label = state === "not guarded" ? `${style("caution", "warning")}: ` : "";
  const whose = agent === undefined ? "" : `${titleOf(agent)}: `;
  const short = home === "" ? because : because.replaceAll(`${home}/`, "~/");
  return `${label}${whose}${short}${hint === undefined || hint === next ? "" : `; ${hint}`}`;
}

function rowOf(
  { file, scope, workspace, entries, state, activations, agents }: Registered,
  isOff: boolean,
  options: RenderOptions,
): Cell[] {
  const { home, verbose } = options;
  const where = scope === "user" ? "for you" : `for ${shortPath(workspace ?? "", home)}`;
  const isWaiting = activations.some(({ until }) => until.length > 0);
  const word: Cell =
    state === "missing"
      ? ["bad", "file is gone"]
      : state === "changed"
        ? ["caution", "changed by hand"]
        : isOff
          ? ["bad", "off"]
          : isWaiting
            ? ["caution", "needs approval"]
            : ["good", "ready"];
  const count = entries.there === entries.all ? counted(entries.all, "entry", "entries") : `${entries.there} of ${entries.all} entries`;
  return [titlesOf(agents), word, shortPath(file, home), verbose ? `${where}, ${count}` : ""];
}

/** What an agent of the config is called. */
function meant(name: string): string {
  return titleOf(resolveAgent(name) ?? name);
}

function titlesOf(agents: readonly string[]): string {
  return agents.map(titleOf).join(", ");
}
