/** A name as it is typed on the command line: `allowOtherOwner` is `allow-other-owner`. */
export function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
