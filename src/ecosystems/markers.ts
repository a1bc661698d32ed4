/** The files that make a folder part of a workspace. Every hook call checks for them, so this list loads nothing. */

export const MARKERS = { cargo: ["Cargo.toml"] } as const;

export const ALL_MARKERS: readonly string[] = [...MARKERS.cargo];
