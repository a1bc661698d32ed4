/** What a plugin is and does, whatever folder it is in: two plugins with equal essences act the same. */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";

import type { Installation } from "../../../src/packages/programs/program-source.ts";
import type { Atom, Gate } from "../../../src/plugins/gates/predicate.ts";
import type { Plugin, ProcessServer, Started } from "../../../src/plugins/plugin.ts";
import { findSkills } from "../../../src/plugins/skills/find-skills.ts";

export function essenceOf(plugin: Plugin, isDormant: boolean): object {
  const { directory, name, hooks, servers, subcommands, predicates, installations, skills, chained } = plugin;
  // An export has its files in a folder of its own.
  const way = (path: string) =>
    path.startsWith(`${directory}/`) ? `here/${relative(directory, path).replace(/dev\.symposium(?:\/|$)/, "")}` : path;
  const word = (text: string) => text.replace(/^dev\.symposium\//, "").replace(/^cd dev\.symposium && /, "");
  /** Paths in it lead to the same files. */
  const text = (given: string) => given.replaceAll(`${directory}/dev.symposium/`, "").replaceAll(`${directory}/`, "");
  const expanded = (server: ProcessServer): ProcessServer => {
    const { packageRoot, command, variables } = server;
    if (packageRoot === undefined) return server;
    const own = (given: string) => given.replaceAll("${PLUGIN_ROOT}/dev.symposium/", `${packageRoot}/dev.symposium/`);
    return {
      ...server,
      command: { ...command, args: command.args.map(own) },
      variables: variables.map(({ name: variable, value }) => ({ name: variable, value: own(value) })),
    };
  };
  const bytes = (path: string) => (path.startsWith(`${directory}/`) ? digest(path) : "");
  const started = ({
    installation,
    command,
    requirements,
  }: Partial<Pick<Started, "installation">> & Pick<Started, "command" | "requirements">) => ({
    installation,
    kind: command.kind,
    path: way(command.path),
    bytes: bytes(command.path),
    args: command.args.map(text),
    requirements,
  });
  const installed = ({ executable, script, installCommands, source, ...rest }: Installation) => ({
    ...rest,
    executable: executable === undefined ? undefined : word(executable),
    script: script === undefined ? undefined : word(script),
    installCommands: installCommands.map(word),
    source: source === undefined ? undefined : JSON.stringify(source).replaceAll(directory, "here"),
  });
  return {
    name,
    applies: isDormant ? "dormant" : gateText(plugin.gate),
    installations: installations.map(installed),
    hooks: hooks.map(
      ({ installation, command, requirements, env: _env, path: _path, missing: _missing, unmet: _unmet, verified, gate, ...rest }) => ({
        ...rest,
        gate: gateText(gate),
        // The hook manifest itself is among them where another file names it.
        verified: verified?.map(([path]) => way(path)).filter((path) => path !== way(plugin.hooksManifest ?? "")) ?? [],
        ...started({ installation, command, requirements }),
      }),
    ),
    servers: servers
      .map((server) => ({
        name: server.name,
        transport: server.transport,
        gate: gateText(server.gate),
        keepAlive: server.keepAlive ?? false,
        ...(server.transport === "stdio"
          ? {
              ...started(expanded(server)),
              variables: expanded(server).variables.map((one) => ({ ...one, value: text(one.value) })),
              // `${PLUGIN_ROOT}` is the package's folder.
              cwd: server.cwd === undefined && server.packageRoot === undefined ? "the workspace" : cwdOf(server.cwd, directory, way),
            }
          : { url: server.url, headers: server.headers }),
      }))
      .sort((left, right) => (left.name < right.name ? -1 : 1)),
    subcommands: subcommands.map((one) => ({
      name: one.name,
      description: one.description,
      audience: one.audience,
      gate: gateText(one.gate),
      ...started(one),
    })),
    predicates: predicates.map((one) => ({ name: one.name, ...started(one) })),
    skills: skills
      .flatMap(({ gate, source, requires = [] }) => {
        const about = { gate: gateText(gate), requires };
        if (source.kind === "none") return [];
        if (source.kind !== "path") return [JSON.stringify({ ...about, ...source })];
        return findSkills(source.path, undefined, source.isFlat === true).directories.map((folder) =>
          JSON.stringify({ ...about, ...skillIn(folder) }),
        );
      })
      .sort(),
    chained: chained.map(({ gate, source }) => ({
      gate: gateText(gate),
      source: source.kind === "path" ? way(source.path) : source.kind === "package" ? atomText(source.package) : source.address,
    })),
  };
}

function atomText({ ecosystem, name, requirement }: Atom): string {
  return `${ecosystem ?? "any"}:${name}${requirement?.text ?? ""}`;
}

/** An open gate and `*` are the same: a plugin that is dormant was told before. */
function gateText({ dependsOn, predicates }: Gate): string {
  const atoms = dependsOn.map(atomText);
  const isEverywhere = atoms.length === 0 || atoms.includes("any:*");
  return JSON.stringify([isEverywhere ? [] : atoms, predicates]);
}

function cwdOf(cwd: string | undefined, directory: string, way: (path: string) => string): string {
  return way((cwd ?? "${PLUGIN_ROOT}").replace("${PLUGIN_ROOT}", directory))
    .replace(/^here\/$/, directory)
    .replace(directory, "here/");
}

function skillIn(folder: string): object {
  const text = readFileSync(join(folder, "SKILL.md"), "utf8");
  return { name: /^name: *(.*)$/m.exec(text)?.[1] ?? basename(folder), text };
}

function digest(path: string): string {
  try {
    return createHash("sha256").update(readFileSync(path)).digest("hex").slice(0, 12);
  } catch {
    return "missing";
  }
}
