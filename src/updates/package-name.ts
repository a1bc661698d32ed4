/** Symposium's name at the registry. */
export const PACKAGE = "@symposium-agents/symposium";
