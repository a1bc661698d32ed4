/** Which command lines write nothing, not even a log. */

/** A dry run and `--check` change nothing, and `uninstall` removes the logs. */
export function leavesNoTrace(args: readonly string[]): boolean {
  return isDryRun(args) || args[0] === "uninstall";
}

export function isDryRun(args: readonly string[]): boolean {
  return args.some((arg) => /^--dry-?run\b/i.test(arg) || (arg === "--check" && ["sync", "hooks", "export"].includes(args[0] ?? "")));
}
