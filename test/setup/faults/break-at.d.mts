export interface Breaking {
  /** Changes below this folder count. */
  readonly root: string;
  readonly how: "kill" | "die" | "full" | "refuse";
  /** Counts a file that is written or removed once, whatever calls that takes. */
  readonly once?: true;
  /** Absent to count only. */
  readonly at?: number;
}

export function breakAt(order: Breaking): void;

/** Ends it, and tells how many changes there were. */
export function restore(): number;
