/** Files as they were while the native program was made with Bun: our texts began with what disarmed Bun's variables. */

/** What the present texts begin with → with what stood in front. */
const FRONTS = [
  ["set -- ", "unset BUN_OPTIONS BUN_BE_BUN; "],
  ["$h=$env:USERPROFILE", "Remove-Item Env:BUN_OPTIONS,Env:BUN_BE_BUN -ErrorAction Ignore;"],
  ["(if defined USERPROFILE", "set BUN_OPTIONS=&set BUN_BE_BUN=&"],
  ["if defined USERPROFILE if exist", "set BUN_OPTIONS=&set BUN_BE_BUN=&"],
  ["if exist D:", "set BUN_OPTIONS=&set BUN_BE_BUN=&"],
] as const;

export function formerText(text: string): string {
  return FRONTS.reduce((all, [present, front]) => all.replaceAll(present, () => front + present), text);
}
