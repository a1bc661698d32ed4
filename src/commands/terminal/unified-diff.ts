/** The difference of two texts as people know it from git: a few lines around each change, `-` and `+` in front. */

const AROUND = 3;

/** Beyond so many pairs of lines a middle that differs is shown as replaced as a whole. */
const MOST_PAIRS = 4_000_000;

export interface DiffLine {
  readonly kind: " " | "-" | "+" | "@";
  readonly text: string;
}

/** `null` stands for no file. A missing final newline and carriage returns are shown, because they count. */
export function diffLines(before: string | null, after: string | null, around = AROUND): DiffLine[] {
  if (before === after) return [];
  const steps = stepsBetween(linesOf(before), linesOf(after));
  const shown = new Set(steps.flatMap(({ kind }, at) => (kind === " " ? [] : range(Math.max(0, at - around), at + around))));
  const lines: DiffLine[] = [];
  let [oldLine, newLine] = [1, 1];
  for (const [at, step] of steps.entries()) {
    if (shown.has(at)) {
      if (!shown.has(at - 1)) lines.push({ kind: "@", text: `@@ -${oldLine} +${newLine} @@` });
      lines.push(step);
    }
    if (step.kind !== "+") oldLine += 1;
    if (step.kind !== "-") newLine += 1;
  }
  return lines;
}

function linesOf(text: string | null): string[] {
  if (text === null || text === "") return [];
  const lines = text.split("\n");
  const last = lines.pop() ?? "";
  const visible = (line: string) => line.replace(/\r$/, "␍").replace(/^\uFEFF/, "␂");
  return [...lines.map(visible), ...(last === "" ? [] : [`${visible(last)}␄`])];
}

function stepsBetween(before: readonly string[], after: readonly string[]): DiffLine[] {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const as = (kind: DiffLine["kind"]) => (text: string) => ({ kind, text });
  const middle = inTheMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end));
  return [...before.slice(0, start).map(as(" ")), ...middle, ...before.slice(before.length - end).map(as(" "))];
}

/** By the longest common sequence of lines. */
function inTheMiddle(before: readonly string[], after: readonly string[]): DiffLine[] {
  const removed = before.map((text): DiffLine => ({ kind: "-", text }));
  const added = after.map((text): DiffLine => ({ kind: "+", text }));
  if (before.length === 0 || after.length === 0 || before.length * after.length > MOST_PAIRS) return [...removed, ...added];
  const width = after.length + 1;
  const common = new Uint32Array((before.length + 1) * width);
  const at = (row: number, column: number) => common[row * width + column] ?? 0;
  for (let row = before.length - 1; row >= 0; row--) {
    for (let column = after.length - 1; column >= 0; column--) {
      const isSame = before[row] === after[column];
      common[row * width + column] = isSame ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const steps: DiffLine[] = [];
  let [row, column] = [0, 0];
  while (row < before.length && column < after.length) {
    if (before[row] === after[column]) {
      steps.push({ kind: " ", text: before[row++] ?? "" });
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) steps.push({ kind: "-", text: before[row++] ?? "" });
    else steps.push({ kind: "+", text: after[column++] ?? "" });
  }
  return [...steps, ...removed.slice(row), ...added.slice(column)];
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}

export function diffText(before: string | null, after: string | null): string {
  const lines = diffLines(before, after).map(({ kind, text }) => (kind === "@" ? text : `${kind}${text}`));
  return lines.join("\n");
}
