/** Whether the programs of a plugin can be started on this machine: there, executable, and with their interpreter. */

import { isAbsolute } from "node:path";

import type { Context } from "../../context.ts";
import type { Problem, TomlPath } from "../../files/problem.ts";
import { isTable, type TomlTable } from "../../files/toml.ts";
import { textOf } from "../../host/bytes.ts";
import { commandLine, findProgram, realFiles, type Runnable } from "../../host/command-line.ts";
import { executableKind } from "../../host/machine.ts";
import { firstBytes } from "../../host/read-file.ts";
import { lookUp } from "../../lookup.ts";
import { resolveCommand, type Surroundings } from "../../packages/programs/resolve-command.ts";
import type { Plugin, Started } from "../../plugins/plugin.ts";

export type Trouble = Pick<Problem, "severity" | "message" | "hint">;

export function programTrouble(command: Runnable, { os, env }: Pick<Context, "os" | "env">): Trouble | undefined {
  const { kind, path } = command;
  if (kind === "shell") return undefined;
  if (kind === "executable" && !isAbsolute(path)) {
    const isFound = findProgram(path, os, env, realFiles) !== undefined;
    return isFound ? undefined : warning(`${path} is not on PATH`, "install it, or name a file in the plugin's folder");
  }
  const shebang = shebangOf(path);
  if (shebang === undefined)
    return { severity: "error", message: `there is no file ${path}`, hint: "relative paths start at the plugin's folder" };
  if (kind === "script") return scriptTrouble(command, shebang, { os, env });
  if (os === "windows") return undefined;
  if (!realFiles.isRunnable(path)) return warning(`${path} is not executable`, `run \`chmod +x ${path}\``);
  if (shebang === "") {
    const isBinary = executableKind(path) !== undefined;
    return isBinary ? undefined : warning(`${path} has no #! line, so no system starts it`, "add #!/bin/sh, or declare it as `script`");
  }
  if (shebang.endsWith("\r")) return warning(`the #! line of ${path} ends with a carriage return`, "save the file with LF line endings");
  const interpreter = interpreterOf(shebang);
  const isFound = findProgram(interpreter, os, env, realFiles);
  if (isFound !== undefined && realFiles.isRunnable(isFound)) return undefined;
  return warning(`${interpreter}, which the #! line of ${path} names, was not found`, "install it, or change the line");
}

const SHELLS = ["sh", "bash", "dash", "ash", "ksh", "zsh"];

/** A script runs by the interpreter of its ending, whatever its first line says. */
function scriptTrouble(command: Runnable, shebang: string, { os, env }: Pick<Context, "os" | "env">): Trouble | undefined {
  const line = commandLine(command, os, env);
  if ("missing" in line) return warning(line.missing, "install the interpreter");
  const named = baseName(interpreterOf(shebang.trim()));
  const runsBy = baseName(line.file);
  if (shebang === "" || !SHELLS.includes(runsBy) || SHELLS.includes(named)) return undefined;
  const hint = "declare it as `executable`, or give the file the ending of its language, such as .py or .mjs";
  return warning(`${command.path} is run by ${runsBy}, though its #! line names ${named}`, hint);
}

/** `#!/usr/bin/env -S node --flag` names `node`. */
function interpreterOf(shebang: string): string {
  const words = shebang.split(/\s+/).filter((word) => word !== "");
  if (baseName(words[0] ?? "") !== "env") return words[0] ?? "";
  return words.slice(1).find((word) => !word.startsWith("-") && !word.includes("=")) ?? "";
}

const LONGEST_LINE = 256;

/** What follows `#!`; empty without such a line, `undefined` where there is no file. */
function shebangOf(file: string): string | undefined {
  if (!realFiles.isReadable(file)) return realFiles.isRunnable(file) ? "" : undefined;
  const { bytes, length } = firstBytes(file, LONGEST_LINE);
  const [line = ""] = textOf(bytes.subarray(0, length)).split("\n", 1);
  return line.startsWith("#!") ? line.slice(2) : "";
}

function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1).replace(/\.exe$/i, "");
}

function warning(message: string, hint: string): Trouble {
  return { severity: "warning", message, hint };
}

interface NamedProgram {
  readonly what: string;
  readonly command: Runnable;
  readonly path: TomlPath;
}

/**
 * Every program that a plugin starts from its own files or from PATH, with the place in the manifest that names it. What has a source, or commands
 * that make it, is not expected yet.
 */
export function namedPrograms(plugin: Plugin, where: Surroundings, placeIn: PlaceIn): readonly NamedProgram[] {
  const { hooks, subcommands, predicates, installations, servers } = plugin;
  const here = installations.filter(({ source, installCommands }) => source === undefined && installCommands.length === 0);
  const isHere = ({ installation }: { readonly installation?: string }) =>
    installation === undefined || here.some((each) => each.name === installation);
  const processes = servers.filter((server) => server.transport === "stdio");
  const declared = here.flatMap((installation) => {
    const command = resolveCommand(installation, where);
    return command === undefined ? [] : [{ name: installation.name, command }];
  });
  const named = (kind: string, list: string, started: readonly Pick<Started & { name: string }, "name" | "command">[]) =>
    started.map(({ name, command }): NamedProgram => {
      const path = list === "subcommand" ? [list, name, "command"] : placeIn(list, name, ["script", "executable", "command"]);
      return { what: `${kind} \`${name}\``, command, path };
    });
  const all = [
    ...named("hook", "hooks", hooks.filter(isHere)),
    ...named("subcommand", "subcommand", subcommands.filter(isHere)),
    ...named("predicate", "predicate", predicates.filter(isHere)),
    ...named("server", "mcp_servers", processes.filter(isHere)),
    ...named("installation", "installations", declared),
  ];
  return all.filter((one) => all.find((other) => other.command.path === one.command.path) === one);
}

/** The path of the first of these keys that the item has, else of the item. */
type PlaceIn = (list: string, name: string, keys: readonly string[]) => TomlPath;

export function placesIn(table: TomlTable): PlaceIn {
  return (list, name, keys) => {
    const items = lookUp(table, list);
    const at = Array.isArray(items) ? items.findIndex((item: unknown) => isTable(item) && lookUp(item, "name") === name) : -1;
    const item: unknown = Array.isArray(items) ? items[at] : undefined;
    const key = keys.find((each) => isTable(item) && Object.hasOwn(item, each));
    return at < 0 ? [list] : key === undefined ? [list, at] : [list, at, key];
  };
}
