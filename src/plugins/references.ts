/** References `${NAME}` to variables, in `env`, `headers` and `url` of a server (MC-12). */

const REFERENCE = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** The names that a text refers to, each once. */
export function referencesIn(text: string): readonly string[] {
  return [...new Set([...text.matchAll(REFERENCE)].map(([, name]) => name!))];
}

/** The text with each reference replaced. */
export function withReferences(text: string, valueOf: (name: string) => string): string {
  return text.replace(REFERENCE, (_, name: string) => valueOf(name));
}
