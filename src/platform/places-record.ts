/**
 * What `init` and `sync` leave in our directory for hook calls (RT-36): where config, cache and logs are, and the environment of
 * detached processes. The environment of a call decides none of it, because the project that an agent works in can set variables.
 */

import type { OperatingSystem } from "../context.ts";
import { isAbsolute, type MovedFolders, type Places } from "./places.ts";
import { readRegularText } from "./read-regular.ts";

export const PLACES_FORMAT = "symposium-places";
export const PLACES_VERSION = 1;

export interface PlacesRecord extends MovedFolders {
  readonly format: typeof PLACES_FORMAT;
  readonly version: typeof PLACES_VERSION;
  /** Of the user who ran `init` or `sync`, and only what the programs we start need. */
  readonly environment: Readonly<Record<string, string>>;
}

export type RecordRead =
  | { readonly state: "none" }
  | { readonly state: "read"; readonly record: PlacesRecord }
  | { readonly state: "damaged"; readonly message: string };

const MOST_BYTES = 256 * 1024;

/** Never throws, never waits. */
export function readPlacesRecord({ record: file }: Pick<Places, "record">, os: OperatingSystem): RecordRead {
  let text: string;
  try {
    text = readRegularText(file, { maxBytes: MOST_BYTES, isOurs: true });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === "ENOENT" ? { state: "none" } : damaged(file, message);
  }
  try {
    const value = JSON.parse(text) as Partial<PlacesRecord> | null;
    if (value?.format !== PLACES_FORMAT || value.version !== PLACES_VERSION) return damaged(file, "another version wrote it");
    const isWhole = FOLDERS.every((key) => isPlace(value[key], os)) && isEnvironment(value.environment);
    return isWhole ? { state: "read", record: value as PlacesRecord } : damaged(file, "it is damaged");
  } catch {
    return damaged(file, "it is damaged");
  }
}

const FOLDERS = ["config", "cache", "logs"] as const;

function isPlace(value: unknown, os: OperatingSystem): boolean {
  return value === undefined || (typeof value === "string" && isAbsolute(value, os));
}

function isEnvironment(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.values(value).every((one) => typeof one === "string");
}

function damaged(file: string, why: string): RecordRead {
  return { state: "damaged", message: `${file} is unusable (${why}): run \`symposium sync\` to write it again` };
}
