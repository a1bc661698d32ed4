/** `extensions` of `plugin.json`: other clients', and Symposium's own. */

import type { Vector } from "./vector.ts";

const EXTENSIONS: readonly Vector[] = [
  {
    requires: "what other clients read is not looked at",
    verdict: "accept",
    fields: { extensions: { "dev.symposium": { "depends-on": "*" }, "com.example": { hooks: 5, a: [null] }, x: {} } },
  },
  {
    requires: "an extension is an object",
    verdict: "reject",
    fields: { extensions: { "com.example": 5 } },
    says: ["`com.example` must be an object, so this plugin is ignored"],
  },
  {
    requires: "an extension is not a list",
    verdict: "reject",
    fields: { extensions: { "com.example": [] } },
    says: ["`com.example` must be an object"],
  },
  ...["text", [], null, 7].map((extensions): Vector => ({
    requires: `\`extensions\` that is ${JSON.stringify(extensions)} is reported and ignored`,
    verdict: "partial",
    fields: { extensions },
    says: ["plugin.json:4:17: `extensions` must be an object, so it is ignored"],
  })),
  {
    requires: "another client's folder is not read",
    verdict: "accept",
    files: { "com.example.client": { "SKILL.md": "---\nname: x\n---\n", "mcp.json": "{" } },
  },
  {
    requires: "our own extension with an unknown key says so",
    verdict: "partial",
    fields: { extensions: { "dev.symposium": { "depends-on": "*", color: "red" } } },
    says: ["unknown key `color`"],
  },
  {
    requires: "our own extension with a misspelt gate costs the plugin",
    verdict: "reject",
    fields: { extensions: { "dev.symposium": { "depend-on": ["*"] } } },
    says: ["unknown key `depend-on`, so this plugin is ignored"],
  },
  {
    requires: "our own extension with a wrong gate costs the plugin",
    verdict: "reject",
    fields: { extensions: { "dev.symposium": { "depends-on": [5] } } },
    says: ["`depends-on` must be"],
  },
  {
    requires: "our own extension with a gate that cannot be read costs the plugin",
    verdict: "reject",
    fields: { extensions: { "dev.symposium": { "depends-on": ["a b c"] } } },
    says: ["`depends-on`:"],
  },
  {
    requires: "our own extension has no other keys",
    verdict: "partial",
    fields: { extensions: { "dev.symposium": { "depends-on": "*", servers: [], where: {} } } },
    says: ["unknown key `servers`", "unknown key `where`"],
  },
  {
    requires: "our own extension may have servers and skills that the format cannot say",
    verdict: "accept",
    fields: {
      extensions: {
        "dev.symposium": {
          "depends-on": "*",
          mcp_servers: [],
          skills: [{ source: { path: "dev.symposium/later" }, "depends-on": ["serde"] }],
        },
      },
    },
  },
  {
    requires: "our own extension names hooks in its own folder",
    verdict: "partial",
    fields: { extensions: { "dev.symposium": { "depends-on": "*", hooks: "hooks.json" } } },
    says: ['"hooks.json" is not in the folder dev.symposium'],
  },
  {
    requires: "our own extension names hooks that are there",
    verdict: "partial",
    fields: { extensions: { "dev.symposium": { "depends-on": "*", hooks: "dev.symposium/none.json" } } },
    says: ["there is no file"],
  },
  {
    requires: "our own extension does not lead up",
    verdict: "partial",
    fields: { extensions: { "dev.symposium": { "depends-on": "*", hooks: "dev.symposium/../../x.json" } } },
    says: ["is not in the folder dev.symposium"],
  },
];

const command = (script: string) => ({ description: "Go", command: { script } });
const EXTENSION = { "depends-on": "*", subcommands: { go: command("bin/go.sh") } };

const PROGRAMS: readonly Vector[] = [
  {
    requires: "our own extension names programs of the plugin",
    verdict: "accept",
    fields: { extensions: { "dev.symposium": EXTENSION } },
    files: { bin: { "go.sh": "" } },
  },
  {
    requires: "our own extension names no program above the plugin",
    verdict: "partial",
    fields: { extensions: { "dev.symposium": { "depends-on": "*", subcommands: { go: command("../outside/run") } } } },
    says: ['"../outside/run" leads out of the plugin\'s folder, so this subcommand is ignored'],
  },
  {
    requires: "our own extension names no program that leads out",
    verdict: "partial",
    fields: { extensions: { "dev.symposium": EXTENSION } },
    links: { "bin/go.sh": "outside/run" },
    says: ['"bin/go.sh" leads out of the plugin\'s folder, so this subcommand is ignored'],
  },
  {
    requires: "our own extension declares no program that leads out",
    verdict: "partial",
    fields: { extensions: { "dev.symposium": { "depends-on": "*", installations: [{ name: "go", executable: "go" }] } } },
    links: { go: "outside/run" },
    says: ['"go" leads out of the plugin\'s folder, so this installation is ignored'],
  },
];

export const EXTENSION_VECTORS: readonly Vector[] = [...EXTENSIONS, ...PROGRAMS];
