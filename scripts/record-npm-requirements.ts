/**
 * Writes `test/packages/npm/fixtures/requirements.json`: what node-semver itself answers for many requirements and versions.
 * `node --import ./scripts/typescript.mjs scripts/record-npm-requirements.ts`
 */

import { writeFileSync } from "node:fs";

import semver from "semver";

const NUMBERS = ["0.0.0", "0.0.3", "0.1.0", "0.2.3", "1.0.0", "1.2.0", "1.2.3", "1.10.0", "2.0.0", "2.1.4", "10.0.0", "20.3.1"];
const TAILS = ["", "-0", "-alpha", "-alpha.1", "-alpha.10", "-rc.2", "-1.x-y", "+build.5", "-beta+exp.sha-5"];
const ODD = [
  "",
  "1",
  "1.2",
  "01.2.3",
  "1.2.3.4",
  "v1.2.3",
  "=1.2.3",
  " 1.2.3 ",
  "1.2.3-",
  "1.2.3-01",
  "9007199254740991.0.0",
  "9007199254740992.0.0",
  "latest",
  "1.x.0",
];
const versions = [...NUMBERS.flatMap((number) => TAILS.map((tail) => number + tail)), ...ODD];

const OPERATORS = ["", "=", "^", "~", ">", ">=", "<", "<=", "v", "~>", "^ ", ">= "];
const PARTIALS = [
  "0",
  "0.0",
  "0.0.3",
  "0.2.3",
  "1",
  "1.2",
  "1.2.3",
  "1.x",
  "1.2.x",
  "1.*",
  "1.2.3-alpha.1",
  "0.2.3-rc.2",
  "2",
  "1.2.3+build",
];
const JOINED = [
  ">=1.2.0 <2",
  ">=18 <20 || ^21",
  ">=1 <2 || >=2.1.4 <3",
  "^1.2.3 || ~0.2.3",
  "1 || 2",
  "1.0.0 || >=2.5.0 || 5.0.0 - 7.2.3",
  ">1 <1",
  "<0.0.0",
  "<0.0.0-0",
  "1.2.3 - 2.3.4",
  "1.2 - 2",
  "1 - 2.1",
  "1.2.3-alpha.1 - 2",
  "0.0.0 - 1.2.3-rc.2",
  "* - 1",
  "1 - *",
  "1.2.3 -2.0.0",
  "*",
  "x",
  "X",
  "",
  "  ",
  "||",
  "* || 1",
  ">=*",
  "<*",
  ">x",
  "^x",
  "~x",
  "x.1.2",
  "1.x.3",
  "*.1",
  "^*",
  "^0",
  "^0.0",
  "~0",
  "~0.0.0",
  ">=1.2.3-alpha <1.2.4",
  ">1.2.3-alpha.1 <=1.2.3-rc.2",
  "^1.2.3-rc.2",
  "~1.2.3-alpha",
  ">=1.2.3-alpha.1 || 0.2.3",
  ">=1.0.0-0",
  "<2.0.0-0",
  ">=0.0.0-0",
  ">=1.2.3 >=1.0.0 <9",
  "^1 ^1.2",
  "~1.2 >1.2.1",
  "=1 =1.2",
  ">=1.2.3||<1",
  " >=1.2.3   <2.0.0 ",
  ">= 1.2.3 < 2",
  "<\t2",
  "latest",
  "next",
  "beta || ^1",
  "^latest",
  ">=one",
  "1.2.3.4",
  "^01.2.3",
  "1.2.3-",
  "1.2.3-01",
  ">=1,<2",
  "1,2",
  "!1",
  "==1.2.3",
  "=>1",
  "><1",
  ">=1 && <2",
  "npm:real@^1",
  "file:../x",
  "git+https://git.example/x.git",
  "workspace:*",
  "workspace:^",
  "github:user/repo",
  "catalog:",
  "https://registry.example/x.tgz",
  "9007199254740991",
  "9007199254740992",
  ">=9007199254740990.0.0",
  "a b c",
  "1 2 3",
  "1 - 2 - 3",
  "1.2.3 || latest",
  "^1.2.3beta",
  "1.2.3beta",
  "v1",
  "=v1.2.3",
  "^v1.2",
  "^=1.2.3",
  "~ 1.2.3",
  "~>1.2",
  "~>1.2.3",
  "1.X.x",
  ">X",
  "<=1.x",
  ">1.x",
  ">=1.2.x",
  "<1.2.X",
];
const requirements = [...new Set([...OPERATORS.flatMap((operator) => PARTIALS.map((partial) => operator + partial)), ...JOINED])];

/** A bit for each version, four to a digit. */
function bitsOf(isSet: (version: string) => boolean): string {
  let bits = "";
  for (let at = 0; at < versions.length; at += 4) {
    let digit = 0;
    for (let next = 0; next < 4; next++) digit = digit * 2 + (at + next < versions.length && isSet(versions[at + next] ?? "") ? 1 : 0);
    bits += digit.toString(16);
  }
  return bits;
}

const answers = requirements.map((text): [string, string | null] => [
  text,
  semver.validRange(text) === null ? null : bitsOf((version) => semver.satisfies(version, text)),
]);
const lines = answers.map(([text, bits]) => `    ${JSON.stringify(text)}: ${JSON.stringify(bits)}`);
const order = versions.filter((version) => semver.valid(version) === version).sort((a, b) => semver.compare(a, b));
const json = `{\n  "library": "semver ${semver.SEMVER_SPEC_VERSION}",\n  "versions": ${JSON.stringify(versions)},\n  "order": ${JSON.stringify(order)},\n  "requirements": {\n${lines.join(",\n")}\n  }\n}\n`;
writeFileSync(new URL("../test/packages/npm/fixtures/requirements.json", import.meta.url), json);
console.log(`${requirements.length} requirements, ${versions.length} versions, ${requirements.length * versions.length} pairs`);
