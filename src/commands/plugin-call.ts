/** Recognises the call of a plugin's command. Common flags in front of its name are ours; everything behind it belongs to the command. */

import { BUILT_IN, COMPLETE } from "../plugins/command-names.ts";
import { commonFlagLength, kebab } from "./common-flags.ts";

export interface PluginCall {
  readonly flags: readonly string[];
  readonly name: string;
  readonly args: readonly string[];
}

/** `undefined` for built-ins and for flags of the whole command line. */
export function pluginCall(args: readonly string[]): PluginCall | undefined {
  let at = 0;
  for (let taken = 1; taken > 0 && at < args.length; at += taken) taken = commonFlagLength(args[at]!);
  const name = args[at];
  if (name === undefined || name.startsWith("-") || isBuiltIn(name)) return undefined;
  const flags = args.slice(0, at);
  if (name !== "help") return { flags, name, args: args.slice(at + 1) };
  // `help X` is `X --help`.
  const asked = args[at + 1];
  return asked === undefined || asked === "help" || asked.startsWith("-") || isBuiltIn(asked)
    ? undefined
    : { flags, name: asked, args: [...args.slice(at + 2), "--help"] };
}

function isBuiltIn(word: string): boolean {
  return word === COMPLETE || (BUILT_IN as readonly string[]).includes(kebab(word));
}
