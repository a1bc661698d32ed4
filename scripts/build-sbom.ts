/** The software bill of materials of a build, in CycloneDX 1.6. It holds no time and no random number: a build of the same sources has the same. */

import type { Part } from "./build-notices.ts";

export function sbomText(
  ours: { readonly name: string; readonly version: string; readonly license: string },
  parts: readonly Part[],
): string {
  const purl = `pkg:npm/${ours.name.replace("@", "%40")}@${ours.version}`;
  const bill = {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { type: "application", ...described({ ...ours, purl }) } },
    components: parts.map((part) => ({ type: "library", ...described(part) })),
    dependencies: [{ ref: purl, dependsOn: parts.map((part) => part.purl) }, ...parts.map((part) => ({ ref: part.purl }))],
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

function described({ name, version, license, purl, digest }: Omit<Part, "text">) {
  return {
    "bom-ref": purl,
    name,
    version,
    hashes: digest === undefined ? undefined : [{ alg: "SHA-256", content: digest }],
    licenses: [{ expression: license }],
    purl,
  };
}
