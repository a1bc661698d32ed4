/** The little Markdown that generated documentation needs. */

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |`;
  return [line(head), `|${head.map(() => " --- |").join("")}`, ...rows.map(line)].join("\n");
}

export function list(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join("\n");
}

export function code(text: string): string {
  return `\`${text}\``;
}

/** Puts each text between `<!-- generated: name -->` and `<!-- end -->`; a marker that is missing is an error, not a silent gap. */
export function fillSections(page: string, sections: Readonly<Record<string, string>>): string {
  let filled = page;
  for (const [name, text] of Object.entries(sections)) {
    const start = `<!-- generated: ${name} -->`;
    const from = filled.indexOf(start);
    const to = from < 0 ? -1 : filled.indexOf("<!-- end -->", from);
    if (to < 0) throw new Error(`no section "${name}" on the page`);
    filled = `${filled.slice(0, from + start.length)}\n\n${text}\n\n${filled.slice(to)}`;
  }
  return filled;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll(/\s*\n\s*/gu, " ");
}
