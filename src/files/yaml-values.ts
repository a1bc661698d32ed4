/** The values in a YAML file of another program, which has to say itself what is wrong in it. */

/** `undefined` where the text is not YAML. The parser is large, so it is loaded only here. */
export async function yamlIn(text: string): Promise<unknown> {
  const { parse } = await import("yaml");
  try {
    return parse(text, { logLevel: "silent" });
  } catch {
    return undefined;
  }
}
