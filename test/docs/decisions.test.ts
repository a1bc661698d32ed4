import { expect, test } from "vitest";

import { PAGES, readPage } from "./markdown.ts";

test("docs/decisions/README.md lists every decision with its title", () => {
  const rows = [...readPage("docs/decisions/README.md").matchAll(/^\| \[(\d{4})\]\((\S+)\) \| (.+) \|$/gm)].map(
    ([, number, file, title]) => [file, `# ${number} ${title}`],
  );
  const decisions = PAGES.filter((page) => /^docs\/decisions\/\d/.test(page)).map((page) => [
    page.slice("docs/decisions/".length),
    readPage(page).split("\n")[0],
  ]);
  expect(rows).toEqual(decisions);
});
