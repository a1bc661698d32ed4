/** Lines of a terminal as SVG. The picture follows the reader's light or dark theme and needs no font but a monospaced one. */

export type Tone = "text" | "dim" | "command" | "name" | "deny";

export interface Span {
  readonly text: string;
  readonly tone: Tone;
}

export interface TerminalPicture {
  readonly title: string;
  readonly description: string;
  readonly columns: number;
  readonly lines: readonly (readonly Span[])[];
}

const FONT_SIZE = 14;
const COLUMN = 8.4;
const LINE = 20;
const MARGIN = 20;
const BAR = 32;
const BUTTONS = [20, 38, 56];

type Part = Tone | "window" | "edge" | "button";

const LIGHT: Readonly<Record<Part, string>> = {
  window: "#ffffff",
  edge: "#d1d9e0",
  button: "#d1d9e0",
  text: "#1f2328",
  dim: "#59636e",
  command: "#1f2328",
  name: "#0550ae",
  deny: "#cf222e",
};

const DARK: Readonly<Record<Part, string>> = {
  window: "#0d1117",
  edge: "#3d444d",
  button: "#3d444d",
  text: "#f0f6fc",
  dim: "#9198a1",
  command: "#f0f6fc",
  name: "#79c0ff",
  deny: "#ff7b72",
};

export function terminalSvg({ title, description, columns, lines }: TerminalPicture): string {
  const width = Math.ceil(columns * COLUMN) + 2 * MARGIN;
  const height = BAR + lines.length * LINE + MARGIN;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<desc>${escaped(description)}</desc>`,
    "<style>",
    `text { font: ${FONT_SIZE}px ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", "DejaVu Sans Mono", monospace; white-space: pre; }`,
    ".command, .name, .deny { font-weight: bold; }",
    ...rules(LIGHT),
    "@media (prefers-color-scheme: dark) {",
    ...rules(DARK).map((rule) => `  ${rule}`),
    "}",
    "</style>",
    `<rect class="window edge" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>`,
    ...BUTTONS.map((x) => `<circle class="button" cx="${x}" cy="18" r="5"/>`),
    ...lines.flatMap((line, at) => textsOf(line, BAR + at * LINE + FONT_SIZE)),
    "</svg>",
    "",
  ].join("\n");
}

function rules(colours: Readonly<Record<Part, string>>): string[] {
  return Object.entries(colours).map(([part, colour]) => `.${part} { ${part === "edge" ? "stroke" : "fill"}: ${colour}; }`);
}

/** Each span has its own column and length, so that lines stay aligned in any monospaced font. */
function textsOf(line: readonly Span[], y: number): string[] {
  let column = 0;
  return line.flatMap(({ text, tone }) => {
    const x = MARGIN + column * COLUMN;
    column += text.length;
    if (text.trim() === "") return [];
    const length = (text.length * COLUMN).toFixed(1);
    return [`<text class="${tone}" x="${x.toFixed(1)}" y="${y}" textLength="${length}" xml:space="preserve">${escaped(text)}</text>`];
  });
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
