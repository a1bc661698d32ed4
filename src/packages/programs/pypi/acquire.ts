/** Installs a Python package into an environment of its own. One without a wheel for this machine is built, which runs its code. */

import { join, relative } from "node:path";

import { packageSurroundings } from "../../ecosystem.ts";
import { foldName } from "../../pypi/distribution.ts";
import { ownRequirement } from "../../pypi/requirement.ts";
import { type Refusal, refusal } from "../../refusal.ts";
import { type EmptyFolder, inEmptyFolder } from "../../run-manager.ts";
import type { AcquiredFiles, AcquireOrder, Acquirer, AcquireServices } from "../program-source.ts";
import { pip, type PythonClient, pythonsFor, UV, uv } from "./clients.ts";
import { environmentPython, ownPrograms, placePrograms, relocate } from "./environment.ts";
import { exactVersion, nameOf, requirementText, type WantedPythonPackage } from "./index.ts";

export const acquirer: Acquirer<WantedPythonPackage> = { newest, acquire };

function newest(wanted: WantedPythonPackage, services: AcquireServices): Promise<{ readonly version: string } | Refusal> {
  const exact = exactVersion(wanted);
  if (exact !== undefined) return Promise.resolve({ version: exact });
  return withClient(wanted, services, (client, empty) => client.newest(wanted, empty, services));
}

async function acquire(order: AcquireOrder<WantedPythonPackage>, services: AcquireServices): Promise<AcquiredFiles | Refusal> {
  const { wanted, into, place } = order;
  const { os } = services.context;
  const version = order.version ?? exactVersion(wanted);
  if (version === undefined) return refusal("it has no exact version");
  const exact = ownRequirement(`==${version}`);
  if ("problem" in exact) return refusal(exact.problem);
  const environment = join(into, "tools", foldName(nameOf(wanted)));
  const failure = await withClient(wanted, services, (client, empty) =>
    client.install({ wanted, requirement: requirementText(wanted, version), into, environment }, empty, services),
  );
  if (failure !== undefined) return failure;
  const installed = ownPrograms(nameOf(wanted), environment, os);
  if (installed === undefined || !exact.matches(installed.version)) return refusal(`version ${installed?.version ?? "none"} was installed`);
  relocate(environment, { from: into, to: place, os });
  const programs = placePrograms(installed, { into, environment, os });
  if (Object.keys(programs).length === 0) return refusal("it has no program");
  // A system that upgrades Python removes what the environment links to.
  const python = relative(into, environmentPython(environment, os));
  return { version: installed.version, programs, needs: [python] };
}

function withClient<T>(
  { python }: WantedPythonPackage,
  services: AcquireServices,
  act: (client: PythonClient, empty: EmptyFolder) => Promise<T>,
): Promise<T | Refusal> {
  const where = { ...packageSurroundings(services), repository: services.repository };
  return inEmptyFolder(where, [UV, ...pythonsFor(python)], (empty) => act(empty.manager.name === UV.name ? uv : pip, empty));
}
