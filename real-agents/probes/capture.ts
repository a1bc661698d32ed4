/** Payloads as the real agents send them (RT-32): values as sent, with the paths of the run replaced. */

import { join } from "node:path";

import { exportsOf } from "../folder-exports.ts";
import type { Recipe } from "../recipes/recipe.ts";
import type { Folders } from "../sandbox.ts";
import { probe, type Probe } from "./probe.ts";

export interface Capture extends Probe {
  /** File name without `.json`, which begins with the event → text by which the payload is found; the first one is kept. */
  readonly keep: Readonly<Record<string, string>>;
}

export interface CaptureList {
  readonly recipe: Recipe;
  readonly captures: readonly Capture[];
}

export interface Captured {
  /** File name without `.json`. */
  readonly name: string;
  /** `undefined` when the agent did not call a hook there. */
  readonly payload: unknown;
  /** Where the run is. */
  readonly root: string;
}

const REPOSITORY = join(import.meta.dirname, "..", "..");

/** What each agent is made to send, found by the files of the folder. */
export const CAPTURES: readonly CaptureList[] = await exportsOf<CaptureList>(join(import.meta.dirname, "captures"), []);

/** Runs the agent once and gives what its hooks were given. */
export async function capture(recipe: Recipe, { keep, ...wanted }: Capture, base: string): Promise<readonly Captured[]> {
  const run = await probe(recipe, wanted, base);
  return Object.entries(keep).map(([name, text]) => {
    const event = name.split(".", 1)[0];
    const found = run.hooks.find((hook) => hook.event === event && hook.payload.includes(text));
    return { name, root: run.root, payload: found === undefined ? undefined : (JSON.parse(neutral(found.payload, run)) as unknown) };
  });
}

/** Puts neutral paths in the place of this machine's; agents also make names of a path by turning `/` into `-`. */
function neutral(text: string, { root, home, project }: Folders): string {
  const dashed = (path: string) => path.replace(/[^A-Za-z0-9]/g, "-");
  return [
    [project, "/home/user/project"],
    [home, "/home/user"],
    [join(root, "tmp"), "/tmp"],
    [dashed(project), dashed("/home/user/project")],
    [process.execPath, "/usr/local/bin/bun"],
    [REPOSITORY, "/home/user/symposium"],
  ].reduce((rest, [from = "", to = ""]) => rest.replaceAll(from, to), text);
}
