/**
 * `npm run parity [--json]`: which rules and acceptance behaviours are covered, declined or open, and the open ones.
 *
 * An ID is covered when it stands in the title of a test that is not skipped, or in a `rule` or `covers` field of a table
 * below `test/`, `proof/` or `bench/` (TypeScript or JSON, fixtures and corpora excepted), and that file tests no code that the product never loads. It is declined when `test/declined.json` gives the reason. Anything else
 * is open: not due yet where `test/due.json` names the part that it waits for. An ID no one knows, one that is in two of these, and one that is open though it is due
 * are mistakes and end with exit code 1.
 */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { unreachedBy } from "./parity-reach.ts";
import { idsInSource, idsInTable } from "./parity-ids.ts";

export interface Item {
  readonly id: string;
  readonly says: string;
  readonly state: "covered" | "declined" | "open";
  /** Files that cover it, the reason it is declined, or the part that it waits for. */
  readonly by: readonly string[];
}

export interface Parity {
  readonly items: readonly Item[];
  readonly mistakes: readonly string[];
}

/** The lists themselves are not evidence. */
const LISTS = ["test/rules.json", "test/acceptance.json", "test/declined.json", "test/due.json"];

export function readParity(root: string): Parity {
  const known = [...readJson<Known[]>(root, "test/rules.json"), ...readJson<Known[]>(root, "test/acceptance.json")];
  const declined = readJson<Reasons>(root, "test/declined.json");
  const waiting = readJson<Reasons>(root, "test/due.json");
  const covered = coverage(root);
  const items = known.map(({ id, says }): Item => {
    const files = covered.get(id);
    if (files !== undefined) return { id, says, state: "covered", by: [...files] };
    const reason = declined[id];
    if (reason !== undefined) return { id, says, state: "declined", by: [reason] };
    return { id, says, state: "open", by: waiting[id] === undefined ? [] : [waiting[id]] };
  });
  return {
    items,
    mistakes: [...mistakesOf(new Set(known.map(({ id }) => id)), covered, { declined, waiting }), ...items.flatMap(overdue)],
  };
}

/** ID → the reason. */
type Reasons = Readonly<Record<string, string>>;

function overdue({ id, state, by }: Item): string[] {
  return state === "open" && by.length === 0 ? [`${id} is in no test, and neither test/declined.json nor test/due.json says why`] : [];
}

interface Known {
  readonly id: string;
  readonly says: string;
}

function coverage(root: string): Map<string, Set<string>> {
  const covered = new Map<string, Set<string>>();
  const namesUnreached = unreachedBy(root);
  for (const file of ["test", "bench", "proof"].flatMap((folder) => evidenceIn(root, folder))) {
    if (namesUnreached(file)) continue;
    const text = readFileSync(join(root, file), "utf8");
    const ids = file.endsWith(".json") ? idsInTable(text) : idsInSource(text);
    for (const id of ids) covered.set(id, (covered.get(id) ?? new Set()).add(file));
  }
  return covered;
}

/** Fixtures are what tests work on, broken files included, and prove nothing themselves. */
function evidenceIn(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .filter(
      (file) => /\.(ts|json)$/.test(file) && !/\/(?:corpus|fixtures)\//.test(file) && !file.includes("/results/") && !LISTS.includes(file),
    )
    .sort();
}

function mistakesOf(
  known: Set<string>,
  covered: Map<string, Set<string>>,
  { declined, waiting }: Record<"declined" | "waiting", Reasons>,
): string[] {
  const unknown = [...covered].filter(([id]) => !known.has(id)).map(([id, files]) => `${id} is not a known ID (${[...files].join(", ")})`);
  const unknownIn = (list: Reasons, file: string) =>
    Object.keys(list).flatMap((id) => (known.has(id) ? [] : [`${id} is not a known ID (${file})`]));
  const coveredToo = (list: Reasons, word: string) =>
    Object.keys(list).flatMap((id) =>
      covered.has(id) ? [`${id} is both ${word} and covered (${[...(covered.get(id) ?? [])].join(", ")})`] : [],
    );
  return [
    ...unknown,
    ...unknownIn(declined, "test/declined.json"),
    ...unknownIn(waiting, "test/due.json"),
    ...coveredToo(declined, "declined"),
    ...coveredToo(waiting, "not due yet"),
    ...Object.keys(waiting).flatMap((id) => (id in declined ? [`${id} is both declined and not due yet`] : [])),
  ];
}

function readJson<T>(root: string, path: string): T {
  return JSON.parse(readFileSync(join(root, path), "utf8")) as T;
}

const PAGES: Readonly<Record<string, string>> = {
  RT: "hook runtime",
  PL: "plugins, skills, sync, trust",
  RG: "registration",
  PG: "programs, subcommands, package information",
  MC: "MCP servers",
  IX: "hook interchange",
  AP: "Agent Plugins",
  DG: "diagnosis",
  RL: "rules without scripts",
  A: "init and config",
  B: "skill selection",
  C: "MCP servers",
  D: "shared skills",
  E: "updates, state, auto-sync",
  F: "hook dispatch",
  G: "subcommands and help",
  H: "manifests",
  I: "predicates",
  J: "skills",
  K: "agents",
  L: "enablement",
  M: "package managers, telemetry",
};

export function renderTable({ items }: Parity): string {
  const row = (cells: readonly (string | number)[]) =>
    `${String(cells[0]).padEnd(7)}${String(cells[1]).padEnd(32)}${cells
      .slice(2)
      .map((cell) => String(cell).padStart(9))
      .join("")}`;
  const counts = (of: readonly Item[]) => [
    of.length,
    ...(["covered", "declined", "open"] as const).map((state) => of.filter((item) => item.state === state).length),
  ];
  const pages = Object.entries(PAGES).map(([page, title]) => row([page, title, ...counts(items.filter(({ id }) => pageOf(id) === page))]));
  return [row(["page", "", "all", "covered", "declined", "open"]), ...pages, row(["total", "", ...counts(items)])].join("\n");
}

function pageOf(id: string): string {
  return id.replace(/-?\d+$/, "");
}

function main(args: readonly string[]): number {
  const parity = readParity(fileURLToPath(new URL("..", import.meta.url)));
  if (args.includes("--json")) {
    process.stdout.write(`${JSON.stringify(parity, null, 2)}\n`);
  } else {
    console.log(`${renderTable(parity)}\n\nopen:\n${openList(parity)}`);
  }
  for (const mistake of parity.mistakes) console.error(`parity: ${mistake}`);
  return parity.mistakes.length === 0 ? 0 : 1;
}

function openList({ items }: Parity): string {
  return items
    .filter(({ state }) => state === "open")
    .map(({ id, says, by }) => `${id.padEnd(7)}${says}${by.length === 0 ? "" : ` (waits for ${by.join(", ")})`}`)
    .join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = main(process.argv.slice(2));
