/** What fails a check: losses of hooks that may block, losses that change what a hook does, or any loss. */
export const FAIL_ON = ["lossy-blocking", "lossy", "any"] as const;

export type FailOn = (typeof FAIL_ON)[number];
