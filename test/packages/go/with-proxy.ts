/** A machine whose Go takes modules from a folder in the form of a proxy, named in the user's own file. */

import { writeFileSync } from "node:fs";

import { createFixture } from "fs-fixture";

import type { FetchSurroundings, WantedPackage } from "../../../src/packages/ecosystem.ts";
import { fetchPackage } from "../../../src/packages/go/fetch.ts";
import { MODULES, type ServedModule, writeProxy } from "./module-proxy.ts";
import { switchOffTelemetry } from "./real-go.ts";

export const NAMED_IN = "/project/go.mod";

export interface Machine extends AsyncDisposable {
  readonly at: (path: string) => string;
  readonly where: FetchSurroundings;
  readonly fetch: (wanted: Omit<WantedPackage, "namedIn">, more?: Partial<FetchSurroundings>) => ReturnType<typeof fetchPackage>;
}

export async function machine(modules: readonly ServedModule[] = MODULES, proxy?: string): Promise<Machine> {
  const fixture = await createFixture({ project: {}, home: {} });
  const at = (path: string) => fixture.getPath(path);
  writeProxy(at("proxy"), modules);
  switchOffTelemetry(at("home"));
  writeFileSync(at("home/.config/go/env"), `GOPROXY=${proxy ?? `file://${at("proxy")}`}\nGOSUMDB=off\n`);
  const env = { PATH: process.env["PATH"] ?? "", HOME: at("home") };
  const where: FetchSurroundings = { env, home: at("home"), os: "linux", cache: at("cache"), repository: at("project") };
  const fetch: Machine["fetch"] = (wanted, more = {}) => fetchPackage({ ...wanted, namedIn: NAMED_IN }, { ...where, ...more });
  return { at, where, fetch, [Symbol.asyncDispose]: () => fixture.rm() };
}
