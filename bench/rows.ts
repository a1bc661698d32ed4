/** The table: what each row is made of, and what it must not exceed. */

import type { ConversionMeasured } from "./hook-conversion.ts";
import { HOOK_ROWS } from "./hook-rows.ts";
import type { McpRunName } from "./mcp-runs.ts";
import { fixed, FORMER, least, leastOf, type Measured, type Row, type RowPlan, shell, time, type Value } from "./row-plan.ts";

const emptyNode = least("empty Node", "node-empty");
const emptyModule = least("an empty module", "module-empty");

const UNDER_NODE: readonly RowPlan[] = [
  { what: "empty Node program", value: time("node-empty") },
  { what: "under Node, nothing to do", value: time("node-idle"), to: emptyNode, target: 1.4 },
  { what: "under Node, nothing to do, stdin a socket", value: time("node-idle-socket"), to: emptyNode },
  { what: "under Node through the launcher, nothing to do", value: time("node-launcher"), to: emptyNode },
  { what: "empty ES module", value: time("module-empty"), to: emptyNode },
  // An empty module takes 40 ms or so: a ratio of 1.12 keeps the SDK under 5.
  { what: "a module that imports the SDK", value: time("module-sdk"), to: emptyModule, target: 1.12, rule: "RT-33" },
];

const noWorkspace = least("no workspace", "away");
const oneAway = least("no workspace", "away-one");
const cargo = least("cargo metadata", "cargo-metadata");

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
    to: least("that with scripts", "sync-scripts"),
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
    to: least("a configured source", "sourced-20"),
    target: 1.25,
    rule: "PL-17",
  },
  {
    what: "1 plugin with consent to 2,000 files, with a handler to run",
    value: time("covered-2000"),
    to: least("to 25 files", "consented-1"),
    rule: "PL-17",
  },
  { what: "1 plugin with consent, nothing to do", value: time("consented-idle-1") },
  {
    what: "1 plugin with consent, nothing to do, first call after Cargo.lock changed",
    value: time("lock-changed-1"),
    to: shell,
    target: FORMER.cargo1,
    rule: "PL-23",
    inReadme: "the first call after Cargo.lock changed, 300 packages ¹",
  },
  { what: "20 plugins with consent, nothing to do", value: time("consented-idle-20") },
  {
    what: "20 plugins with consent, nothing to do, first call after Cargo.lock changed",
    value: time("lock-changed-20"),
    to: shell,
    target: FORMER.cargo20,
    rule: "PL-23",
  },
];

const changed = (name: "npm" | "pypi" | "go", file: string): RowPlan => ({
  what: `100 packages, 1 plugin, nothing to do, first call after ${file} changed`,
  value: time(`changed-${name}`),
  to: shell,
  target: FORMER[name],
  rule: "PL-12",
});

/** Folders that are Cargo, npm, PyPI and Go at once, and syncs beside other package managers. */
const ECOSYSTEMS: readonly RowPlan[] = [
  { what: "four ecosystems, 1 plugin, nothing to do", value: time("four"), to: noWorkspace, target: 1.15, rule: "PL-13" },
  changed("npm", "package-lock.json"),
  changed("pypi", "uv.lock"),
  changed("go", "go.mod"),
  { what: "npm ls of 1,000 packages", value: time("npm-ls") },
  { what: "sync of 1,000 npm packages, the first", value: time("npm-sync"), to: least("npm ls", "npm-ls"), target: 1, rule: "PL-12" },
  { what: "uv export of 300 packages", value: time("uv-export") },
  { what: "sync of 300 PyPI packages, the first", value: time("pypi-sync"), to: least("uv export", "uv-export"), target: 1, rule: "PL-12" },
];

/** The command is `/bin/true`. */
const COMMANDS: readonly RowPlan[] = [
  {
    what: "a plugin's command, less the command alone",
    value: (measured, which) => time("subcommand")(measured, which) - time("true")(measured, which),
    to: emptyNode,
    target: 1.3,
    rule: "PG-13",
  },
  { what: "help with the commands of plugins", value: time("help"), to: emptyNode, target: 1.5, rule: "PG-15" },
  { what: "completion of a word", value: time("completion"), to: emptyNode, target: 1.5, rule: "PG-17" },
];

const firstList =
  (name: McpRunName): Value =>
  ({ mcp }, which) =>
    mcp?.first[name][which] ?? Number.NaN;
const serverSize =
  (name: McpRunName): Value =>
  ({ mcp }, which) =>
    (mcp?.memory[name][which] ?? Number.NaN) / 1024;
const emptyServer = leastOf("an empty server", firstList("empty"));
const emptyServerSize = leastOf("an empty server", serverSize("empty"));

/** Ours has 20 skills and 5 gated servers, none of them started. */
const SERVERS: readonly RowPlan[] = [
  { what: "first list of tools of an empty MCP server, under Node", value: firstList("empty") },
  { what: "first list of tools of symposium mcp, under Node", value: firstList("node"), to: emptyServer, target: 2, rule: "MC-7" },
  { what: "first list of tools of symposium-hook serve symposium", value: firstList("native"), to: emptyServer, target: 2, rule: "MC-7" },
  { what: "memory of that empty server", unit: "MiB", value: serverSize("empty") },
  { what: "memory of symposium mcp, under Node", unit: "MiB", value: serverSize("node"), to: emptyServerSize, target: 1.3, rule: "MC-7" },
  {
    what: "memory of symposium-hook serve symposium",
    unit: "MiB",
    value: serverSize("native"),
    to: emptyServerSize,
    target: 1.3,
    rule: "MC-7",
  },
];

const conversion =
  (name: keyof ConversionMeasured): Value =>
  (measured, which) =>
    measured.conversion?.[name]?.[which] ?? Number.NaN;

const CONVERSIONS: readonly RowPlan[] = [
  {
    what: "convert one file, in a running process",
    value: conversion("one"),
    to: leastOf("syllago", conversion("syllago")),
    target: 1,
    rule: "IX-9",
  },
  { what: "syllago on that file, less its start", value: conversion("syllago") },
  {
    what: "convert 1,000 hooks for every agent, in a running process",
    value: conversion("thousand"),
    to: fixed("2 s", 2000),
    target: 1,
    rule: "IX-9",
  },
];

const PLANS = [...HOOK_ROWS, ...UNDER_NODE, ...IN_WORKSPACE, ...WITH_CONSENT, ...ECOSYSTEMS, ...COMMANDS, ...SERVERS, ...CONVERSIONS];

export function rowsOf(measured: Measured): readonly Row[] {
  return PLANS.filter(({ value }) => !Number.isNaN(value(measured, "min"))).map(({ value, to, target, ...said }) => {
    const min = value(measured, "min");
    const ratio = to && min / to.value(measured);
    const isJudged = ratio !== undefined && !Number.isNaN(ratio);
    return {
      ...said,
      min,
      median: value(measured, "median"),
      ...(isJudged ? { ratio: { value: ratio, to: to!.name } } : {}),
      ...(isJudged && target !== undefined ? { target } : {}),
    };
  });
}

/** Rows with a target that was missed. */
export function missesOf(rows: readonly Row[]): readonly Row[] {
  return rows.filter(({ ratio, target }) => ratio !== undefined && target !== undefined && !(ratio.value <= target));
}
