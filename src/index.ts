/** The library. Everything it exports is listed here by name. */

import { basename, dirname } from "node:path";

import type { AppContext } from "./app/app-context.ts";
import { openContext as open, type ContextOptions } from "./app/open-context.ts";

/** The environment of use cases: each takes it first. The build is beside this file, or around the folder into which the bundler may put it. */
export function openContext(options: ContextOptions = {}): AppContext {
  const here = import.meta.dirname;
  return open(basename(here) === "library" ? dirname(here) : here, options);
}

export type { AppContext, CalledAs } from "./app/app-context.ts";
export type { ContextOptions } from "./app/open-context.ts";
export type { PlacedContext } from "./platform/places.ts";

export { crateInfo, type CrateInfo } from "./app/crate-info.ts";
export { EXPORT_LOSSES, type ExportLoss, type ExportLossCode } from "./app/export/export-loss.ts";
export { type ExportedPackage, exportPlugins, type ExportRequest, type ExportResult, type RefusedPlugin } from "./app/export/export.ts";
export type { FileChange } from "./app/export/package-folder.ts";
export { convertHooks, type ConvertedFile, type ConvertRequest, type ConvertResult } from "./app/hooks/convert.ts";
export {
  decodeHooks,
  type DecodedHooks,
  encodeHooks,
  type EncodeHooksOptions,
  explainHooks,
  validateHooks,
  verifyHooks,
  writeHooks,
} from "./app/hooks/hook-library.ts";
export { type InstalledAgent, installHooks, type InstallRequest, type InstallResult } from "./app/hooks/install.ts";
export { removeHooks, type RemoveRequest, type RemoveResult } from "./app/hooks/remove.ts";
export type { InstalledCopy } from "./app/packages/installed-copies.ts";
export type { PackageFrom } from "./app/packages/locate-package.ts";
export { type PackageInfo, packageInfo, type PackageInfoRequest } from "./app/packages/package-info.ts";
export type { PackagePlugin } from "./app/packages/package-plugin.ts";
export type { PackageSkill } from "./app/packages/package-skills.ts";
export { fetchSources, type FetchRequest } from "./app/plugins/fetch-sources.ts";
export { listPlugins, type ListedPlugin, type ListedSource, type PluginList } from "./app/plugins/list-plugins.ts";
export { type SearchResult, searchPlugins } from "./app/plugins/search-plugins.ts";
export { type Brought, showPlugin, type ShownPlugin } from "./app/plugins/show-plugin.ts";
export { selfUpdate, type SelfUpdateRequest, type SelfUpdateResult } from "./app/self-update.ts";
export type { ConfigResult, ProgramResult, SetUpResult } from "./app/set-up-result.ts";
export { type ConfigChange, setUp, type SetUpRequest } from "./app/set-up.ts";
export type { Considered, SkillChange, SkillsResult } from "./app/skills-result.ts";
export { type Status, status } from "./app/status/status.ts";
export type { AcquiringListeners } from "./app/subcommands/acquire-missing.ts";
export { listCommands, type ListedCommand } from "./app/subcommands/commands-here.ts";
export { runSubcommand, type SubcommandRequest, type SubcommandResult } from "./app/subcommands/run-subcommand.ts";
export { sync, type SyncRequest, type SyncResult } from "./app/sync.ts";
export { uninstall, type UninstallRequest, type UninstallResult } from "./app/uninstall.ts";
export { usePlugin, type UseRequest, type UseResult } from "./app/use-plugin.ts";
export { type ValidatedItem, validatePlugins, type ValidateRequest, type Validation } from "./app/validate/validate-plugins.ts";

export { EVENTS, EVENT_NAMES, eventFromWord, type EventMeaning, type EventName } from "./canonical/event.ts";
export type { HookManifest, ManifestHandler, ManifestHook, ManifestMatcher, Spec } from "./canonical/hook-manifest.ts";
export type { Abilities, HookInput } from "./canonical/input.ts";
export { LOSSES, type Loss, type LossCode } from "./canonical/loss.ts";
export type { Answer, Decision, Outcome, Reply } from "./canonical/outcome.ts";
export { NEUTRAL_TOOLS, type NeutralTool, type ToolCall } from "./canonical/tool.ts";
export { type ConversionLoss, type HookResult, LOSS_EFFECTS, type LossEffect } from "./convert/conversion-loss.ts";
export type { Encoded, EncodedFile } from "./convert/encode.ts";
export type { ExplainedHook, ExplainedOnAgent } from "./convert/explain.ts";
export type { ReadManifest } from "./hook-manifest/read-manifest.ts";
export { sentenceOf } from "./convert/sentence.ts";
export type { Problem } from "./documents/problem.ts";
export { UserError, InternalError } from "./errors.ts";
export { VERSION } from "./version.ts";
