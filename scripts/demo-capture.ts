/** Prints what the demo shows, and collects the parts that `docs/demo.md` repeats. `npm run demo -- --write` writes that page and the picture. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";

import { fillSections } from "./markdown.ts";

const ROOT = join(import.meta.dirname, "..");
export const PAGE = "docs/demo.md";
export const PICTURE = "docs/demo.svg";

/** The sections of the page. */
export type Part =
  | "init"
  | "deny"
  | "rewrite"
  | "dependency"
  | "without-dependency"
  | "consent"
  | "servers"
  | "without-servers"
  | "agent-plugin"
  | "claude-script"
  | "left";

export interface Capture {
  readonly show: (text: string, part?: Part) => void;
  /** The page and the picture, by their path. */
  readonly files: (picture: string) => Readonly<Record<string, string>>;
}

export function openCapture(): Capture {
  const parts = new Map<Part, string>();
  return {
    show: (text, part) => {
      console.log(text);
      if (part !== undefined) parts.set(part, (parts.get(part) ?? "") + stripVTControlCharacters(`${text}\n`));
    },
    files: (picture) => {
      const sections = [...parts].map(([part, text]) => [part, fenced(text)]);
      const page = fillSections(readFileSync(join(ROOT, PAGE), "utf8"), Object.fromEntries(sections) as Record<Part, string>);
      return { [PAGE]: page, [PICTURE]: picture };
    },
  };
}

export function writeInto(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path.slice("docs/".length)), text);
}

function fenced(text: string): string {
  return ["```text demo", text.replace(/ +$/gm, "").trim(), "```"].join("\n");
}
