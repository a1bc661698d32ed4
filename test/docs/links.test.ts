import { existsSync } from "node:fs";
import { dirname, posix } from "node:path";

import { expect, test } from "vitest";

import { PAGES, readPage, ROOT } from "./markdown.ts";

const BESIDE = ["bench/README.md", "evidence/README.md", "examples/README.md", "real-agents/README.md"];

test.each([...PAGES, ...BESIDE])("links of %s lead somewhere", (page) => {
  const broken = [...withoutCode(readPage(page)).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^https?:/.test(target) && !leadsSomewhere(page, target));
  expect(broken).toEqual([]);
});

function leadsSomewhere(page: string, target: string): boolean {
  const [path = "", anchor] = target.split("#");
  const file = path === "" ? page : posix.join(dirname(page), path);
  if (!existsSync(`${ROOT}${file}`)) return false;
  return anchor === undefined || headings(file).includes(anchor);
}

/** Headings as the common renderers turn them into anchors. */
function headings(page: string): string[] {
  return withoutCode(readPage(page))
    .split("\n")
    .filter((line) => /^#+ /.test(line))
    .map((line) =>
      line
        .replace(/^#+ /, "")
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, "")
        .trim()
        .replaceAll(" ", "-"),
    );
}

function withoutCode(text: string): string {
  return text.replace(/^```[\s\S]*?^```$/gm, "");
}
