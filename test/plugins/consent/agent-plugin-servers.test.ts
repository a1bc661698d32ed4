/** What a consent to a repository's Agent Plugin covers of its servers, and what the question says of them. */

import { expect, test } from "vitest";

import { subjectIn } from "../../support/consented.ts";
import { packagedServers } from "../../support/agent-plugin.ts";
import { createHome } from "../../support/home.ts";

const stdio = (args: readonly string[], more: object = {}) => ({ type: "stdio", command: "node", args, ...more });

const SERVERS: Readonly<Record<string, object>> = {
  root: stdio(["${PLUGIN_ROOT}/lib/a.mjs"]),
  option: stdio(["--import=${PLUGIN_ROOT}/lib/b.mjs", "-e", "1"]),
  relative: stdio(["lib/c.mjs"]),
  below: stdio(["d.mjs"], { cwd: "./lib" }),
  data: stdio(["${PLUGIN_DATA}/lib/a.mjs"]),
  "in-data": stdio(["lib/a.mjs"], { cwd: "${PLUGIN_DATA}" }),
  variable: stdio([], { env: { CONFIG: "${PLUGIN_ROOT}/config.json", HOME_OF: "${HOME}" } }),
  own: { type: "stdio", command: "./bin/run" },
  remote: { type: "streamable-http", url: "https://docs.example/${HOME}", headers: { "X-Team": "${HOME}" } },
};

/** A file of such a name may appear later, wherever the name could start. */
const LATER = ["d.mjs"];
const NAMED = ["bin/run", "config.json", "lib/a.mjs", "lib/b.mjs", "lib/c.mjs", "lib/d.mjs", ...LATER].toSorted();

test("AP-2, PL-17 files that a server names from the plugin's folder are covered, and the question shows the literal texts", async () => {
  const lib = Object.fromEntries(["a", "b", "c", "d"].map((name) => [`${name}.mjs`, ""]));
  const files = { lib, bin: { run: "" }, "config.json": "{}", "a.mjs": "" };
  const work = { ".git": { HEAD: "" }, ...packagedServers("house", { servers: SERVERS }), ...files };
  await using home = await createHome({}, { work });
  const { subject } = subjectIn(home);
  const named = [...new Set(subject.parts.flatMap((part) => part.named))].map((path) => path.slice(home.getPath("work").length + 1));
  expect(named.toSorted()).toEqual(NAMED);
  const shown = Object.fromEntries(
    subject.parts.map(({ name, commands, variables, isOpenEnded }) => [name, [...commands, ...variables, isOpenEnded]]),
  );
  expect(shown).toEqual({
    root: ["node '${PLUGIN_ROOT}/lib/a.mjs'", false],
    option: ["node '--import=${PLUGIN_ROOT}/lib/b.mjs' -e 1", true],
    relative: ["node lib/c.mjs", false],
    below: ["node d.mjs", "in '${PLUGIN_ROOT}/lib'", false],
    data: ["node '${PLUGIN_DATA}/lib/a.mjs'", true],
    "in-data": ["node lib/a.mjs", "in '${PLUGIN_DATA}'", true],
    variable: ["node", "CONFIG=${PLUGIN_ROOT}/config.json", "HOME_OF=${HOME}", true],
    own: ["./bin/run", false],
    remote: ["https://docs.example/${HOME}", "X-Team=${HOME}", false],
  });
});

test("PL-17 a file that a server of a manifest names from its own folder is covered", async () => {
  const manifest = 'name = "house"\n[[mcp_servers]]\nname = "s"\ncommand = "node"\nargs = ["d.mjs"]\ncwd = "lib"\n';
  await using home = await createHome({}, { work: { ".git": { HEAD: "" }, "SYMPOSIUM.toml": manifest, lib: { "d.mjs": "" } } });
  expect(subjectIn(home).subject.parts[0]?.named).toContain(home.getPath("work/lib/d.mjs"));
});
