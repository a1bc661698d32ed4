/** A home whose user has a plugin, in a repository that has one, each with one of every kind of thing that runs; and policies at all levels. */

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

import type { PolicyLevel } from "../../../src/consent/policy/judge.ts";
import { readConfig } from "../../../src/files/config.ts";
import { problemText } from "../../../src/files/problem.ts";
import { askedBy, type LoadedPlugins, loadPlugins } from "../../../src/plugins/active-plugins.ts";
import { workspaceAround } from "../../../src/plugins/workspace-around.ts";
import { predicatePrograms, wantedPrograms } from "../../../src/setup/workspace/wanted-programs.ts";
import { decide } from "../../support/consented.ts";
import { createHome, type Home } from "../../support/home.ts";
import { hook, manifestText } from "../../support/plugin.ts";
import { subcommand } from "../../support/subcommand.ts";

/** The hook leaves a file, so that a test sees whether it ran. */
function ran(who: string): string {
  // Not in the root of the file system where a test does not ask what ran.
  return `cat >/dev/null; [ -z "$RAN" ] || : >"$RAN/${who}"\n`;
}

function everyKind(name: string, closed: string): string {
  return (
    hook("open") +
    hook("closed", "PreToolUse", closed) +
    '[[mcp_servers]]\nname = "server"\ncommand = "/bin/true"\nargs = []\nenv = []\n' +
    subcommand(`${name}-command`, { command: '{ script = "open.sh" }' }) +
    `[[predicate]]\nname = "${name}_answers"\ncommand = "tool"\n` +
    `[[installations]]\nname = "tool"\nsource = "binary"\nurl = "http://127.0.0.1:9/tool"\nsha256 = "${"0".repeat(64)}"\n` +
    `[[skills]]\npredicates = ["shell(true ${name})"]\nsource.path = "skills"\n`
  );
}

const CLOSED = 'on-failure = "closed"\n';

export interface PolicyHome extends Home {
  /** Writes the table of a level, after `[policy]`; `undefined` removes it. */
  readonly set: (level: PolicyLevel, text: string | undefined) => void;
  /** Writes the whole file of a level. */
  readonly setFile: (level: PolicyLevel, text: string) => void;
  readonly load: () => LoadedPlugins;
  /** What runs of a plugin: hook names, `server`, `subcommand`, `predicate`, `shell`, `installation`. */
  readonly runs: (plugin: "mine" | "house") => readonly string[];
  readonly problems: () => readonly string[];
  readonly file: (level: PolicyLevel) => string;
}

/** `isClosed`: both plugins have a closed hook. The user agreed to the repository's plugin. */
export async function policyHome({ isClosed = true, isAccepted = true } = {}): Promise<PolicyHome> {
  const closed = isClosed ? CLOSED : "";
  const scripts = (who: string) => ({ "open.sh": ran(`${who}-open`), "closed.sh": ran(`${who}-closed`) });
  const home = await createHome(
    { mine: { "SYMPOSIUM.toml": manifestText("mine", everyKind("mine", closed)), ...scripts("mine") } },
    {
      "config.toml": CONFIG,
      ran: {},
      work: {
        ".git": { HEAD: "ref: refs/heads/main\n" },
        "SYMPOSIUM.toml": `name = "house"\n${everyKind("house", closed)}`,
        ...scripts("house"),
      },
    },
  );
  if (isAccepted) decide(home, "accepted");
  const file: PolicyHome["file"] = (level) =>
    home.getPath({ system: "etc/symposium/policy.toml", user: "config.toml", project: "work/symposium-policy.toml" }[level]);
  const setFile: PolicyHome["setFile"] = (level, text) => {
    mkdirSync(dirname(file(level)), { recursive: true });
    writeFileSync(file(level), level === "user" ? `${CONFIG}${text}` : text);
  };
  const load = () => {
    const { context, places } = home.services();
    const read = readConfig(places.config);
    if (!read.ok) throw new Error(problemText(read.problem));
    const workspace = workspaceAround(home.getPath("work"), { context, places });
    const loaded = loadPlugins({ config: read.config, places, workspace, context });
    return { ...loaded, problems: [...read.problems, ...loaded.problems] };
  };
  return {
    ...home,
    set: (level, text) => {
      if (text !== undefined) setFile(level, `[policy]\n${text}\n`);
      else if (level === "user") setFile(level, "");
      else rmSync(file(level), { force: true });
    },
    setFile,
    load,
    file,
    runs: (name) => runsOf(load(), name),
    problems: () => load().problems.map(problemText),
  };
}

const CONFIG = "[defaults]\nsymposium-recommendations = false\n";

function runsOf(loaded: LoadedPlugins, name: string): readonly string[] {
  const plugins = loaded.plugins.filter(({ plugin }) => plugin.name === name);
  const active = <T extends { readonly inactive?: string }>(all: readonly T[]) => all.filter(({ inactive }) => inactive === undefined);
  const asked = askedBy(plugins, loaded.surroundings);
  const defined = loaded.answers.place.definitions.filter(({ plugin }) => plugin === name);
  const wanted = [...predicatePrograms({ plugins }), ...wantedPrograms({ plugins, surroundings: loaded.surroundings }, [])];
  return [
    ...plugins.flatMap(({ hooks }) => active(hooks).map(({ hook: { name: each } }) => each)),
    ...plugins.flatMap(({ servers }) => active(servers).map(() => "server")),
    ...plugins.flatMap(({ subcommands }) => active(subcommands).map(() => "subcommand")),
    ...(defined.length > 0 ? ["predicate"] : []),
    ...(asked.length > 0 ? ["shell"] : []),
    ...(wanted.length > 0 ? ["installation"] : []),
  ];
}
