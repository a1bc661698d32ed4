/** Which of the commands a word means: `name`, or `plugin:name` where several plugins define it (PG-12). */

import { sameName } from "../files/similar-word.ts";

interface Named {
  readonly plugin: string;
  readonly source: string;
  readonly name: string;
}

/** A command's name has no colon, a plugin's may. Where two sources have a plugin of one name, its source is in front of it. */
export function readCommandWord(word: string): { readonly name: string; readonly plugin?: string } {
  const colon = word.lastIndexOf(":");
  return colon < 0 ? { name: word } : { plugin: word.slice(0, colon), name: word.slice(colon + 1) };
}

export function commandsMeant<T extends Named>(word: string, commands: readonly T[]): readonly T[] {
  const { plugin, name } = readCommandWord(word);
  const named = commands.filter((command) => command.name === name);
  if (plugin === undefined) return named;
  const bySource = named.filter((command) => `${command.source}/${command.plugin}` === plugin);
  if (bySource.length > 0) return bySource;
  const exact = named.filter((command) => command.plugin === plugin);
  return exact.length > 0 ? exact : named.filter((command) => sameName(command.plugin, plugin));
}

/** A word that means this command and no other. */
export function unambiguousWord({ plugin, source, name }: Named, all: readonly Named[]): string {
  const isShared = all.some((other) => other.name === name && other.plugin === plugin && other.source !== source);
  return `${isShared ? `${source}/` : ""}${plugin}:${name}`;
}
