export interface Breaking {
  /** Changes below this folder count. */
  readonly root: string;
  readonly how: "kill" | "die" | "full";
  /** Absent to count only. */
  readonly at?: number;
}

export function breakAt(order: Breaking): void;

/** Ends it, and tells how many changes there were. */
export function mend(): number;
