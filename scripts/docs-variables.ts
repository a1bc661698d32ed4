/** The variables of the environment that Symposium reads or reserves, as the reference of `config.toml` lists them. */

import { code, table } from "./markdown.ts";

export interface Variable {
  readonly names: readonly string[];
  readonly meaning: string;
}

/** A test finds each of our variables that the sources name. */
export const VARIABLES: readonly Variable[] = [
  { names: ["SYMPOSIUM_HOME"], meaning: "Symposium's directory, default `~/.symposium`; commands read it, hook calls do not" },
  {
    names: ["XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"],
    meaning: "move config, cache and logs if `SYMPOSIUM_HOME` is not set; hook calls use what `init` or `sync` recorded",
  },
  { names: ["SYMPOSIUM_HOOK_TRACE"], meaning: "a file to which each hook call appends its full input and output" },
  {
    names: ["SYMPOSIUM_CRATES_INDEX"],
    meaning: "the address of the sparse index where `plugin validate` looks up crate names, default `https://index.crates.io/`",
  },
  {
    names: ["SYMPOSIUM_NPM_REGISTRY"],
    meaning: "the address of the registry where `plugin validate` looks up names of npm packages, default those of your `.npmrc`",
  },
  {
    names: ["SYMPOSIUM_PYPI_INDEX"],
    meaning: "the address of the simple index where `plugin validate` looks up names of PyPI packages, default the one of your `pip.conf`",
  },
  {
    names: ["SYMPOSIUM_GO_PROXY"],
    meaning: "the address of the module proxy where `plugin validate` looks up Go modules, default the first one in the user's `GOPROXY`",
  },
  {
    names: ["SYMPOSIUM_CARGO"],
    meaning: "reserved: the Rust tool takes it as the path of Cargo; this one runs the `cargo` on `PATH`, never one in the project",
  },
  { names: ["SYMPOSIUM_STARTED"], meaning: "set for every program that Symposium starts; such a program cannot decide what runs" },
  { names: ["SYMPOSIUM_TEST_AGENT"], meaning: "reserved: the tests of the Rust tool read it" },
  { names: ["NO_COLOR"], meaning: "disables colours" },
  { names: ["CI", "NO_UPDATE_NOTIFIER"], meaning: "disable the check for new versions" },
];

export function variablesTable(): string {
  return table(
    ["variable", "meaning"],
    VARIABLES.map(({ names, meaning }) => [names.map(code).join(", "), meaning]),
  );
}
