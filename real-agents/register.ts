/**
 * How hooks get into an agent: one step, so that another way can take its place. This one writes entries by hand into the
 * hook file of a throw-away home or project, with the text that is registered for users (RG-2) and the events of RG-3.
 */

import { join } from "node:path";

import type { HookEntry, Recipe, Scope } from "./recipes/recipe.ts";
import { put, read, type Folders } from "./sandbox.ts";
import { shellWord } from "./shell-word.ts";

/** Puts our programme into the home and calls it from every event in one scope. Replaceable: same parameters, same effect. */
export type Register = (recipe: Recipe, folders: Folders, programme: string, scope: Scope) => void;

export const registerByHand: Register = (recipe, folders, programme, scope) => {
  const place = join(folders.home, ".symposium", "bin", "symposium-hook");
  put(place, noting(programme, join(folders.root, EXIT_CODES)), 0o755);
  const events = Object.entries(recipe.registration.events);
  writeHooks(
    recipe,
    folders,
    events.map(([neutral, event]) => ({
      event,
      command: registeredText(recipe.name, event),
      seconds: neutral === "SessionEnd" ? 5 : 60,
    })),
    scope,
  );
};

/** Exit codes of our programme, one a line: the registered text hides them from the agent, so only here can a wrong one be seen. */
export const EXIT_CODES = "exit-codes.txt";

function noting(programme: string, file: string): string {
  return `#!/bin/sh\n${shellWord(programme)} "$@"\ncode=$?\necho $code >> ${shellWord(file)}\nexit $code\n`;
}

/** The registered text (RG-2). It names no path of a machine, and whatever goes wrong in it lets the agent go on. */
export function registeredText(agent: string, event: string): string {
  const idle = `[ -e "$1/idle/${agent}.${event}" ]`;
  const missing = `[ ! -x "$1/bin/symposium-hook" ]`;
  const run = `"$1/bin/symposium-hook" ${agent} ${event}`;
  return `unset BUN_OPTIONS BUN_BE_BUN; set -- "\${SYMPOSIUM_HOME:=$HOME/.symposium}"; ${idle} || ${missing} || ${run} || :`;
}

/** Puts these entries where the agent looks for them in one scope; what else stands in its files stays. */
export function writeHooks({ registration }: Recipe, folders: Folders, entries: readonly HookEntry[], scope: Scope = "user"): void {
  const base = scope === "user" ? folders.home : folders.project;
  const files = registration.files(scope, entries, (path) => read(join(base, path)));
  for (const [path, text] of Object.entries(files)) put(join(base, path), text);
}
