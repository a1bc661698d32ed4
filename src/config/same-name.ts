/** Package managers treat `-` and `_` as equal in names, so `my_crate` and `my-crate` are one. */
export function sameName(one: string, other: string): boolean {
  return one.replaceAll("_", "-") === other.replaceAll("_", "-");
}
