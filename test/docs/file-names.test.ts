/** Pages for developers name files of the sources by the end of their path. A renamed file must not stay on a page. */

import { execFileSync } from "node:child_process";

import { expect, test } from "vitest";

import { readPage, ROOT } from "./markdown.ts";

const PAGES = ["CONTRIBUTING.md", "bench/README.md", "docs/architecture.md", "evidence/README.md", "real-agents/README.md"];
const files = execFileSync("git", ["ls-files", "-z"], { cwd: ROOT, encoding: "utf8", maxBuffer: 16 * 1024 * 1024 }).split("\0");

test.each(PAGES)("every TypeScript file that %s names is there", (page) => {
  const named = [...readPage(page).matchAll(/`([\w./<>*-]+\.ts)`/g)].map(([, path = ""]) => path);
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((path) => !files.some((file) => patternOf(path).test(`/${file}`)))).toEqual([]);
});

/** `<name>` and `*` stand for one part of a path. */
function patternOf(path: string): RegExp {
  const parts = path.split(/<\w+>|\*/).map((part) => part.replaceAll(/[.\\]/g, "\\$&"));
  return new RegExp(`/${parts.join("[^/]+")}$`);
}
