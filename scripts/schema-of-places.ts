/** The record that hook calls go by as a schema, from which the published one is made. */

import * as v from "valibot";

import { PLACES_FORMAT, PLACES_VERSION, type PlacesRecord } from "../src/host/places.ts";

const folder = (what: string) =>
  v.exactOptional(v.pipe(v.string(), v.description(`${what}, absolute; absent where it is in our directory.`)));

export const PlacesRecordSchema = v.pipe(
  v.strictObject({
    format: v.literal(PLACES_FORMAT),
    version: v.literal(PLACES_VERSION),
    config: folder("The folder with config.toml, state.toml and the user's plugins"),
    cache: folder("The folder of what was fetched"),
    logs: folder("The folder of logs"),
    environment: v.pipe(
      v.record(v.string(), v.string()),
      v.description("What a process that a hook call starts detached finds in its environment, and nothing else."),
    ),
  }),
  v.description("What init and sync leave for hook calls, which take nothing of this from their own environment."),
) satisfies v.GenericSchema<unknown, Mutable<PlacesRecord>>;

type Mutable<T> = T extends object ? { -readonly [K in keyof T]: Mutable<T[K]> } : T;
