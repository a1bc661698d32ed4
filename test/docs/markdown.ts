/** The pages people read, and the code blocks in them. */

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export interface Block {
  readonly page: string;
  readonly line: number;
  readonly language: string;
  /** What follows the language in the opening fence: `manifest`, `config`, `output`, `registration`. */
  readonly role: string;
  readonly text: string;
  /** Why it is not run, from a comment before it. */
  readonly notRun?: string;
}

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Every page, by its path in the repository. */
export const PAGES: readonly string[] = [
  "README.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  ...readdirSync(`${ROOT}docs`, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name.replaceAll("\\", "/")}`)
    .sort(),
];

export function readPage(page: string): string {
  return readFileSync(`${ROOT}${page}`, "utf8");
}

export function blocksOf(page: string, text = readPage(page)): Block[] {
  const blocks: Block[] = [];
  let open: { fence: string; line: number; info: string[]; lines: string[]; comment: string } | undefined;
  let comment = "";
  for (const [index, line] of text.split("\n").entries()) {
    if (open !== undefined) {
      if (line.trim() !== open.fence) open.lines.push(line);
      else {
        blocks.push(blockFrom(page, open));
        open = undefined;
      }
      continue;
    }
    const fence = /^(`{3,})(.*)$/.exec(line);
    if (fence !== null) open = { fence: fence[1] ?? "", line: index + 1, info: (fence[2] ?? "").trim().split(/\s+/), lines: [], comment };
    if (line.trim() !== "") comment = line;
  }
  return blocks;
}

function blockFrom(
  page: string,
  { line, info, lines, comment }: { line: number; info: string[]; lines: string[]; comment: string },
): Block {
  const notRun = /^<!-- not run: (.+) -->$/.exec(comment.trim())?.[1];
  const [language = "", role = ""] = info;
  return { page, line, language, role, text: lines.join("\n"), ...(notRun === undefined ? {} : { notRun }) };
}
