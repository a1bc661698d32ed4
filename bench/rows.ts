/** The table: what each row is made of, and what it must not exceed. */

import type { Sample } from "./measure.ts";
import type { ConversionMeasured } from "./hook-conversion.ts";
import type { UvRunName } from "./ecosystem-runs.ts";
import type { McpMeasured, McpRunName } from "./mcp-runs.ts";
import type { RunName } from "./runs.ts";

export interface Measured {
  readonly times: Readonly<Record<RunName, Sample>> & Readonly<Partial<Record<UvRunName, Sample>>>;
  /** KiB; absent where it cannot be measured. */
  readonly memory: Readonly<Record<"echo" | "idle" | "one", Sample>> | undefined;
  readonly mcp?: McpMeasured | undefined;
  readonly conversion?: ConversionMeasured | undefined;
}

export interface Row {
  readonly what: string;
  /** Milliseconds, or MiB for memory. */
  readonly min: number;
  readonly median?: number;
  readonly ratio?: { readonly value: number; readonly to: string };
  /** The most the ratio may be. */
  readonly target?: number;
  /** Which rule this row is the proof of. */
  readonly rule?: string;
}

interface RowPlan {
  readonly what: string;
  readonly value: (measured: Measured, which: "min" | "median") => number;
  readonly to?: { readonly name: string; readonly value: (measured: Measured) => number };
  readonly target?: number;
  readonly rule?: string;
}

/** Not a number where it did not run. */
const time = (name: RunName | UvRunName) => (measured: Measured, which: "min" | "median") => measured.times[name]?.[which] ?? Number.NaN;
const least = (name: RunName | UvRunName) => (measured: Measured) => time(name)(measured, "min");
const HANDLERS = ["handler-1", "handler-2", "handler-3", "handler-4", "handler-5"] as const;
const alone = (count: number) => (measured: Measured, which: "min" | "median") =>
  HANDLERS.slice(0, count).reduce((sum, name) => sum + measured.times[name][which], 0);
const besides = (name: RunName, count: number) => (measured: Measured, which: "min" | "median") =>
  measured.times[name][which] - alone(count)(measured, which);

const echo = { name: "the echo", value: least("echo") };

/** The same limit as for any hook with one handler. */
function shimRows(what: string, name: "shim" | "imported"): RowPlan[] {
  const value: RowPlan["value"] = ({ times }, which) => times[name][which] - times[`${name}-script`][which];
  return [
    { what, value: time(name), to: echo },
    { what: "that script alone", value: time(`${name}-script`), to: echo },
    { what: "the shim, less the script alone", value, to: echo, target: 1.6, rule: "IX-16" },
  ];
}

const emptyNode = { name: "empty Node", value: least("node-empty") };

const TIMES: readonly RowPlan[] = [
  { what: "/bin/true", value: time("true"), to: echo },
  { what: "echo: a native program that reads stdin and writes {}", value: time("echo") },
  { what: "nothing to do", value: time("idle"), to: echo, target: 1.4 },
  { what: "echo, stdin a socket", value: time("echo-socket"), to: echo },
  { what: "nothing to do, stdin a socket", value: time("idle-socket"), to: { name: "that echo", value: least("echo-socket") } },
  { what: "one handler", value: time("one"), to: echo },
  { what: "that handler alone", value: alone(1), to: echo },
  { what: "one handler, less the handler alone", value: besides("one", 1), to: echo, target: 1.6 },
  ...shimRows("a converted entry: a script for Claude Code, called by Gemini CLI", "shim"),
  ...shimRows("a plugin's hook: a script for Claude Code, called by Gemini CLI", "imported"),
  { what: "five handlers", value: time("five"), to: echo },
  { what: "those handlers alone, one after the other", value: alone(5), to: echo },
  { what: "five handlers, less the handlers alone", value: besides("five", 5), to: echo },
  {
    what: "500 plugins, one with a handler to run",
    value: time("one-of-500"),
    to: { name: "1 plugin", value: least("one") },
    target: 1.15,
    rule: "RT-28",
  },
  { what: "500 plugins, nothing to do", value: time("idle-500"), to: { name: "1 plugin", value: least("idle") }, rule: "RT-28" },
  { what: "echo of 1 MB", value: time("echo-megabyte"), to: echo },
  { what: "1 MB, nothing to do", value: time("idle-megabyte"), to: { name: "that echo", value: least("echo-megabyte") } },
  { what: "empty Node program", value: time("node-empty") },
  { what: "under Node, nothing to do", value: time("node-idle"), to: emptyNode, target: 1.4 },
  { what: "under Node, nothing to do, stdin a socket", value: time("node-idle-socket"), to: emptyNode },
  { what: "under Node through the launcher, nothing to do", value: time("node-launcher"), to: emptyNode },
  { what: "empty ES module", value: time("module-empty"), to: emptyNode },
  // An empty module takes 40 ms or so: a ratio of 1.12 keeps the SDK under 5.
  {
    what: "a module that imports the SDK",
    value: time("module-sdk"),
    to: { name: "the empty module", value: least("module-empty") },
    target: 1.12,
    rule: "RT-33",
  },
];

