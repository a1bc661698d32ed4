/** A file without anything: a script that reads the conversation finds it empty. */
export const NO_TRANSCRIPT = "/dev/null";
