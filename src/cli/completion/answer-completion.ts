/**
 * Answers a completion script: a line for each candidate, a tab, and what it is. Only words that a shell takes as they are: names come from
 * manifests, and the user's next key press runs the line.
 */

import { checkPlaces, commandPlaces } from "../../app/command-places.ts";
import { listsHere } from "../../app/lists-here.ts";
import { printable } from "../../platform/printable.ts";
import type { IndexedLists } from "../../plugins/dispatch-index/format.ts";
import { buildApp } from "../app.ts";
import type { CliRun } from "../run.ts";
import { candidatesAfter } from "./candidates.ts";

/** `words` are those behind the program's name, up to the one that is being typed, which may be empty. */
export async function answerCompletion(words: readonly string[], { context, stdout }: Pick<CliRun, "context" | "stdout">): Promise<number> {
  const { root } = buildApp({ calledAs: "symposium", report: () => {}, onError: () => {} });
  if ("parameters" in root) return 1;
  const known = { root, ...(await lists(context)) };
  const candidates = candidatesAfter(words.slice(0, -1), words.at(-1) ?? "", known);
  const lines = candidates.filter(({ word }) => isPlain(word)).map(({ word, about }) => `${word}\t${printable(about.trim())}\n`);
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

function isPlain(word: string): boolean {
  return /^[\w@-][\w@/.:+-]*$/.test(word);
}
