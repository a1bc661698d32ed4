/** How an agent's entry names a server to the launcher (MC-11): `<plugin>/<server>`; the launcher also takes `<source>/<plugin>/<server>`. */

type Named = Readonly<Record<"plugin" | "source" | "name", string>>;

/** Agents expand `$NAME` in their files, and shells more: every other letter is written as `~` and a byte, for each of its bytes. */
const OTHERS = /[^A-Za-z0-9._@/-]/gu;

export function serverWord({ plugin, name }: Omit<Named, "source">): string {
  return encoded(`${plugin}/${name}`);
}

/** By its source first. People may write the names as they are. */
export function serversMeant<T extends Named>(word: string, servers: readonly T[]): readonly T[] {
  const isMeant = (text: string) => text === word || encoded(text) === word;
  const bySource = servers.filter(({ plugin, source, name }) => isMeant(`${source}/${plugin}/${name}`));
  return bySource.length > 0 ? bySource : servers.filter(({ plugin, name }) => isMeant(`${plugin}/${name}`));
}

/** A server of this plugin, which it need not have any more. */
export function isOfPlugin(word: string, plugin: string): boolean {
  return word.startsWith(serverWord({ plugin, name: "" }));
}

function encoded(text: string): string {
  return text.replace(OTHERS, (letter) =>
    [...new TextEncoder().encode(letter)].map((byte) => `~${byte.toString(16).toUpperCase().padStart(2, "0")}`).join(""),
  );
}
