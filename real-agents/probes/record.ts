/** Registers the recorder for every event that an agent knows, where and how our own table says that hooks are registered for the user. */

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { ownHookFile } from "../../src/agents/registrable.ts";
import type { HookEntries } from "../../src/agents/registration.ts";
import type { Entry } from "../../src/config-files/editor.ts";
import { jsoncEditor } from "../../src/config-files/splice-jsonc.ts";
import type { Recipe } from "../recipes/recipe.ts";
import { put, read, type Folders } from "../sandbox.ts";
import { shellWord } from "../shell-word.ts";

export function record(recipe: Recipe, folders: Folders): void {
  const { name } = recipe;
  const { home, root } = folders;
  const { file, content } = ownHookFile(name).registration;
  const recorder = [process.execPath, join(import.meta.dirname, "recorder.ts"), root].map(shellWord).join(" ");
  const place = join(home, file.user);
  if (content.kind === "plugin-file") {
    // Such a file calls our program by itself, so the recorder takes the program's place.
    put(place, readFileSync(join(import.meta.dirname, "../../src/agents", name, "plugin.js"), "utf8"));
    put(join(home, ".symposium/bin/symposium-hook"), `#!/bin/sh\nexec ${recorder} "$2"\n`, 0o755);
  } else registerEntries(content, recipe, place, recorder);
}

/** Puts a command at every event into the file that has the user's hooks; the event follows as its last word. */
export function registerEntries(content: HookEntries, { events }: Pick<Recipe, "events">, place: string, command: string): void {
  put(place, withEntries(read(place), entriesFor(content, events, command)));
}

function entriesFor({ frame = {}, list, entry }: HookEntries, events: readonly string[], recorder: string): Entry[] {
  return [
    ...Object.entries(frame).map(([key, value]): Entry => ({ kind: "key", path: [key], value })),
    ...events.map((event): Entry => {
      const command = `${recorder} ${event}`;
      const commands = { posix: command, powershell: command, cmd: command, posixOrPowershell: command };
      return { kind: "item", path: list(event), value: entry({ event, commands, timeout: 60, scope: "user", os: "linux" }) };
    }),
  ];
}

function withEntries(text: string, entries: readonly Entry[]): string {
  return entries.reduce((done, entry) => {
    const edited = jsoncEditor.ensure(done, entry);
    if (!edited.ok) throw new Error(edited.trouble.message);
    return edited.text;
  }, text);
}
