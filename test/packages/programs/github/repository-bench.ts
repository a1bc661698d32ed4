/** Orders for files of repositories that the real git fetches. */

import { mkdirSync, mkdtempSync } from "node:fs";
import { join } from "node:path";

import type { Largest } from "../../../../src/files/git/remote.ts";
import { acquireFiles, acquirer } from "../../../../src/packages/programs/github/acquire.ts";
import { source, type WantedRepository } from "../../../../src/packages/programs/github/index.ts";
import type { AcquireServices } from "../../../../src/packages/programs/program-source.ts";
import { type GitSandbox, gitSandbox } from "../../../plugins/sources/git-sandbox.ts";

export interface RepositoryBench extends GitSandbox {
  /** Asks for the newest commit where none is named, and fetches into a new folder. */
  readonly acquire: (wanted: WantedRepository, version?: string, largest?: Largest) => ReturnType<typeof acquirer.acquire>;
  readonly newest: (wanted: WantedRepository) => ReturnType<NonNullable<typeof acquirer.newest>>;
  readonly into: () => string;
  readonly lines: string[];
}

export async function repositoryBench(): Promise<RepositoryBench> {
  const sandbox = await gitSandbox();
  const lines: string[] = [];
  const services: AcquireServices = {
    context: sandbox.context,
    places: sandbox.places,
    repository: sandbox.project,
    platform: "linux-x64",
    onProgress: (progress) => void ("line" in progress && lines.push(progress.line)),
  };
  let into = "";
  const newest: RepositoryBench["newest"] = (wanted) => acquirer.newest!(wanted, services);
  return {
    ...sandbox,
    lines,
    newest,
    into: () => into,
    acquire: async (wanted, version, largest) => {
      const exact = version ?? source.identify(wanted, "linux-x64")?.version;
      const asked = exact === undefined ? await newest(wanted) : { version: exact };
      if ("why" in asked) return asked;
      const top = join(sandbox.places.cache, "programs", "github");
      mkdirSync(top, { recursive: true });
      into = mkdtempSync(join(top, "into-"));
      return acquireFiles({ wanted, into, place: `${into}-place`, version: asked.version }, services, largest);
    },
  };
}
