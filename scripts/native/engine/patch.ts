/** A change in the engine's sources, made before they are compiled. */

export interface Patch {
  readonly file: string;
  /** Must be in the file once. */
  readonly text: string;
  readonly by: string;
}

export function patched(patches: readonly Patch[], file: string, source: string): string {
  return patches
    .filter((patch) => patch.file === file)
    .reduce((before, { text, by }) => {
      if (before.split(text).length !== 2) throw new Error(`${file}: the text that a patch changes is not there once`);
      return before.replace(text, () => by);
    }, source);
}
