/**
 * The command line: which commands there are and how their arguments are parsed. Commands are listed here and load what they
 * need when they run. The parser writes nothing itself: help and version are answers like any other, and what it finds wrong
 * becomes a usage error.
 */

import {
  type Application,
  type BaseArgs,
  type BaseFlags,
  buildApplication,
  buildRouteMap,
  type Command,
  type RouteMap,
  type StricliIntegration,
  text_en,
} from "@stricli/core";

import { VERSION } from "../context.ts";
import { InternalError } from "../errors.ts";
import type { ListedCommand } from "../index/lists-here.ts";
import { lookUp } from "../lookup.ts";
import type { BUILT_IN } from "../plugins/command-names.ts";
import type { CalledAs } from "../setup/app-context.ts";
import { agentsCommand } from "./agents.ts";
import { cacheCleanCommand, cacheListCommand } from "./cache.ts";
import { hookCommand, mcpCommand } from "./called-by-agents.ts";
import type { CliContext } from "./cli-context.ts";
import { type CalledCommand, COMMAND_RIGHTS, RIGHTS } from "./command-rights.ts";
import { kebab } from "./common-flags.ts";
import { completionsCommand } from "./completions.ts";
import { exportCommand } from "./export.ts";
import { helpText, overviewText } from "./help.ts";
import { hooksConvertCommand } from "./hooks-convert.ts";
import { hooksExplainCommand } from "./hooks-explain.ts";
import { hooksImportCommand } from "./hooks-import.ts";
import { hooksInstallCommand } from "./hooks-install.ts";
import { hooksRemoveCommand } from "./hooks-remove.ts";
import { hooksValidateCommand } from "./hooks-validate.ts";
import { initCommand } from "./init.ts";
import { crateInfoCommand, packageInfoCommand } from "./package-info.ts";
import { pluginListCommand } from "./plugin-list.ts";
import { pluginNewCommand } from "./plugin-new.ts";
import { pluginShowCommand } from "./plugin-show.ts";
import { pluginSyncCommand } from "./plugin-sync.ts";
import { pluginValidateCommand } from "./plugin-validate.ts";
import { searchCommand } from "./search.ts";
import { selfUpdateCommand } from "./self-update.ts";
import { statusCommand } from "./status.ts";
import { syncCommand } from "./sync.ts";
import type { Reporter, Style } from "./terminal/reporter.ts";
import { trustAcceptCommand, trustAskCommand, trustRevokeCommand } from "./trust-decide.ts";
import { trustListCommand, trustLockCommand, trustShowCommand } from "./trust-list.ts";
import { uninstallCommand } from "./uninstall.ts";
import { usageErrors } from "./usage-errors.ts";
import { useCommand } from "./use.ts";

interface AppOptions {
  readonly calledAs: CalledAs;
  readonly report: Reporter["report"];
  readonly onError: (error: unknown) => void;
  readonly args?: readonly string[];
  readonly commands?: readonly ListedCommand[];
  /** What to do next; absent where help was asked for. */
  readonly next?: readonly string[];
}

/** Every built-in has a route, and no other word has one: plugins' commands may have all other names. */
type RootWord = Camel<(typeof BUILT_IN)[number]>;

type Camel<Word extends string> = Word extends `${infer First}-${infer Rest}` ? `${First}${Capitalize<Camel<Rest>>}` : Word;

function group<Name extends string>(word: string, brief: string, routes: Readonly<Record<Name, Route>>): RouteMap<CliContext> {
  return buildRouteMap<Name, CliContext>({ routes: begun(`${word} `, routes), docs: { brief } });
}

