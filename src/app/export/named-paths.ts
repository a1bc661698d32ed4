/** Arguments and values of variables that name files of the plugin: they still name them where the files move to (AP-5). */

import { statSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";

import { OWN_FILES } from "../../plugins/agent-plugin/expand.ts";
import { BETWEEN, LONGEST, LOOKS_LIKE_FILE } from "../../plugins/consent/named-files.ts";
import { exportLoss, type ExportLossCode } from "./export-loss.ts";
import { type Relocation, relocated } from "./relocate.ts";

export interface NamedFrom {
  readonly at: Relocation;
  readonly item: string;
  /** The folder that the process starts in, seen from the plugin's. It moves with the files, so paths from there stay as they are. */
  readonly cwd?: string | undefined;
}

/** A path, an option with one (`--config=a.toml`), or a list (`lib:more`). In a longer text, such as a line for a shell, nothing is replaced. */
export function relocatedText(text: string, from: NamedFrom): string {
  // Then the files stay where they are.
  if (from.at.prefix === "") return text;
  const [, option = "", value = ""] = /^([^=\s]*=)?(.*)$/s.exec(text) ?? [];
  if (isNamed(text, from)) return moved(text, from);
  if (isNamed(value, from)) return option + moved(value, from);
  if (!/\s/.test(text))
    return (
      option +
      value
        .split(/([:;,])/)
        .map((word) => movedOrSaid(word, from))
        .join("")
    );
  for (const word of text.split(BETWEEN).filter((each) => isNamed(each, from))) {
    moved(word, { ...from, cwd: from.cwd ?? "." });
    if (from.cwd === undefined) say("path-in-text", word, from);
  }
  return text;
}

function movedOrSaid(word: string, from: NamedFrom): string {
  if (isNamed(word, from)) return moved(word, from);
  if (isPath(word)) say("path-stays", word, from);
  return word;
}

/** A bare word may be anything, so a folder is named by a path only. Of a repository, whole folders do not go along. */
function isNamed(word: string, { at, cwd = "" }: NamedFrom): boolean {
  if (word === "" || word.length > LONGEST || word.includes("\0") || isAbsolute(word)) return false;
  const full = resolve(at.directory, cwd, word);
  const stats = statSync(full, { throwIfNoEntry: false });
  return stats?.isFile() === true || (stats?.isDirectory() === true && at.isAlone && /[\\/]\w/.test(word) && full !== at.directory);
}

/** One that leads out of the plugin's folder is a refusal. */
function moved(word: string, from: NamedFrom): string {
  const { at, item, cwd } = from;
  const place = relocated(word, at, item, cwd);
  if (cwd !== undefined || !place.startsWith(at.prefix)) return word;
  say("path-in-package", word, from);
  return `${OWN_FILES}/${place.slice(at.prefix.length)}`;
}

/** Not the name of a package or a host. */
function isPath(word: string): boolean {
  return /^\.{1,2}[\\/]./.test(word) || (/^[\w-]+[\\/]/.test(word) && LOOKS_LIKE_FILE.test(word));
}

function say(code: ExportLossCode, word: string, { at, item }: NamedFrom): void {
  at.losses.push(exportLoss(code, item, word));
}
