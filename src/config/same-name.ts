/** Package managers treat `-` and `_` as equal in names, so `my_crate` and `my-crate` are one. */
export function sameName(one: string, other: string): boolean {
  return one === other || foldedName(one) === foldedName(other);
}

/** One for all spellings. */
export function foldedName(name: string): string {
  return name.replaceAll("_", "-");
}
