/** A path below the home folder begins with `~`; so may a message that begins with one. Only for people: data has whole paths. */
export function shortPath(path: string, home: string): string {
  const base = home.replace(/(?<![\\/])[\\/]+$/, "");
  const isBelow = base !== "" && path.startsWith(base) && "/\\".includes(path.charAt(base.length) || "/");
  return isBelow ? `~${path.slice(base.length).replace(/^[\\/]{2,}/, "/")}` : path;
}
