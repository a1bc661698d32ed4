/** `crate-info`: `package-info` of a crate. */

import type { PlacedContext } from "../platform/places.ts";
import { type PackageInfo, packageInfo, type PackageInfoRequest } from "./packages/package-info.ts";

export interface CrateInfo extends PackageInfo {
  readonly version: string;
}

/** Cargo's version where a manifest gives none. */
const NO_VERSION = "0.0.0";

export async function crateInfo(app: PlacedContext, request: PackageInfoRequest): Promise<CrateInfo> {
  const info = await packageInfo(app, { ...request, name: `cargo:${request.name}` });
  return { ...info, version: info.version ?? NO_VERSION };
}
