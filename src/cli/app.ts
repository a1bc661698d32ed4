/**
 * The command line: which commands there are and how their arguments are parsed. Commands are listed here and load what they
 * need when they run. The parser writes nothing itself: help and version are answers like any other, and what it finds wrong
 * becomes a usage error.
 */

import {
  buildApplication,
  buildRouteMap,
  text_en,
  type Application,
  type BaseArgs,
  type BaseFlags,
  type Command,
  type RouteMap,
  type StricliIntegration,
} from "@stricli/core";

import { VERSION } from "../version.ts";
import type { CalledAs } from "../app/app-context.ts";
import type { BUILT_IN } from "../plugins/command-names.ts";
import type { CliContext } from "./cli-context.ts";
import { agentsCommand } from "./commands/agents.ts";
import { cacheCleanCommand } from "./commands/cache-clean.ts";
import { cacheListCommand } from "./commands/cache-list.ts";
import { completionsCommand } from "./commands/completions.ts";
import { crateInfoCommand } from "./commands/crate-info.ts";
import { exportCommand } from "./commands/export.ts";
import { hookCommand } from "./commands/hook.ts";
import { hooksConvertCommand } from "./commands/hooks-convert.ts";
import { hooksExplainCommand } from "./commands/hooks-explain.ts";
import { hooksImportCommand } from "./commands/hooks-import.ts";
import { hooksInstallCommand } from "./commands/hooks-install.ts";
import { hooksRemoveCommand } from "./commands/hooks-remove.ts";
import { hooksValidateCommand } from "./commands/hooks-validate.ts";
import { initCommand } from "./commands/init.ts";
import { mcpCommand } from "./commands/mcp.ts";
import { packageInfoCommand } from "./commands/package-info.ts";
import { pluginListCommand } from "./commands/plugin-list.ts";
import { pluginNewCommand } from "./commands/plugin-new.ts";
import { pluginShowCommand } from "./commands/plugin-show.ts";
import { pluginSyncCommand } from "./commands/plugin-sync.ts";
import { pluginValidateCommand } from "./commands/plugin-validate.ts";
import { searchCommand } from "./commands/search.ts";
import { selfUpdateCommand } from "./commands/self-update.ts";
import { statusCommand } from "./commands/status.ts";
import { syncCommand } from "./commands/sync.ts";
import { trustAcceptCommand } from "./commands/trust-accept.ts";
import { trustAskCommand } from "./commands/trust-ask.ts";
import { trustListCommand } from "./commands/trust-list.ts";
import { trustLockCommand } from "./commands/trust-lock.ts";
import { trustRevokeCommand } from "./commands/trust-revoke.ts";
import { trustShowCommand } from "./commands/trust-show.ts";
import { uninstallCommand } from "./commands/uninstall.ts";
import { useCommand } from "./commands/use.ts";
import { calledCommand } from "./command-rights.ts";
import { helpText, overviewText } from "./help.ts";
import { kebab } from "./kebab.ts";
import type { ListedCommand } from "../app/subcommands/commands-here.ts";
import type { Reporter, Style } from "./report/reporter.ts";
import { usageErrors } from "./usage-errors.ts";

export interface AppOptions {
  readonly calledAs: CalledAs;
  readonly report: Reporter["report"];
  readonly onError: (error: unknown) => void;
  /** What was typed, for suggestions. */
  readonly args?: readonly string[];
  /** The commands of plugins here, for help. */
  readonly commands?: readonly ListedCommand[];
  /** What to do next; absent where help was asked for. */
  readonly next?: readonly string[];
}

/** Every built-in has a route, and no other word has one: plugins' commands may have all other names. */
type RootWord = Camel<(typeof BUILT_IN)[number]>;

type Camel<Word extends string> = Word extends `${infer First}-${infer Rest}` ? `${First}${Capitalize<Camel<Rest>>}` : Word;

export function buildApp({ calledAs, report, onError, args = [], commands = [], next }: AppOptions): Application<CliContext> {
  const plugin = buildRouteMap<"new" | "list" | "show" | "validate" | "sync", CliContext>({
    routes: begun("plugin ", {
      new: pluginNewCommand,
      list: pluginListCommand,
      show: pluginShowCommand,
      validate: pluginValidateCommand,
      sync: pluginSyncCommand,
    }),
    docs: { brief: "Create, list, show and check plugins, and fetch their sources" },
  });
  const hooks = buildRouteMap<"import" | "convert" | "explain" | "validate" | "install" | "remove", CliContext>({
    routes: begun("hooks ", {
      import: hooksImportCommand,
      convert: hooksConvertCommand,
      explain: hooksExplainCommand,
      validate: hooksValidateCommand,
      install: hooksInstallCommand,
      remove: hooksRemoveCommand,
    }),
    docs: { brief: "Share hooks between agents, and install those of a manifest" },
  });
  const trust = buildRouteMap<"list" | "lock" | "show" | "accept" | "revoke" | "ask", CliContext>({
    routes: begun("trust ", {
      list: trustListCommand,
      show: trustShowCommand,
      accept: trustAcceptCommand,
      revoke: trustRevokeCommand,
      ask: trustAskCommand,
      lock: trustLockCommand,
    }),
    docs: { brief: "Decide what plugins of packages and repositories may run" },
  });
  const cache = buildRouteMap<"list" | "clean", CliContext>({
    routes: begun("cache ", { list: cacheListCommand, clean: cacheCleanCommand }),
    docs: { brief: "List acquired programs, and remove unused ones" },
  });
  const root = buildRouteMap<RootWord, CliContext>({
    routes: begun("", {
      init: initCommand,
      sync: syncCommand,
      status: statusCommand,
      use: useCommand,
      search: searchCommand,
      selfUpdate: selfUpdateCommand,
      uninstall: uninstallCommand,
      agents: agentsCommand,
      plugin,
      hooks,
      trust,
      export: exportCommand,
      cache,
      crateInfo: crateInfoCommand,
      packageInfo: packageInfoCommand,
      mcp: mcpCommand,
      completions: completionsCommand,
      hook: hookCommand,
    }),
    docs: { brief: "Write a hook once, and it works on every coding agent", hideRoute: { hook: true } },
  });
  const config = {
    name: calledAs,
    scanner: { caseStyle: "allow-kebab-for-camel", allowArgumentEscapeSequence: true },
    localization: { text: { ...text_en, ...usageErrors({ calledAs, args, root }, onError) } },
  } as const;
  return buildApplication<CliContext>(root, config, { help: helpFlag(report, commands, next), version: versionFlag(report) });
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
function helpFlag(
  report: Reporter["report"],
  commands: readonly ListedCommand[],
  next: readonly string[] | undefined,
): StricliIntegration<CliContext> {
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
          ...(next === undefined ? {} : { next }),
          ...(commands.length === 0 ? {} : { commands }),
        };
        report({ type: "answer", value, text: (style) => textIn(style).split("\n") });
      },
    },
  };
}

function versionFlag(report: Reporter["report"]): StricliIntegration<CliContext> {
  return {
    flag: {
      brief: "Print the version",
      aliases: ["V"],
      run: () => report({ type: "answer", value: { version: VERSION }, text: () => [`symposium ${VERSION}`] }),
    },
  };
}
