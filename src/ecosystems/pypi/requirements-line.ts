/** One line of a requirements file: https://pip.pypa.io/en/stable/reference/requirements-file-format/ */

import { resolve } from "node:path";

import { type Declared, declaredBy, placeOfUrl } from "./declared.ts";
import { parseDependencyLine } from "./dependency-line.ts";
import { foldName } from "./name.ts";
import { percentDecoded } from "../percent-decoded.ts";

export type RequirementsLine =
  | { readonly kind: "include" | "constraints"; readonly path: string }
  | { readonly kind: "dependency"; readonly declared: Declared }
  /** A folder or file, whose name is in it. */
  | { readonly kind: "path"; readonly path: string; readonly marker?: string };

export interface WrittenLine {
  readonly text: string;
  readonly line: number;
}

/** Without comments; a backslash at the end continues a line. */
export function* linesOf(text: string): Generator<WrittenLine> {
  let [joined, start, number] = ["", 1, 0];
  for (const row of text.split("\n")) {
    number++;
    if (joined === "") start = number;
    const written = row.endsWith("\r") ? row.slice(0, -1) : row;
    if (written.endsWith("\\") && !written.trimStart().startsWith("#")) {
      joined += `${written.slice(0, -1)} `;
      continue;
    }
    const line = withoutComment(joined + written).trim();
    joined = "";
    if (line !== "") yield { text: line, line: start };
  }
  const rest = withoutComment(joined).trim();
  if (rest !== "") yield { text: rest, line: start };
}

function withoutComment(line: string): string {
  if (line.startsWith("#")) return "";
  const at = line.search(/\s#/);
  return at === -1 ? line : line.slice(0, at);
}

const OPTION = /^(?:(-r|--requirement)|(-c|--constraint)|(-e|--editable))(?:\s+|=\s*|(?<=^-[rce]))(\S.*)$/s;

/** `undefined` for options, and for what has no name: nothing is fetched to find one. `folder` is the file's. */
export function parseRequirementsLine(text: string, folder: string): RequirementsLine | undefined {
  const [, include, constraints, editable, value = ""] = OPTION.exec(text) ?? [];
  if (include !== undefined || constraints !== undefined) {
    const path = value.replace(/^(["'])(.*)\1$/, "$2");
    return isUrl(path) ? undefined : { kind: include === undefined ? "constraints" : "include", path: resolve(folder, path) };
  }
  if (text.startsWith("-") && editable === undefined) return undefined;
  const [written = "", options] = splitOptions(editable === undefined ? text : value);
  if (isPathOrUrl(written)) return atPlace(written, folder);
  const parsed = parseDependencyLine(written);
  if (parsed === undefined) return undefined;
  const checksum = [...options.matchAll(/--hash[= ]\s*(sha256:[0-9a-f]{64})/g)].map(([, hash]) => hash).join(" ");
  const version = /^={2,3}\s*([^\s*,]+)$/.exec(parsed.requirement ?? "")?.[1] ?? versionInUrl(parsed.url);
  return {
    kind: "dependency",
    declared: {
      ...declaredBy(parsed, folder),
      ...(version === undefined ? {} : { version }),
      ...(checksum === "" ? {} : { checksum }),
    },
  };
}

function splitOptions(text: string): [written: string, options: string] {
  const at = text.search(/\s--[a-z]/);
  return at === -1 ? [text, ""] : [text.slice(0, at).trim(), text.slice(at)];
}

function isUrl(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(text);
}

function isPathOrUrl(text: string): boolean {
  const first = /^[^\s;@[]*/.exec(text)?.[0] ?? "";
  return isUrl(text) || /^file:/i.test(text) || first.startsWith(".") || /[\\/]/.test(first) || /\.(?:whl|tar\.gz|zip)$/.test(first);
}

function atPlace(written: string, folder: string): RequirementsLine | undefined {
  const [place = "", marker] = written.split(/(?<!\s)\s+;\s*|;\s+/, 2);
  const egg = /[#&]egg=([\w.-]+)/.exec(place)?.[1];
  const bare = place.replace(/#.*/s, "").replace(/\[[^[\]]*\]$/, "");
  const where = isUrl(bare) || /^file:/i.test(bare) ? placeOfUrl(bare, folder) : { path: resolve(folder, bare) };
  const condition = marker === undefined || marker === "" ? {} : { marker };
  const file = fileNameOf(bare);
  const name = egg ?? file?.name;
  if (name !== undefined)
    return {
      kind: "dependency",
      declared: { name: foldName(name), ...where, ...condition, ...(file === undefined ? {} : { version: file.version }) },
    };
  return where.path === undefined ? undefined : { kind: "path", path: where.path, ...condition };
}

function versionInUrl(url: string | undefined): string | undefined {
  return url === undefined ? undefined : fileNameOf(url.replace(/#.*/s, ""))?.version;
}

/** `name-1.0-py3-none-any.whl`, `name-1.0.tar.gz`. */
function fileNameOf(path: string): { readonly name: string; readonly version: string } | undefined {
  const file = percentDecoded(path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1));
  const [, name, version] = /^([\w.]+)-([^-]+)(?:-[^-]+){3,4}\.whl$/.exec(file) ?? /^(.+)-([^-]+)\.(?:tar\.gz|zip)$/.exec(file) ?? [];
  return name === undefined || version === undefined || !/^[0-9]/.test(version) ? undefined : { name, version };
}
