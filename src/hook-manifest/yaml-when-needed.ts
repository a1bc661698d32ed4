/** Few plugins have a manifest in YAML, and its parser is large: it is loaded when a manifest needs it. */

import type { ReadYaml } from "./document.ts";

class YamlNeeded extends Error {}

let loaded: ReadYaml | undefined;

/** Throws what `withYamlManifests` handles. */
export const readYamlIfLoaded: ReadYaml = (text) => {
  if (loaded === undefined) throw new YamlNeeded("a hook manifest in YAML was read outside of `withYamlManifests`");
  return loaded(text);
};

/** Plugins are read in here. `read` starts again at the first manifest in YAML, so it changes nothing before it has read them, or the same again. */
export async function withYamlManifests<T>(read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!isYamlNeeded(error)) throw error;
  }
  await loadYamlManifests();
  return read();
}

export function isYamlNeeded(error: unknown): boolean {
  return error instanceof YamlNeeded;
}

export async function loadYamlManifests(): Promise<void> {
  useYamlManifests((await import("./yaml-document.ts")).readYamlDocument);
}

export function useYamlManifests(read: ReadYaml): void {
  loaded = read;
}
