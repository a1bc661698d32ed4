/** The values in a file of another program; what is wrong in it is that program's to say. */

import { readToml } from "./toml.ts";

/** `undefined` where the text is not TOML. */
export function tomlIn(text: string): unknown {
  const read = readToml(text);
  return read.ok ? read.table : undefined;
}

/** `undefined` where the text is not YAML. The parser is large, so it is loaded only here. */
export async function yamlIn(text: string): Promise<unknown> {
  const { parse } = await import("yaml");
  try {
    return parse(text, { logLevel: "silent" });
  } catch {
    return undefined;
  }
}