const noWorkspace = { name: "no workspace", value: least("away") };
const oneAway = { name: "no workspace", value: least("away-one") };
const emptyModule = { name: "an empty module", value: least("module-empty") };
const cargo = { name: "cargo metadata", value: least("cargo-metadata") };

/** In a Cargo workspace of 300 packages. */
const IN_WORKSPACE: readonly RowPlan[] = [
  { what: "no workspace, 1 plugin, nothing to do", value: time("away") },
  { what: "300 packages, 1 plugin, nothing to do", value: time("here-1"), to: noWorkspace, target: 1.15, rule: "PL-23" },
  { what: "300 packages, 500 plugins, nothing to do", value: time("here-500"), to: noWorkspace, target: 1.15, rule: "PL-23" },
  { what: "no workspace, 1 plugin with a handler to run", value: time("away-one") },
  { what: "300 packages, 1 plugin with a handler to run", value: time("here-one-of-1"), to: oneAway, target: 1.15, rule: "PL-23" },
  {
    what: "300 packages, 500 plugins, one with a handler to run",
    value: time("here-one-of-500"),
    to: oneAway,
    target: 1.15,
    rule: "PL-23",
  },
  { what: "sync of 300 packages, nothing to change", value: time("sync-warm"), to: emptyModule, target: 4, rule: "PL-22" },
  { what: "sync of 300 packages, 500 plugins, nothing to change", value: time("sync-warm-500"), to: emptyModule },
  { what: "sync with 50 hooks that are scripts, nothing to change", value: time("sync-scripts"), to: emptyModule },
  {
    what: "sync with 50 hooks whose programs are installed, nothing to change",
    value: time("sync-programs"),
    to: { name: "that with scripts", value: least("sync-scripts") },
    target: 1.2,
    rule: "PG-2",
  },
  { what: "cargo metadata of 300 packages", value: time("cargo-metadata") },
  { what: "sync of 300 packages, the first", value: time("sync-cold"), to: cargo, target: 1.2, rule: "PL-22" },
];

/** In that workspace, plugins that packages bring. */
const WITH_CONSENT: readonly RowPlan[] = [
  { what: "20 plugins of a configured source, all with a handler to run", value: time("sourced-20") },
  {
    what: "20 plugins with consent, all with a handler to run",
    value: time("consented-20"),
    to: { name: "a configured source", value: least("sourced-20") },
    target: 1.25,
    rule: "PL-17",
  },
  {
    what: "1 plugin with consent to 2,000 files, with a handler to run",
    value: time("covered-2000"),
    to: { name: "to 25 files", value: least("consented-1") },
    rule: "PL-17",
  },
  { what: "1 plugin with consent, nothing to do", value: time("consented-idle-1") },
  {
    what: "1 plugin with consent, nothing to do, first call after Cargo.lock changed",
    value: time("lock-changed-1"),
    to: { name: "the warm call", value: least("consented-idle-1") },
    target: 5,
    rule: "PL-23",
  },
  { what: "20 plugins with consent, nothing to do", value: time("consented-idle-20") },
  {
    what: "20 plugins with consent, nothing to do, first call after Cargo.lock changed",
    value: time("lock-changed-20"),
    to: { name: "the warm call", value: least("consented-idle-20") },
  },
];

const changed = (name: "npm" | "pypi" | "go", file: string): RowPlan => ({
  what: `100 packages, 1 plugin, nothing to do, first call after ${file} changed`,
  value: time(`changed-${name}`),
  to: { name: "the warm call", value: least(`changing-${name}`) },
  target: 5,
  rule: "PL-12",
});

/** Folders that are Cargo, npm, PyPI and Go at once, and syncs beside other package managers. */
const ECOSYSTEMS: readonly RowPlan[] = [
  { what: "four ecosystems, 1 plugin, nothing to do", value: time("four"), to: noWorkspace, target: 1.15, rule: "PL-13" },
  changed("npm", "package-lock.json"),
  changed("pypi", "uv.lock"),
  changed("go", "go.mod"),
  { what: "npm ls of 1,000 packages", value: time("npm-ls") },
  {
    what: "sync of 1,000 npm packages, the first",
    value: time("npm-sync"),
    to: { name: "npm ls", value: least("npm-ls") },
    target: 1,
    rule: "PL-12",
  },
  { what: "uv export of 300 packages", value: time("uv-export") },
  {
    what: "sync of 300 PyPI packages, the first",
    value: time("pypi-sync"),
    to: { name: "uv export", value: least("uv-export") },
    target: 1,
    rule: "PL-12",
  },
];

/** The command is `/bin/true`. */
const COMMANDS: readonly RowPlan[] = [
  {
    what: "a plugin's command, less the command alone",
    value: ({ times }, which) => times.subcommand[which] - times.true[which],
    to: emptyNode,
    target: 1.3,
    rule: "PG-13",
  },
  { what: "help with the commands of plugins", value: time("help"), to: emptyNode, target: 1.5, rule: "PG-15" },
  { what: "completion of a word", value: time("completion"), to: emptyNode, target: 1.5, rule: "PG-17" },
];

