/** What a mistyped command or flag probably meant: words of other tools as data, then the nearest spelling. */

import { similarWord } from "../documents/similar-word.ts";
import { entriesOf, lookUp, tableOf } from "../lookup.ts";

/** A command as it is typed, with its flags. */
export interface TypedCommand {
  readonly words: string;
  readonly flags: readonly string[];
}

/** Words that other tools use → what to type here. A test checks that each of these commands and flags exists. */
export const COMMAND_SYNONYMS = tableOf<readonly string[]>({
  add: ["use", "init --add-agent"],
  allow: ["trust accept"],
  apply: ["sync"],
  approve: ["trust accept"],
  check: ["plugin validate", "status"],
  config: ["init"],
  configure: ["init"],
  consent: ["trust list"],
  create: ["plugin new"],
  delete: ["uninstall", "use --remove", "init --remove-agent"],
  disable: ["use --remove"],
  doctor: ["status"],
  enable: ["use"],
  fetch: ["plugin sync"],
  find: ["search"],
  generate: ["plugin new"],
  info: ["plugin show", "package-info", "crate-info"],
  install: ["init"],
  lint: ["plugin validate"],
  list: ["plugin list", "agents"],
  ls: ["plugin list", "agents"],
  plugins: ["plugin list"],
  pull: ["plugin sync"],
  register: ["init"],
  remove: ["uninstall", "use --remove", "init --remove-agent"],
  rm: ["uninstall", "use --remove", "init --remove-agent"],
  run: ["sync"],
  scaffold: ["plugin new"],
  setup: ["init"],
  "set-up": ["init"],
  skills: ["status"],
  start: ["init"],
  test: ["plugin validate"],
  unuse: ["use --remove"],
  unregister: ["uninstall"],
  update: ["self-update", "plugin sync"],
  upgrade: ["self-update"],
  verify: ["plugin validate"],
  version: ["--version"],
});

/** The same for flags; of several the first that the command has counts. */
export const FLAG_SYNONYMS = tableOf<readonly string[]>({
  "--agent": ["--agent", "--add-agent"],
  "--agents": ["--agent", "--add-agent"],
  "--add": ["--add-agent"],
  "--remove": ["--remove", "--remove-agent"],
  "--delete": ["--remove", "--remove-agent", "--purge"],
  "--scope": ["--hook-scope"],
  "--local": ["--hook-scope project"],
  "--project": ["--hook-scope project"],
  "--global": ["--global", "--hook-scope global", "--user"],
  "--user": ["--user", "--hook-scope global", "--global"],
  "--check": ["--dry-run"],
  "--diff": ["--dry-run"],
  "--dry": ["--dry-run"],
  "--plan": ["--dry-run"],
  "--all": ["--purge", "--verbose"],
  "--offline": ["--no-check-crates", "--update none"],
  "--output": ["--dir"],
  "--path": ["--dir"],
  "--silent": ["--quiet"],
  "--debug": ["--verbose"],
});

/** Whole command lines without the program's name. */
export function commandsLike(word: string, commands: readonly TypedCommand[]): readonly string[] {
  const exact = lookUp(COMMAND_SYNONYMS, word) ?? endingIn(word, commands);
  if (exact.length > 0) return exact;
  const ends = commands.map(({ words }) => words.slice(words.lastIndexOf(" ") + 1));
  const near = nearWord(word, [...ends, ...entriesOf(COMMAND_SYNONYMS).map(([each]) => each)]);
  return near === undefined ? [] : (lookUp(COMMAND_SYNONYMS, near) ?? endingIn(near, commands));
}

/** `flags` are those of the command. */
export function flagLike(flag: string, flags: readonly string[]): string | undefined {
  const synonym = lookUp(FLAG_SYNONYMS, flag)?.find((each) => flags.includes(each.split(" ", 1)[0] ?? each));
  return synonym ?? nearWord(flag, flags);
}

/** `similarWord`, and two letters in the wrong order, which costs a short word too much there. */
export function nearWord(word: string, known: readonly string[]): string | undefined {
  return similarWord(word, known) ?? known.find((each) => isSwapped(word, each));
}

function endingIn(word: string, commands: readonly TypedCommand[]): readonly string[] {
  return commands.filter(({ words }) => words === word || words.endsWith(` ${word}`)).map(({ words }) => words);
}

function isSwapped(left: string, right: string): boolean {
  if (left.length !== right.length) return false;
  const at = [...left].findIndex((letter, index) => letter !== right[index]);
  return at >= 0 && left.slice(at + 2) === right.slice(at + 2) && left[at] === right[at + 1] && left[at + 1] === right[at];
}
