/** How eagerly sources are brought up to date (PL-3). */

/**
 * `none`: what is cached, and the repository is asked at most once a minute. `check`: it is asked, and fetched where it has moved.
 * `fetch`: it is fetched, whatever `auto-update` says.
 */
export const UPDATE_LEVELS = ["none", "check", "fetch"] as const;

export type UpdateLevel = (typeof UPDATE_LEVELS)[number];
