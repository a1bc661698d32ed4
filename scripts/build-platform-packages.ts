/**
 * The packages that bring the native hook program to users, one for each machine, in `dist-platforms`. They are published with the main package
 * and in its version; npm installs the one that fits. Without arguments this machine's is built; others need their Bun, which is fetched from npm.
 *
 *   npm run build:platforms [-- --all | --target <name>…] [--out <folder>]
 */

import { chmodSync, cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { executableKind, targetName, thisMachine } from "../src/host/machine.ts";
import { PLATFORM_PACKAGES } from "../src/setup/program/program-forms.ts";
import { buildNative } from "./build-native.ts";
import { buildAll } from "./build.ts";
import { fetchBun } from "./fetch-bun.ts";
import { PLATFORM_TARGETS, type PlatformTarget } from "./platform-targets.ts";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");
const OUT = join(ROOT, "dist-platforms");

/** Returns the folder of each package. This machine's program is the very one in `dist`, which the tests ran. */
export async function buildPlatformPackages(targets: readonly PlatformTarget[], out: string): Promise<readonly string[]> {
  await buildAll({ ifStale: true });
  return targets.map((target) => {
    const scratch = join(out, `.${target.name}`);
    rmSync(scratch, { recursive: true, force: true });
    mkdirSync(scratch, { recursive: true });
    placeProgram(target, scratch);
    describePackage(target, scratch);
    const folder = join(out, target.name);
    rmSync(folder, { recursive: true, force: true });
    renameSync(scratch, folder);
    return folder;
  });
}

function placeProgram(target: PlatformTarget, folder: string): void {
  const name = programName(target);
  if (target.name === targetName(thisMachine())) {
    cpSync(join(ROOT, "dist/native", name), join(folder, name));
  } else {
    const machine = { bun: fetchBun(ROOT, target.bun), target: `bun-${target.bun.replace("aarch64", "arm64")}`, name };
    const work = join(folder, "work");
    mkdirSync(work);
    buildNative({ entry: join(ROOT, "dist/bin/node/hook.cjs"), scratch: work, out: folder, machine });
    rmSync(work, { recursive: true });
  }
  chmodSync(join(folder, name), 0o755);
  const kind = executableKind(join(folder, name));
  if (typeof kind !== "object" || kind.os !== target.os || kind.arch !== target.npm.cpu) {
    throw new Error(`${target.name}: what was built is ${JSON.stringify(kind)}`);
  }
}

function describePackage(target: PlatformTarget, folder: string): void {
  const { version, license, engines } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as Record<string, unknown>;
  const { os, cpu, libc } = target.npm;
  const manifest = {
    name: PLATFORM_PACKAGES + target.name,
    version,
    description: `The hook program of @symposium-agents/symposium for ${target.name}`,
    license,
    files: [programName(target), "third-party-notices.txt", "LICENSE-APACHE", "LICENSE-MIT"],
    os: [os],
    cpu: [cpu],
    ...(libc === undefined ? {} : { libc: [libc] }),
    engines,
    preferUnplugged: true,
    publishConfig: { access: "public" },
  };
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(join(folder, "README.md"), `# ${manifest.name}\n\n${manifest.description}. It is installed with that package.\n`);
  for (const name of ["LICENSE-APACHE", "LICENSE-MIT"]) cpSync(join(ROOT, name), join(folder, name));
  cpSync(join(ROOT, "dist/third-party-notices.txt"), join(folder, "third-party-notices.txt"));
}

function programName({ os }: PlatformTarget): string {
  return os === "windows" ? "symposium-hook.exe" : "symposium-hook";
}

function chosenTargets(names: readonly string[]): readonly PlatformTarget[] {
  return names.map((name) => {
    const target = PLATFORM_TARGETS.find((candidate) => candidate.name === name);
    if (target === undefined)
      throw new Error(`There is no package for ${name}; there are ${PLATFORM_TARGETS.map((one) => one.name).join(", ")}`);
    return target;
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: { all: { type: "boolean" }, target: { type: "string", multiple: true }, out: { type: "string", default: OUT } },
  });
  const targets = values.all === true ? PLATFORM_TARGETS : chosenTargets(values.target ?? [targetName(thisMachine())]);
  for (const folder of await buildPlatformPackages(targets, values.out)) console.log(folder);
}
