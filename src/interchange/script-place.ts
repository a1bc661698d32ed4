/** Scripts that a command names: in a manifest from its folder, in an agent's file from where the agent works. */

import { dirname, isAbsolute, relative, sep } from "node:path";

import { type HookManifest, type ManifestHandler, scriptCall } from "../model/hook-manifest.ts";

/** A script in the folder of the manifest, as seen from elsewhere. Anything else is a command line, which the shell reads as it is. */
export function withBase(command: string, base: string): string {
  const call = scriptCall(command);
  if (call === undefined || base === "") return command;
  const path = `${base.replace(/(?<!\/)\/+$/, "")}/${call.script}`;
  const written = isPlain(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
  return (written.startsWith("/") || written.startsWith("'") ? written : `./${written.replace(/^\.\//, "")}`) + call.rest;
}

/** A manifest's reader recognises only such a path as a script. */
function isPlain(path: string): boolean {
  return /^[\w./-]+$/.test(path);
}

/** A manifest in another folder; `base` leads from there to the old one. */
export function moved(manifest: HookManifest, base: string): HookManifest {
  const { content_hashes: hashes } = manifest;
  const pinned = hashes && Object.entries(hashes).map(([path, hash]) => [base === "" ? path : `${base}/${path}`, hash]);
  return {
    ...withCommands(manifest, (command) => withBase(command, base)),
    ...(pinned === undefined ? {} : { content_hashes: Object.fromEntries(pinned) as Readonly<Record<string, string>> }),
  };
}

/** An agent's hooks as a manifest, wherever that will be: a reader does not look beside the manifest for a word in quotes, and the shell finds it where the agent works. */
export function leftToShell(manifest: HookManifest): HookManifest {
  return withCommands(manifest, (command) => {
    const call = scriptCall(command);
    return call === undefined ? command : `"${command.slice(0, command.length - call.rest.length)}"${call.rest}`;
  });
}

function withCommands(manifest: HookManifest, change: (command: string) => string): HookManifest {
  const changed = ({ command, platform, ...rest }: ManifestHandler): ManifestHandler => ({
    ...rest,
    command: command === undefined ? undefined : change(command),
    platform: platform && Object.fromEntries(Object.entries(platform).map(([system, one]) => [system, change(one)])),
  });
  return { ...manifest, hooks: manifest.hooks.map((hook) => ({ ...hook, handler: changed(hook.handler) })) };
}

/** Where the scripts are that a manifest names: in its folder. Below the project the path stays relative, so that others can use the files too. */
export function scriptBase(manifest: string, project: string | undefined): string {
  const folder = dirname(manifest);
  const below = project === undefined ? ".." : relative(project, folder);
  return below.startsWith("..") || isAbsolute(below) ? folder : below.split(sep).join("/");
}

/** From a folder to the one of a manifest; absolute where the name would need quotes, in which no reader looks for a script beside the manifest. */
export function baseBetween(folder: string, manifest: string): string {
  const there = dirname(manifest);
  const path = relative(folder, there).split(sep).join("/");
  return path === "" || isPlain(path) ? path : there;
}
