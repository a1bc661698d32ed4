/** What we change in the engine's sources. */

import { UNFORESEEN_HASHES } from "./hashes.ts";
import { OWN_MEMORY, SAME_IMAGE } from "./memory.ts";
import type { Patch } from "./patch.ts";
import { FASTER, SMALLER } from "./speed.ts";

export const PATCHES: readonly Patch[] = [...SMALLER, ...OWN_MEMORY, ...SAME_IMAGE, ...UNFORESEEN_HASHES, ...FASTER];
