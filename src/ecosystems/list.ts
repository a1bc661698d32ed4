/** Every ecosystem, in the order in which their roots are read. */

import { cargo } from "./cargo/index.ts";
import type { Ecosystem } from "./ecosystem.ts";

export const ECOSYSTEMS: readonly Ecosystem[] = [cargo];

/** By the prefix of an atom. */
export function ecosystemNamed(word: string): Ecosystem | undefined {
  return ECOSYSTEMS.find(({ name }) => name === word);
}
