/** Projects as Yarn leaves them with Plug'n'Play. */

import { createHash } from "node:crypto";

import { zipFile, type ZipSource } from "../archives/zip-file.ts";

/** Where packages are: by name and reference. */
export type Places = readonly (readonly [name: string, reference: string, location: string])[];

export function pnpData(places: Places): string {
  const registry = [
    [null, [[null, { packageLocation: "./", packageDependencies: [], linkType: "SOFT" }]]],
    ...places.map(([name, reference, packageLocation]) => [
      name,
      [[reference, { packageLocation, packageDependencies: [], linkType: "HARD" }]],
    ]),
  ];
  return JSON.stringify({ __info: ["It's generated. \\ is a backslash."], packageRegistryData: registry }, null, 2);
}

/** The start of the program of Yarn 4, which goes on with the code that uses the data. */
export function pnpProgram(places: Places): string {
  const literal = pnpData(places).replaceAll("\\", "\\\\").replaceAll("'", "\\'").replaceAll("\n", "\\\n");
  return `${START}const RAW_RUNTIME_STATE =\n'${literal}';\n\nfunction $$SETUP_STATE(hydrateRuntimeState, basePath) {
  return hydrateRuntimeState(JSON.parse(RAW_RUNTIME_STATE), {basePath: basePath || __dirname});
}\n\nthrow new Error('never run');\n`;
}

/** The same of Yarn 2 and 3. */
export function oldProgram(places: Places): string {
  return `${START}function $$SETUP_STATE(hydrateRuntimeState, basePath) {
  return hydrateRuntimeState(${pnpData(places)}, {basePath: basePath || __dirname});
}\n\nthrow new Error('never run');\n`;
}

const START = '#!/usr/bin/env node\n/* eslint-disable */\n// @ts-nocheck\n"use strict";\n\n';

/** A package in Yarn's cache. */
export function packageZip(name: string, version: string, more: readonly ZipSource[] = []): Buffer {
  const folder = `node_modules/${name}/`;
  const folders = [...folder.matchAll(/\//g)].map(({ index }) => ({ name: folder.slice(0, index + 1), mode: 0o040_755 }));
  return zipFile([...folders, { name: `${folder}package.json`, body: JSON.stringify({ name, version }) }, ...more]);
}

/** As Yarn writes it into its lock file. */
export function zipChecksum(zip: Buffer): string {
  return `10c0/${createHash("sha512").update(zip).digest("hex")}`;
}
