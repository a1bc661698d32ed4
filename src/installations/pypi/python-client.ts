/** What installs Python packages: uv or pip. */

import type { EmptyFolder } from "../../ecosystems/empty-folder.ts";
import type { Refusal } from "../../ecosystems/refusal.ts";
import type { AcquireServices } from "../program-source.ts";
import type { WantedPythonPackage } from "./index.ts";

export interface PythonClient {
  /** By the client's own rules for pre-releases and withdrawn versions. */
  readonly newest: (
    wanted: WantedPythonPackage,
    empty: EmptyFolder,
    services: AcquireServices,
  ) => Promise<{ readonly version: string } | Refusal>;
  /** Makes the environment, with the package and its dependencies. */
  readonly install: (order: InstallOrder, empty: EmptyFolder, services: AcquireServices) => Promise<Refusal | undefined>;
}

export interface InstallOrder {
  readonly wanted: WantedPythonPackage;
  /** `name[extra]==1.0`. */
  readonly requirement: string;
  readonly into: string;
  /** `<into>/tools/<name>`. */
  readonly environment: string;
}
