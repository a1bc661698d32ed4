/** Modules: their paths, and their form in file names and addresses. */

export interface Module {
  readonly name: string;
  readonly version: string;
  /** As in `go.sum`. */
  readonly checksum?: string | undefined;
}

const ELEMENT = "[A-Za-z0-9_~-](?:[\\w.~-]*[\\w~-])?";
const PATH = new RegExp(`^[A-Za-z0-9_](?:[\\w.~-]*[\\w~-])?(?:/${ELEMENT})*$`);
const LONGEST = 500;

/** What Go accepts as a module path. It is neither an option nor a path that leaves its folder. */
export function isModulePath(text: string): boolean {
  return text.length <= LONGEST && PATH.test(text);
}

/** Go writes `Azure` as `!azure` in its cache and in requests: some file systems fold case. */
export function escaped(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => `!${letter.toLowerCase()}`);
}

export function unescaped(text: string): string {
  return text.replace(/!([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
