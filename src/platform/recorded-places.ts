/** Our places for hook calls: by the record in our own directory, which is read only when a place is needed. */

import { realpathSync } from "node:fs";

import type { OperatingSystem } from "../context.ts";
import { readPlacesRecord } from "./places-record.ts";
import { type Places, placesIn } from "./places.ts";

/** Without a usable record, everything is in our directory. */
export function recordedPlaces(base: string, os: OperatingSystem): Places {
  const fixed = placesIn(base, os);
  let known: Places | undefined;
  const recorded = () => {
    if (known !== undefined) return known;
    const read = readPlacesRecord(fixed, os);
    return (known = read.state === "read" ? placesIn(base, os, read.record) : fixed);
  };
  return {
    ...fixed,
    get config() {
      return recorded().config;
    },
    get userPlugins() {
      return recorded().userPlugins;
    },
    get state() {
      return recorded().state;
    },
    get cache() {
      return recorded().cache;
    },
    get logs() {
      return recorded().logs;
    },
  };
}

/** Whether hook calls use the same places. `other`: variables of the shell give a command another config. */
export type PlacesStanding = { readonly state: "recorded" | "other" } | { readonly state: "damaged"; readonly message: string };

/** Hook calls must not use the results of such a command. Fetched sources count as well, so the cache has to be the same. */
export function standingOfPlaces(places: Places, os: OperatingSystem): PlacesStanding {
  const read = readPlacesRecord(places, os);
  if (read.state === "damaged") return read;
  const recorded = placesIn(places.base, os, read.state === "read" ? read.record : {});
  const isSame = (key: "config" | "cache") => recorded[key] === places[key] || sameFile(recorded[key], places[key]);
  return { state: isSame("config") && isSame("cache") ? "recorded" : "other" };
}

/** Two ways to write one path. */
function sameFile(one: string, other: string): boolean {
  try {
    return realpathSync(one) === realpathSync(other);
  } catch {
    return false;
  }
}

/** The config as an index names it: the same however our directory is written. */
export function configName({ base, config }: Pick<Places, "base" | "config">): string {
  return config.startsWith(base) && /^[\\/]config\.toml$/.test(config.slice(base.length)) ? "config.toml" : config;
}
