/**
 * Answers a completion script: a line for each candidate, a tab, and what it is. Only words that a shell takes as they are: names come from
 * manifests, and the user's next key press runs the line.
 */

import type { Command, RouteMap } from "@stricli/core";

import { AGENT_NAMES } from "../agents/hook-list.ts";
import type { IndexedLists } from "../index/format.ts";
import { listsHere } from "../index/lists-here.ts";
import { lookUp, tableOf } from "../lookup.ts";
import { printable } from "../model/safe-text.ts";
import { unambiguousWord } from "../servers/find-subcommand.ts";
import { checkPlaces, commandPlaces } from "../setup/app-context.ts";
import { ROOT } from "./app.ts";
import type { CliContext, CliRun } from "./cli-context.ts";
import { COMMON_FLAGS, commonFlagLength, kebab } from "./common-flags.ts";
import { wordFor } from "./help.ts";

/** `words` are those behind the program's name, up to the one that is being typed, which may be empty. */
export async function answerCompletion(words: readonly string[], { context, stdout }: Pick<CliRun, "context" | "stdout">): Promise<number> {
  const known = await lists(context);
  const current = words.at(-1) ?? "";
  const place = placeAfter(words.slice(0, -1), ROOT);
  // Empty where the shell may offer files.
  const all = place === undefined ? [] : place.pending === undefined ? nextWords(place, current, known) : valuesOf(place.pending, known);
  const candidates = all.filter(({ word }) => word.startsWith(current) && /^[\w@-][\w@/.:+-]*$/.test(word));
  const lines = candidates.map(({ word, about }) => `${word}\t${printable(about.trim())}\n`);
  if (lines.length > 0) stdout.write(lines.join(""));
  return 0;
}

/** A completion has no place for an error. */
async function lists(context: CliRun["context"]): Promise<IndexedLists> {
  try {
    const app = { context, places: commandPlaces(context) };
    checkPlaces(context, app.places);
    return await listsHere(app);
  } catch {
    return { commands: [], servers: [], plugins: [] };
  }
}

/** What may be typed next: commands, flags and their values, agents, plugins, and plugins' commands (PG-17). */
interface Candidate {
  readonly word: string;
  readonly about: string;
}

type Known = Pick<IndexedLists, "commands" | "plugins">;
type Target = Command<CliContext> | RouteMap<CliContext>;

interface Place {
  readonly target: Target;
  readonly isRoot: boolean;
  readonly pending?: string;
  readonly given: number;
}

/** `undefined` behind a plugin's command, which knows its own arguments. */
function placeAfter(words: readonly string[], root: RouteMap<CliContext>): Place | undefined {
  let target: Target = root;
  let given = 0;
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    const wanted = wantedBy(word, target);
    if (wanted !== undefined && at === words.length - 1) return { target, isRoot: target === root, pending: wanted, given };
    if (wanted !== undefined) at++;
    else if (word.startsWith("-")) continue;
    else if ("parameters" in target) given++;
    else if (target !== root || word !== "help") {
      const next: Target | undefined = target.getAllEntries().find(({ name }) => name["convert-camel-to-kebab"] === kebab(word))?.target;
      if (next === undefined) return undefined;
      target = next;
    }
  }
  return { target, isRoot: target === root, given };
}

function wantedBy(word: string, target: Target): string | undefined {
  if (commonFlagLength(word) === 2) return COMMON_FLAGS.update.value;
  if (!("parameters" in target) || !word.startsWith("--")) return undefined;
  const flag = Object.entries(target.parameters.flags ?? {}).find(([name]) => kebab(name) === word.slice(2))?.[1];
  if (flag === undefined || flag.kind === "boolean" || flag.kind === "counter") return undefined;
  return flag.placeholder ?? "value";
}

function nextWords({ target, isRoot, given }: Place, current: string, known: Known): readonly Candidate[] {
  if (current.startsWith("-")) return flagsOf(target, isRoot);
  if ("parameters" in target) return valuesOf(placeholderAt(target, given) ?? "", known);
  const routes = target.getAllEntries().filter(({ hidden }) => !hidden);
  const { commands } = known;
  const wordOf = current.includes(":") ? unambiguousWord : wordFor;
  const brought = commands.map((one) => ({ word: wordOf(one, commands), about: `${one.description} (${one.plugin})` }));
  return [
    ...routes.map((route) => ({ word: route.name["convert-camel-to-kebab"], about: route.target.brief })),
    ...(isRoot ? [{ word: "help", about: "Print help" }, ...brought] : []),
  ];
}

function placeholderAt({ parameters: { positional } }: Command<CliContext>, at: number): string | undefined {
  return positional?.kind === "array" ? positional.parameter.placeholder : positional?.parameters[at]?.placeholder;
}

function flagsOf(target: Target, isRoot: boolean): readonly Candidate[] {
  const own = "parameters" in target ? Object.entries(target.parameters.flags ?? {}) : [];
  return [
    ...own.map(([name, flag]) => ({ word: `--${kebab(name)}`, about: flag.brief })),
    ...Object.entries(COMMON_FLAGS).map(([name, { brief }]) => ({ word: `--${kebab(name)}`, about: brief })),
    { word: "--help", about: "Print help" },
    ...(isRoot ? [{ word: "--version", about: "Print the version" }] : []),
  ];
}

/** By the placeholder of a flag or an argument, which is the same in help. */
function valuesOf(placeholder: string, known: Known): readonly Candidate[] {
  const words = placeholder.includes("|") ? placeholder.split("|") : (lookUp(VALUES, placeholder)?.(known) ?? []);
  return words.map((word) => ({ word, about: "" }));
}

const VALUES = tableOf<(known: Known) => readonly string[]>({ agent: () => AGENT_NAMES, plugin: ({ plugins }) => plugins });
