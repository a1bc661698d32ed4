/** Names of packages: with or without a scope. Old ones have upper case, which makes them other packages. */

/** A name is also a path below `node_modules` and an argument of the package manager, so a part begins with neither a dot nor a dash. */
export function isPackageName(text: string): boolean {
  return text.length <= LONGEST && NAME.test(text) && text !== "node_modules";
}

const LONGEST = 214;
const NAME = /^(?:@\w[\w.-]*\/)?\w[\w.-]*$/;
