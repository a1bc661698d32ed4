/** What the files of a folder export, one thing each, so that a new file is all it takes to add one. */

import { readdirSync } from "node:fs";
import { join } from "node:path";

export async function exportsOf<T>(folder: string, except: readonly string[]): Promise<readonly T[]> {
  const names = readdirSync(folder).filter((name) => name.endsWith(".ts") && !except.includes(name));
  const modules = await Promise.all(names.sort().map((name) => import(join(folder, name)) as Promise<Record<string, T>>));
  return modules.map((module, place) => {
    const [one, ...more] = Object.values(module);
    if (one === undefined || more.length > 0) throw new Error(`${join(folder, names[place] ?? "")} must export exactly one thing`);
    return one;
  });
}
