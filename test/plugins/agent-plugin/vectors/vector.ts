/**
 * One requirement of Agent Plugins 1.0.0 (AP-8), as data. Every vector starts from a folder with the skill `review` and the server `sound`, both
 * valid, and says what is different and what is left.
 */

import type { FileTree } from "fs-fixture";

export interface Vector {
  /** The requirement, in our words. */
  readonly requires: string;
  /** The plugin is whole, is refused as a whole, or loses a part. */
  readonly verdict: "accept" | "reject" | "partial";
  /** Fields of the manifest; `undefined` removes one. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** The whole text or bytes of the manifest instead. */
  readonly manifest?: string | Uint8Array;
  /** More servers; an accepted vector keeps them. */
  readonly servers?: Readonly<Record<string, unknown>>;
  /** The whole text or bytes of `mcp.json` instead, or nothing. */
  readonly mcp?: string | Uint8Array | null;
  readonly files?: FileTree;
  /** Paths in the folder → what they link to, seen from the folder around it; they replace what is there. */
  readonly links?: Readonly<Record<string, string>>;
  /** What is left, where that is not everything or nothing. */
  readonly left?: { readonly skills?: readonly string[]; readonly servers?: readonly string[] };
  /** Parts of what is said, each in a message of its own. Nothing is said where this is absent. */
  readonly says?: readonly string[];
}
