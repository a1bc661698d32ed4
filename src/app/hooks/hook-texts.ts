/** The files that a command is given, or what it reads from stdin. */

import { resolve } from "node:path";

import { readUserFile } from "../../config-files/user-file.ts";
import type { Context } from "../../context.ts";
import { UserError } from "../../errors.ts";
import type { HookText } from "./hook-document.ts";

export interface HookInputs {
  readonly files: readonly string[];
  /** Read where there are no files. */
  readonly stdin?: (() => Promise<string | undefined>) | undefined;
}

export const STDIN = "<stdin>";

export async function hookTexts({ files, stdin }: HookInputs, { cwd }: Pick<Context, "cwd">): Promise<HookText[]> {
  if (files.length > 0) return files.map((file) => ({ file, text: textOf(resolve(cwd, file)) }));
  const text = await stdin?.();
  if (text !== undefined && text.trim() !== "") return [{ file: STDIN, text }];
  throw new UserError("USAGE", "there is nothing to read", { hint: "name a file, or pipe one to stdin", exitCode: 2 });
}

function textOf(file: string): string {
  const read = readUserFile(file);
  if (!read.ok) throw new UserError("UNREADABLE", `${file} ${read.trouble.message}`);
  if (read.text === null) throw new UserError("NOT-FOUND", `there is no file ${file}`);
  return read.text;
}
