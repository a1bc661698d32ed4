/** A repository on a server on loopback, and a house whose plugins or crates may name it. */

import type { Household } from "../../commands/command-line.ts";
import { hook, manifestText, says, skillText } from "../../support/plugin.ts";
import { userOf } from "../../support/temporary-home.ts";
import { createRepository, type Repository } from "../sources/git-sandbox.ts";
import { type GitServer, smartServer } from "../sources/git-server.ts";
import { crateHouse, installedIn } from "./crate-house.ts";

export const GUARD = {
  "SYMPOSIUM.toml": hook("guard", "PreToolUse", 'on-failure = "closed"\n'),
  "guard.sh": says({ decision: "deny", reason: "No." }),
  "skills/spin/SKILL.md": skillText("spin"),
};

export interface Stage extends AsyncDisposable {
  readonly house: Household;
  readonly rules: Repository;
  readonly server: GitServer;
  /** Runs a command of the user, who has git on the path. */
  readonly run: (...args: string[]) => ReturnType<Household["run"]>;
  readonly sync: () => Promise<{ readonly skills: readonly string[]; readonly stderr: string }>;
}

interface Options {
  readonly plugins?: (url: string) => Readonly<Record<string, string>>;
  readonly crates?: (url: string) => Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly config?: string;
}

/** A repository `team/rules` on a server, and a house whose plugins or crates may name it. */
export async function stage({ plugins = () => ({}), crates = () => ({}), config = "" }: Options): Promise<Stage> {
  const bare = await crateHouse({});
  const root = bare.at("server");
  const env = { ...userOf(bare.home), GIT_CONFIG_NOSYSTEM: "1" };
  const rules = createRepository(`${root}/team/rules`, env, GUARD);
  const server = await smartServer(root);
  const url = `${server.url}/team/rules`;
  const house = await crateHouse({ plugins: plugins(url), crates: crates(url), config });
  let time = Date.now();
  const run: Stage["run"] = (...args) => house.run(args, { env, now: () => (time += 120_000) });
  const sync = async () => {
    const { stderr } = await run("sync");
    return { skills: installedIn(house), stderr };
  };
  return {
    house,
    rules,
    server,
    run,
    sync,
    [Symbol.asyncDispose]: async () => {
      await server.close();
      await house[Symbol.asyncDispose]();
      await bare[Symbol.asyncDispose]();
    },
  };
}

export const CHAIN = (url: string, more = "") => `[[plugins]]\nsource.git = "${url}"\n${more}\n`;
export const fromSource = (more?: string) => ({
  plugins: (url: string) => ({ "guide/SYMPOSIUM.toml": manifestText("guide", CHAIN(url, more)) }),
});

async function answerOf({ run }: Stage, ...args: string[]) {
  return (JSON.parse((await run(...args, "--json")).stdout) as { answer: Record<string, unknown> }).answer;
}

export async function accept(there: Stage, name: string) {
  const { plugins } = (await answerOf(there, "trust", "show", name)) as { plugins: { digest: string }[] };
  return there.run("trust", "accept", name, "--digest", plugins[0]!.digest);
}

interface Listed {
  readonly plugin: string;
  readonly id: string;
  readonly state: string;
  readonly version: string;
}

export async function decisions(there: Stage): Promise<readonly Listed[]> {
  return (await answerOf(there, "trust", "list"))["plugins"] as Listed[];
}
