/** `trust list`, `trust show` and `trust lock`: what waits for a decision here and what was decided, what a plugin would run, and the digests that a team commits for `sync --check`. */

import { join } from "node:path";

import { lockTrust } from "../setup/trust/digest-lock.ts";
import { listDecisions, type ListedDecisions, type ListedSubject, shownSubject } from "../setup/trust/show-decisions.ts";
import { subjectsHere, subjectsNamed } from "../setup/trust/subjects-here.ts";
import { argument, command } from "./command.ts";
import { originText, renderSubject } from "./consent-report.ts";
import { columns } from "./terminal/layout.ts";
import { answer, type Ink, tell } from "./terminal/reporter.ts";
import { counted, renderOptions, type RenderOptions, shortPath } from "./terminal/text.ts";

const INKS: Readonly<Record<ListedSubject["state"], Ink>> = {
  accepted: "good",
  declined: "faint",
  disabled: "faint",
  unneeded: "faint",
  waiting: "caution",
  candidate: "caution",
  changed: "caution",
  unknown: "bad",
  missing: "bad",
};

export const trustListCommand = command({
  brief: "List plugins that wait for your consent, and your decisions",
  about:
    "Lists each plugin of a package or of this repository that would run code: accepted, declined, waiting, or changed since you accepted it.\n" +
    "Then lists your decisions in other workspaces.",
  examples: ["", "--json"],
  async run(cli) {
    const decisions = listDecisions(cli);
    answer(cli, decisions, (style) => renderDecisions(decisions, renderOptions(cli, style)));
  },
});

const REASONS: Readonly<Partial<Record<ListedSubject["state"], string>>> = {
  missing: "accepted, and no longer found",
  candidate: "a dependency brings it, and you have not enabled it",
};

function renderDecisions({ workspace, problem, plugins, elsewhere }: ListedDecisions, options: RenderOptions): string[] {
  const { style, home, calledAs } = options;
  const here = plugins.map(({ plugin, id, version, state, because }) => [
    [INKS[state], state] as const,
    plugin,
    ["faint", version === undefined ? originText(id) : `${originText(id)} ${version}`] as const,
    because ?? REASONS[state] ?? "",
  ]);
  const others = elsewhere.map(({ decision, plugin, subject, version, scope, workspace: where, date }) => [
    [INKS[decision], decision] as const,
    plugin,
    ["faint", version === undefined ? subject.replace(/^repository:\.$/, "repository") : `${subject} ${version}`] as const,
    date.slice(0, 10),
    scope === "everywhere" ? "everywhere" : shortPath(where, home),
  ]);
  const isOpen = plugins.some(({ state }) => ["waiting", "changed", "candidate"].includes(state));
  return [
    ...(problem === undefined ? [] : [`${style("bad", "the record permits nothing")}: ${problem}`]),
    ...(plugins.length > 0 ? columns(here, style) : [workspace === null ? "not in a workspace" : "no plugin here needs your consent"]),
    ...(isOpen ? [`${style("pointer", "next")}: run \`${calledAs} trust accept <plugin>\` to read what it would run, and decide`] : []),
    ...(others.length === 0 ? [] : ["", style("strong", "in other workspaces"), ...columns(others, style).map((line) => `  ${line}`)]),
  ];
}

export const trustShowCommand = command({
  brief: "Show what a plugin would run, and the digest of its files",
  about:
    "Shows every command, URL and variable, every file that a consent covers, and what changed since you accepted it.\n" +
    "In a script, `trust accept --digest` takes the digest that this prints.",
  examples: [
    { input: "house-rules", brief: "Read what house-rules would run" },
    { input: "house-rules --json", brief: "Get the digest in a script" },
  ],
  positional: argument("plugin", "The plugin's name, or its id as `trust list` prints it"),
  async run(cli, _flags, name) {
    const here = subjectsHere(cli);
    const plugins = subjectsNamed(here, name).map((one) => shownSubject(cli.places, here.book, one));
    const options = { home: cli.context.home, isWhole: true };
    answer(cli, { plugins }, (style) =>
      plugins.flatMap((plugin, at) => [...(at === 0 ? [] : [""]), ...renderSubject(plugin, { ...options, style })]),
    );
  },
});

export const trustLockCommand = command({
  brief: "Write the digests of this project's plugins, for CI",
  about:
    "Writes symposium-trust.lock at the top of the project: the digest of each part of its own plugins, and of those of its dependencies. Commit\n" +
    "it. `sync --check` then compares with it, and can pass on a machine without any decision. The file consents to nothing.",
  examples: [{ input: "", brief: "Write it after you have read what changed" }],
  async run(cli) {
    const written = lockTrust(cli);
    const { folder, file, isChanged, plugins } = written;
    const where = shortPath(join(folder, file), cli.context.home);
    const what = counted(plugins.length, "plugin", "plugins");
    const text = isChanged ? `wrote the digests of ${what} to ${where}; commit it` : `${where} has the digests of ${what} already`;
    tell(cli, written, () => [text]);
  },
});
