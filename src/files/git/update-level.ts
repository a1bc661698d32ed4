/** How eagerly sources are updated (PL-3). */

/**
 * `none`: use the cache, and ask the repository at most once a minute. `check`: ask, and fetch where it has moved.
 * `fetch`: fetch, whatever `auto-update` says.
 */
export const UPDATE_LEVELS = ["none", "check", "fetch"] as const;

export type UpdateLevel = (typeof UPDATE_LEVELS)[number];
