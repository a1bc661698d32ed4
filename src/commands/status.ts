/** `status`: what is registered where, which plugins act in the current folder and why the others do not. */

import { join } from "node:path";

import { titleOf } from "../agents/agents-by-name.ts";
import { resolveAgent } from "../agents/find-agent.ts";
import type { FormerEntries } from "../diagnose/former-entries.ts";
import type { NotInForce } from "../diagnose/not-in-force.ts";
import type { Registered } from "../diagnose/registrations.ts";
import { status, type Status } from "../diagnose/status.ts";
import { quotedPath } from "../model/safe-text.ts";
import type { AppContext } from "../setup/app-context.ts";
import { command } from "./command.ts";
import { renderDevFolders, renderPluginStatus } from "./plugin-status.ts";
import { stateLines } from "./registration-report.ts";
import { renderServerStatus } from "./server-report.ts";
import { type Cell, columns } from "./terminal/layout.ts";
import type { Style } from "./terminal/reporter.ts";
import { counted, homePath, listed, nextLines, renderOptions, type RenderOptions, shortPath } from "./terminal/text.ts";

export const statusCommand = command({
  brief: "Show whether hooks run, on which agents, and which plugins are active",
  about:
    "Shows for each agent whether hooks run, and what to do if they do not. Then shows the MCP servers, the workspace, its active plugins and the installed skills.\n" +
    "With -v also every source, every inactive plugin with the reason, and what each agent's file holds.\n" +
    "Exits with 1 if the hooks of an agent do not run; with -q there is only the exit code.",
  examples: [
    { input: "", brief: "Show whether hooks run" },
    { input: "-v", brief: "Show everything" },
    { input: "-q", brief: "Check it in a script" },
  ],
  async run(cli) {
    const result = await status(cli);
    const text = (style: Style) => {
      const options = renderOptions(cli, style);
      const next = nextSteps(result, cli);
      const steps = next.length > 0 || cli.verbose ? next : [`\`${cli.calledAs} status -v\` shows everything`];
      return [
        ...renderStatus(result, options),
        ...renderDevFolders(result.devFolders, options),
        ...renderServerStatus(result, options),
        ...renderPluginStatus(result, options),
        ...(steps.length === 0 ? [] : ["", ...nextLines(steps, options)]),
      ];
    };
    const isOff = result.unregistered.length > 0 || result.notInForce.some(({ state }) => state === "not in force");
    cli.report({ type: "answer", value: result, text, isReport: true, exitCode: isOff ? 1 : undefined });
  },
});

/** Whether hooks run, for each agent, as people see it: the verdict first, then a row for each file. */
function renderStatus(status: Status, options: RenderOptions): string[] {
  const { registrations, unregistered, unrecorded, notInForce } = status;
  const { style, home } = options;
  const off = notInForce.filter(({ state }) => state === "not in force");
  const isOff = (agents: readonly string[]) => off.some(({ agent }) => agent === undefined || agents.includes(agent));
  const rows: readonly (readonly Cell[])[] = [
    ...registrations.map((one) => rowOf(one, isOff(one.agents), options)),
    ...unrecorded.map(({ file, agents, scope }): Cell[] => [
      agents.map(titleOf).join(", "),
      ["caution", "not recorded"],
      shortPath(file, home),
      scope === "user" ? "calls Symposium; the record of it is gone" : "calls Symposium; came with the project",
    ]),
    ...unregistered.map((name): Cell[] => [meant(name), ["caution", resolveAgent(name) ? "not registered" : "unknown agent"]]),
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
    ...status.former.map((one) => `  ${formerLine(one, options)}`),
  ];
}

function formerLine({ file, workspace, entries, asking }: FormerEntries, { style, home, calledAs }: RenderOptions): string {
  const where = workspace === undefined ? "" : ` in ${shortPath(workspace, home)}`;
  const words = `${counted(entries, "entry", "entries")} of an earlier version in ${shortPath(file, home)}`;
  const again = asking.length === 0 ? "" : `; ${listed(asking)} then asks for your approval once more`;
  return `${style("caution", words)}: \`${calledAs} sync\`${where} replaces ${entries === 1 ? "it" : "them"}${again}`;
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
function hintsOf({ notInForce }: Status): string[] {
  return notInForce.flatMap(({ state, hint }) => (state === "not in force" && hint !== undefined ? [hint] : []));
}

function reasonOf({ agent, state, because, hint }: NotInForce, next: string | undefined, { style, home }: RenderOptions): string {
  const label = state === "not guarded" ? `${style("caution", "warning")}: ` : "";
  const whose = agent === undefined ? "" : `${titleOf(agent)}: `;
  const short = home === "" ? because : because.replaceAll(`${home}/`, "~/");
  return `${label}${whose}${short}${hint === undefined || hint === next ? "" : `; ${hint}`}`;
}

function rowOf(registered: Registered, isOff: boolean, { home, verbose }: RenderOptions): Cell[] {
  const { file, scope, workspace, entries, state, activations, agents } = registered;
  const where = scope === "user" ? "for you" : `for ${shortPath(workspace ?? "", home)}`;
  const isWaiting = activations.some(({ until }) => until.length > 0);
  const usual: Cell = isWaiting ? ["caution", "needs approval"] : ["good", "ready"];
  const words: Readonly<Partial<Record<typeof state, Cell>>> = {
    missing: ["bad", "file is gone"],
    changed: ["caution", "changed by hand"],
  };
  const word = words[state] ?? (isOff ? (["bad", "off"] as const) : usual);
  const count = entries.there === entries.all ? counted(entries.all, "entry", "entries") : `${entries.there} of ${entries.all} entries`;
  return [agents.map(titleOf).join(", "), word, shortPath(file, home), verbose ? `${where}, ${count}` : ""];
}

function meant(name: string): string {
  return titleOf(resolveAgent(name) ?? name);
}

export function nextSteps(status: Status, app: Pick<AppContext, "context" | "places" | "calledAs">): readonly string[] {
  const { unregistered, registrations, plugins, hasHooks } = status;
  const { calledAs } = app;
  const [hint] = hintsOf(status);
  if (hint !== undefined) return [hint];
  const [unknown] = unregistered.filter((name) => resolveAgent(name) === undefined);
  if (unknown !== undefined) return [`run \`${calledAs} init --remove-agent ${quotedPath(unknown)}\`: the config names an unknown agent`];
  if (unregistered.length > 0) return [`run \`${calledAs} sync\` to register hooks with ${listed(unregistered)}`];
  if (registrations.length === 0) return [`run \`${calledAs} init\` to register hooks with your agents`];
  if (status.former.length > 0) return [`run \`${calledAs} sync\` to replace the entries of an earlier version`];
  const waiting = plugins.filter(({ consent }) => consent === "waiting" || consent === "changed").map(({ name }) => name);
  if (waiting.length > 0) return [`run \`${calledAs} sync\` at a terminal to decide what ${listed(waiting)} may run`];
  return hasHooks ? [] : firstSteps(app);
}

/** Where no plugin has a hook yet. */
export function firstSteps({ context, places, calledAs }: Pick<AppContext, "context" | "places" | "calledAs">): readonly string[] {
  const folder = homePath(join(places.userPlugins, "my-hooks"), context.home);
  return [
    `run \`${calledAs} plugin new my-hooks --dir ${folder}\` to create your first hook`,
    `or \`${calledAs} hooks import\` to run the hooks of one agent on all your agents`,
  ];
}
