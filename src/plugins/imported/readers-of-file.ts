/** Agents that read the hooks of a file themselves: there Symposium does not run them as well (RG-7). */

import { posix, win32 } from "node:path";

import { relocatedPath } from "../../agents/relocated-path.ts";
import { READ_FILES } from "../../agents/hook-list.ts";
import type { Context } from "../../context.ts";
import { entriesOf } from "../../lookup.ts";

export interface FilePlace {
  readonly context: Pick<Context, "home" | "env" | "os">;
  /** The project's folder; `null` outside any. */
  readonly project: string | null;
}

/** The agent itself, and every other one that reads this very file. */
export function readersOfFile(agent: string, file: string, { context, project }: FilePlace): readonly string[] {
  const { os, home, env } = context;
  const { resolve } = os === "windows" ? win32 : posix;
  const isFile = (path: string) => {
    const [start = "", end] = resolve(path).split("*");
    return end === undefined ? start === file : file.startsWith(start) && file.endsWith(end);
  };
  const readers = entriesOf(READ_FILES).flatMap(([reader, { user, project: inProject, relocatedBy }]) => {
    const places = [
      ...user.map((path) => relocatedPath(path, relocatedBy, env) ?? `${home}/${path}`),
      ...(project === null ? [] : inProject.map((path) => `${project}/${path}`)),
    ];
    return places.some(isFile) ? [reader] : [];
  });
  return [agent, ...readers.filter((reader) => reader !== agent)];
}
