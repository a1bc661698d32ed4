/** The YAML parser is a third of what a sync would load, and most frontmatter is plain: it is loaded only when needed. */

type YamlFrontmatter = typeof import("./yaml-frontmatter.ts");

class YamlNeeded extends Error {}

let loaded: YamlFrontmatter | undefined;

export function yamlFrontmatter(): YamlFrontmatter {
  if (loaded === undefined) throw new YamlNeeded("frontmatter that is not plain was read outside of `withYaml`");
  return loaded;
}

/** For code that runs after the reading, and must not fail where a file has changed since. */
export function yamlIfLoaded(): YamlFrontmatter | undefined {
  return loaded;
}

/** All reading of skills happens in here. `read` changes nothing: it starts again at the first frontmatter that is not plain. */
export async function withYaml<T>(read: () => T): Promise<T> {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof YamlNeeded)) throw error;
  }
  await loadYaml();
  return read();
}

export async function loadYaml(): Promise<void> {
  loaded = await import("./yaml-frontmatter.ts");
}
