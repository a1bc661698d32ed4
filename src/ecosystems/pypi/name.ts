/** Names of PyPI packages: https://packaging.python.org/specifications/name-normalization */

export function isName(text: string): boolean {
  return /^[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?$/.test(text);
}

/** `Zope.Interface`, `zope_interface` and `zope-interface` are one package. */
export function foldName(name: string): string {
  return name.replace(/[-_.]+/g, "-").toLowerCase();
}