const shell = { name: "sh -c :", value: least("shell") };

/** The registered text, started as agents do: `sh -c <text>`. What the crate agent-harness-adapter takes was measured elsewhere, not in this run. */
const TEXTS: readonly RowPlan[] = [
  { what: "sh -c :", value: time("shell") },
  { what: "registered text, idle event [agent-harness-adapter: 1.6]", value: time("text-idle"), to: shell, target: 1.2, rule: "RG-22" },
  { what: "sh -c <echo>", value: time("shell-echo") },
  {
    what: "registered text, with the echo in our place",
    value: time("text-echo"),
    to: { name: "sh -c <echo>", value: least("shell-echo") },
  },
  {
    what: "registered text, a handler elsewhere that does not match",
    value: time("text-none"),
    to: { name: "sh -c <echo>", value: least("shell-echo") },
    target: 1.4,
  },
  { what: "registered text, five handlers of /bin/true [agent-harness-adapter: 25.7]", value: time("text-five"), to: shell, target: 14 },
];

const size = (name: "echo" | "idle" | "one") => (measured: Measured, which: "min" | "median") =>
  (measured.memory?.[name][which] ?? Number.NaN) / 1024;
const echoSize = { name: "the echo", value: (measured: Measured) => size("echo")(measured, "min") };

const SIZES: readonly RowPlan[] = [
  { what: "memory of the echo, MiB", value: size("echo") },
  { what: "memory with nothing to do, MiB", value: size("idle"), to: echoSize, target: 1.3 },
  { what: "memory with one handler, MiB", value: size("one"), to: echoSize },
];

const firstList = (name: McpRunName) => (measured: Measured, which: "min" | "median") => measured.mcp?.first[name][which] ?? Number.NaN;
const serverSize = (name: McpRunName) => (measured: Measured, which: "min" | "median") =>
  (measured.mcp?.memory[name][which] ?? Number.NaN) / 1024;
const emptyServer = { name: "an empty server", value: (measured: Measured) => firstList("empty")(measured, "min") };
const emptyServerSize = { name: "an empty server", value: (measured: Measured) => serverSize("empty")(measured, "min") };

/** Ours has 20 skills and 5 gated servers, none of them started. */
const SERVERS: readonly RowPlan[] = [
  { what: "first list of tools of an empty MCP server, under Node", value: firstList("empty") },
  { what: "first list of tools of symposium mcp, under Node", value: firstList("node"), to: emptyServer, target: 2, rule: "MC-7" },
  { what: "first list of tools of symposium-hook serve symposium", value: firstList("native"), to: emptyServer, target: 2, rule: "MC-7" },
  { what: "memory of that empty server, MiB", value: serverSize("empty") },
  { what: "memory of symposium mcp, under Node, MiB", value: serverSize("node"), to: emptyServerSize, target: 1.3, rule: "MC-7" },
  { what: "memory of symposium-hook serve symposium, MiB", value: serverSize("native"), to: emptyServerSize, target: 1.3, rule: "MC-7" },
];

const conversion = (name: keyof ConversionMeasured) => (measured: Measured, which: "min" | "median") =>
  measured.conversion?.[name]?.[which] ?? Number.NaN;

const CONVERSIONS = ({ conversion: measured }: Measured): readonly RowPlan[] => [
  {
    what: "convert one file, in a running process",
    value: conversion("one"),
    ...(measured?.syllago === undefined
      ? {}
      : { to: { name: "syllago", value: (all: Measured) => conversion("syllago")(all, "min") }, target: 1 }),
    rule: "IX-9",
  },
  { what: "syllago on that file, less its start", value: conversion("syllago") },
  {
    what: "convert 1,000 hooks for every agent, in a running process",
    value: conversion("thousand"),
    to: { name: "2 s", value: () => 2000 },
    target: 1,
    rule: "IX-9",
  },
];

export function rowsOf(measured: Measured): readonly Row[] {
  const plans = [
    ...TIMES,
    ...IN_WORKSPACE,
    ...WITH_CONSENT,
    ...ECOSYSTEMS,
    ...COMMANDS,
    ...TEXTS,
    ...(measured.memory === undefined ? [] : SIZES),
    ...(measured.mcp === undefined ? [] : SERVERS),
    ...(measured.conversion === undefined ? [] : CONVERSIONS(measured)),
  ];
  const ran = plans.filter(({ value }) => !Number.isNaN(value(measured, "min")));
  return ran.map(({ what, value, to, target, rule }) => ({
    what,
    min: value(measured, "min"),
    median: value(measured, "median"),
    ...(to === undefined ? {} : { ratio: { value: value(measured, "min") / to.value(measured), to: to.name } }),
    ...(target === undefined ? {} : { target }),
    ...(rule === undefined ? {} : { rule }),
  }));
}

/** Rows with a target that was missed. */
export function missesOf(rows: readonly Row[]): readonly Row[] {
  return rows.filter(({ ratio, target }) => ratio !== undefined && target !== undefined && !(ratio.value <= target));
}
