/** When an agent runs one of its own hooks, in its own names, as its files say it. */

/** A part of a matcher. */
export type NativeAtom =
  | { readonly kind: "tool"; readonly name: string }
  | { readonly kind: "mcp"; readonly server: string; readonly tool?: string }
  | { readonly kind: "any-mcp" }
  /** Found somewhere in a name. */
  | { readonly kind: "pattern"; readonly text: string };

export interface NativeFilter {
  /** The one of the agent's events that it is for, where several mean the same. */
  readonly event?: string;
  /** The hook runs where one of these fits; absent: always. At an event without a tool they are about a field of it, such as `source`. */
  readonly atoms?: readonly NativeAtom[];
  /** The agent's own condition, such as Claude's `if`. */
  readonly condition?: string;
}
