/** The library. Everything it exports is listed here by name. */

import { basename, dirname } from "node:path";

import type { AppContext } from "./setup/app-context.ts";
import { type ContextOptions, openContext as open } from "./setup/open-context.ts";

/** Makes the context that each use case takes first. The build is this file's folder, or the one above where the bundler put it into `library`. */
export function openContext(options: ContextOptions = {}): AppContext {
  const here = import.meta.dirname;
  return open(basename(here) === "library" ? dirname(here) : here, options);
}

export type { AppContext, CalledAs } from "./setup/app-context.ts";
export type { ContextOptions } from "./setup/open-context.ts";
export type { PlacedContext } from "./host/places.ts";

export { crateInfo, type CrateInfo } from "./diagnose/package-info.ts";
export { EXPORT_LOSSES, type ExportLoss, type ExportLossCode } from "./interchange/export/losses.ts";
export {
  type ExportedPackage,
  exportPlugins,
  type ExportRequest,
  type ExportResult,
  type RefusedPlugin,
} from "./interchange/export/export.ts";
export type { FileChange } from "./interchange/export/package-folder.ts";
export { convertHooks, type ConvertedFile, type ConvertRequest, type ConvertResult } from "./interchange/convert.ts";
export { decodeHooks, type DecodedHooks, encodeHooks, type EncodeHooksOptions, explainHooks, verifyHooks } from "./interchange/library.ts";
export { readManifest as validateHooks, writeManifest as writeHooks } from "./plugins/hook-manifest/hook-manifest-text.ts";
export { type InstalledAgent, installHooks, type InstallRequest, type InstallResult } from "./interchange/install.ts";
export { removeHooks, type RemoveRequest, type RemoveResult } from "./interchange/remove.ts";
export type { InstalledCopy } from "./diagnose/package-skills.ts";
export type { PackageFrom } from "./diagnose/locate-package.ts";
export { type PackageInfo, packageInfo, type PackageInfoRequest } from "./diagnose/package-info.ts";
export type { PackagePlugin } from "./diagnose/package-info.ts";
export type { PackageSkill } from "./diagnose/package-skills.ts";
export { fetchSources, type FetchRequest } from "./setup/fetch-sources.ts";
export { listPlugins, type ListedPlugin, type ListedSource, type PluginList } from "./diagnose/list-plugins.ts";
export { type SearchResult, searchPlugins } from "./diagnose/search-plugins.ts";
export { type Brought, showPlugin, type ShownPlugin } from "./diagnose/show-plugin.ts";
export { selfUpdate, type SelfUpdateRequest, type SelfUpdateResult } from "./setup/self-update.ts";
export type { ConfigResult, ProgramResult, InitResult as SetUpResult } from "./setup/init-result.ts";
export { type ConfigChange, init as setUp, type InitRequest as SetUpRequest } from "./setup/init.ts";
export type { Considered, SkillChange, SkillsResult } from "./setup/skills-result.ts";
export { type Status, status } from "./diagnose/status.ts";
export type { AcquiringListeners } from "./servers/missing-subcommand.ts";
export { listCommands, type ListedCommand } from "./index/lists-here.ts";
export { runSubcommand, type SubcommandRequest, type SubcommandResult } from "./servers/run-subcommand.ts";
export { sync, type SyncRequest, type SyncResult } from "./setup/sync.ts";
export { uninstall, type UninstallRequest, type UninstallResult } from "./setup/uninstall.ts";
export { usePlugin, type UseRequest, type UseResult } from "./setup/use-plugin.ts";
export { type ValidatedItem, validatePlugins, type ValidateRequest, type Validation } from "./diagnose/validate/validate-plugins.ts";

export { EVENTS, EVENT_NAMES, eventFromWord, type EventMeaning, type EventName } from "./model/event.ts";
export type { HookManifest, ManifestHandler, ManifestHook, ManifestMatcher, Spec } from "./model/hook-manifest.ts";
export type { Abilities, HookInput } from "./model/input.ts";
export { LOSSES, type Loss, type LossCode } from "./model/outcome.ts";
export type { Answer, Decision, Outcome, Reply } from "./model/outcome.ts";
export { NEUTRAL_TOOLS, type NeutralTool, type ToolCall } from "./model/tool.ts";
export { type ConversionLoss, type HookResult, LOSS_EFFECTS, type LossEffect } from "./interchange/losses.ts";
export type { Encoded, EncodedFile } from "./interchange/encode.ts";
export type { ExplainedHook, ExplainedOnAgent } from "./interchange/explain.ts";
export type { ReadManifest } from "./plugins/hook-manifest/hook-manifest-text.ts";
export { sentenceOf } from "./interchange/losses.ts";
export type { Problem } from "./files/problem.ts";
export { UserError, InternalError } from "./errors.ts";
export { VERSION } from "./context.ts";
