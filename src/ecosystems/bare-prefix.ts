/** The ecosystem of an atom without a prefix, as in the first dialect. This file loads no ecosystem: help names it. */
export const BARE = "cargo";
