/** Most hooks were written for this agent, so `hooks import` reads its files by default. */
export const USUAL_SOURCE = "claude-code";
