/** Writes the record for hook calls (RT-36): where the user's config, cache and logs are, and the environment of detached processes. */

import { lstatSync, mkdirSync, rmSync } from "node:fs";

import { agentMark } from "../agents/find-agent.ts";
import { AGENTS } from "../agents/list.ts";
import type { Context } from "../context.ts";
import { writing } from "../files/user-file.ts";
import {
  type MovedFolders,
  type PlacedContext,
  type Places,
  PLACES_FORMAT,
  PLACES_VERSION,
  placesIn,
  type PlacesRecord,
  readPlacesRecord,
} from "../host/places.ts";
import { cleanPath } from "../host/safe-environment.ts";
import { recordable, recordedEnvironment } from "../host/start-detached.ts";
import { clearLeftover, temporaryOf, writeIfChanged } from "../host/write-file.ts";
import { findWorkspace } from "../packages/find-workspace.ts";
import { ECOSYSTEMS } from "../packages/list.ts";
import type { LoadedPlugins } from "../plugins/active-plugins.ts";
import { variablesIn } from "../plugins/catalogue.ts";

interface PlacesWish extends PlacedContext {
  readonly loaded: {
    readonly plugins: readonly Pick<LoadedPlugins["plugins"][number], "plugin">[];
    readonly outlined: readonly Pick<LoadedPlugins["outlined"][number], "plugin">[];
  };
}

/** The caller holds the registration lock. Writes nothing where nothing differs. */
export function recordPlaces({ context, places, loaded }: PlacesWish): void {
  const record: PlacesRecord = {
    format: PLACES_FORMAT,
    version: PLACES_VERSION,
    ...movedFolders(places, context),
    environment: environmentToRecord({ context, places, loaded }),
  };
  clearLeftover(places.record);
  writing(places.record, () => {
    mkdirSync(places.base, { recursive: true, mode: 0o700 });
    // Only we make this file: a folder or a link of its name is removed.
    if (lstatSync(places.record, { throwIfNoEntry: false })?.isFile() === false) rmSync(places.record, { recursive: true, force: true });
    writeIfChanged(places.record, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600, temporary: temporaryOf(places.record) });
  });
}

/** Places in our directory are omitted: it may be moved as a whole. */
function movedFolders(places: Places, { os }: Context): MovedFolders {
  const fixed = placesIn(places.base, os);
  const configFolder = places.config.slice(0, -"/config.toml".length);
  return {
    config: places.config === fixed.config ? undefined : configFolder,
    cache: places.cache === fixed.cache ? undefined : places.cache,
    logs: places.logs === fixed.logs ? undefined : places.logs,
  };
}

/** An agent's environment contains what the project's files put into it, so that of the last run by a person stays. */
function environmentToRecord({ context, places, loaded }: PlacesWish): Readonly<Record<string, string>> {
  const { env, os, home, cwd } = context;
  if (agentMark(env) !== undefined) {
    const read = readPlacesRecord(places, os);
    if (read.state === "read") return read.record.environment;
    const recorded = Object.entries(recordedEnvironment(places, context));
    return Object.fromEntries(recorded.filter((entry): entry is [string, string] => entry[1] !== undefined));
  }
  const moves = AGENTS.flatMap(({ relocatedBy }) => relocatedBy.map(({ value }) => value.variable));
  const managers = ECOSYSTEMS.flatMap(({ variables, recordedVariables }) => [...variables, ...recordedVariables]);
  const gates = [...variablesIn(loaded.plugins.map(({ plugin }) => plugin)), ...loaded.outlined.flatMap(({ plugin }) => plugin.variables)];
  const kept = recordable(env, os, [...moves, ...managers, ...gates]);
  const folders = [findWorkspace(cwd), cwd];
  const isPath = (name: string) => /^path$/i.test(name);
  return Object.fromEntries(
    Object.entries(kept).map(([name, value]) => [name, isPath(name) ? cleanPath(value, { os, home, folders }) : value]),
  );
}
