/** Package managers fold these two in the names that plugins are named after, so `my_crate` and `my-crate` are one. */
export function sameName(one: string, other: string): boolean {
  return one.replaceAll("_", "-") === other.replaceAll("_", "-");
}
