/** Names that Agent Plugins 1.0 allows. */

const NAME = /^(?!.*(?:--|\.\.))[a-z0-9](?:[a-z0-9.-]{0,62}[a-z0-9])?$/;

export function isPackageName(name: string): boolean {
  return NAME.test(name);
}

/** The nearest one, which no other has. */
export function packageName(name: string, isTaken: (name: string) => boolean = () => false): string {
  const plain = isPackageName(name) ? name : nearest(name);
  if (!isTaken(plain)) return plain;
  for (let count = 2; ; count++) {
    const next = `${plain.slice(0, 60).replace(/[-.]$/, "")}-${count}`;
    if (!isTaken(next)) return next;
  }
}

function nearest(name: string): string {
  const words = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, "-")
    .replaceAll(/\.{2,}/g, ".")
    .slice(0, 64)
    .replaceAll(/^[-.]+|(?<![-.])[-.]+$/g, "");
  return isPackageName(words) ? words : "plugin";
}