export const ROOT: RouteMap<CliContext> = buildRouteMap<RootWord, CliContext>({
  routes: begun("", {
    init: initCommand,
    sync: syncCommand,
    status: statusCommand,
    use: useCommand,
    search: searchCommand,
    selfUpdate: selfUpdateCommand,
    uninstall: uninstallCommand,
    agents: agentsCommand,
    plugin: group("plugin", "Create, list, show and check plugins, and fetch their sources", {
      new: pluginNewCommand,
      list: pluginListCommand,
      show: pluginShowCommand,
      validate: pluginValidateCommand,
      sync: pluginSyncCommand,
    }),
    hooks: group("hooks", "Share hooks between agents, and install those of a manifest", {
      import: hooksImportCommand,
      convert: hooksConvertCommand,
      explain: hooksExplainCommand,
      validate: hooksValidateCommand,
      install: hooksInstallCommand,
      remove: hooksRemoveCommand,
    }),
    trust: group("trust", "Decide what plugins of packages and repositories may run", {
      list: trustListCommand,
      show: trustShowCommand,
      accept: trustAcceptCommand,
      revoke: trustRevokeCommand,
      ask: trustAskCommand,
      lock: trustLockCommand,
    }),
    export: exportCommand,
    cache: group("cache", "List acquired programs, and remove unused ones", { list: cacheListCommand, clean: cacheCleanCommand }),
    crateInfo: crateInfoCommand,
    packageInfo: packageInfoCommand,
    mcp: mcpCommand,
    completions: completionsCommand,
    hook: hookCommand,
  }),
  docs: { brief: "Write a hook once, and it works on every coding agent", hideRoute: { hook: true } },
});

export function buildApp(options: AppOptions): Application<CliContext> {
  const { calledAs, report, onError, args = [] } = options;
  const config = {
    name: calledAs,
    scanner: { caseStyle: "allow-kebab-for-camel", allowArgumentEscapeSequence: true },
    localization: { text: { ...text_en, ...usageErrors({ calledAs, args, root: ROOT }, onError) } },
  } as const;
  return buildApplication<CliContext>(ROOT, config, {
    help: helpFlag(options),
    version: {
      flag: {
        brief: "Print the version",
        aliases: ["V"],
        run: () => report({ type: "answer", value: { version: VERSION }, text: () => [`symposium ${VERSION}`] }),
      },
    },
  });
}

type Route = Command<CliContext> | RouteMap<CliContext>;

/** The same commands. Each has what `run.ts` does before and after every command, which needs its parsed flags. */
function begun<Name extends string>(before: string, routes: Readonly<Record<Name, Route>>): Readonly<Record<Name, Route>> {
  const entries = Object.entries<Route>(routes).map(([name, route]) => [
    name,
    "loader" in route ? beginning(`${before}${kebab(name)}`, route) : route,
  ]);
  return Object.fromEntries(entries) as Record<Name, Route>;
}

function beginning(words: string, command: Command<CliContext>): Command<CliContext> {
  return {
    ...command,
    loader: async () => {
      const loaded = await command.loader();
      const act = typeof loaded === "function" ? loaded : loaded.default;
      return async function (this: CliContext, flags: BaseFlags, ...args: BaseArgs) {
        const end = await this.begin(calledCommand(words, command, flags));
        try {
          return await act.call(this, flags, ...args);
        } finally {
          await end();
        }
      };
    },
  };
}

/** Also what a group of commands does without a command. */
function helpFlag({ report, commands = [], next }: AppOptions): StricliIntegration<CliContext> {
  return {
    flag: {
      brief: "Print help",
      aliases: ["h"],
      global: true,
      defaultForRouteMap: true,
      run: (_app, { result }) => {
        const help = { target: result.target, words: result.prefix, commands };
        const textIn = (style: Style) => (next === undefined ? helpText(help, style) : overviewText(help, next, style));
        const value = {
          // Read for JSON alone.
          get help() {
            return textIn((_how, text) => text);
          },
          next,
          commands: commands.length === 0 ? undefined : commands,
        };
        report({ type: "answer", value, text: (style) => textIn(style).split("\n") });
      },
    },
  };
}

function calledCommand(words: string, { parameters }: Command<CliContext>, given: BaseFlags): CalledCommand {
  const rights = lookUp(COMMAND_RIGHTS, words);
  if (rights === undefined) throw new InternalError(`\`${words}\` has no place in COMMAND_RIGHTS`);
  const values = given as Readonly<Record<string, unknown>>;
  const isDryRun = values["dryRun"] === true || values["check"] === true;
  const isGiven = (flag: string) => {
    const [value, spec] = [lookUp(values, flag), lookUp(parameters.flags ?? {}, flag)];
    return value !== undefined && value !== (spec !== undefined && "default" in spec ? spec.default : undefined);
  };
  const all = [rights.is, ...Object.entries(rights.flags ?? {}).flatMap(([flag, right]) => (isGiven(flag) ? [right] : []))];
  const order = Object.keys(RIGHTS);
  const [right = rights.is] = all.toSorted((one, other) => order.indexOf(other) - order.indexOf(one));
  return { words, right: isDryRun ? "reads" : right, isDryRun };
}
