import { goose } from "../../../recipes/goose.ts";
import { address, COMMAND, launchArgs, type ProbedFile, QUERY, SYNTAXES } from "../question.ts";
import { serverQuestions } from "../questions.ts";

const servers = (mark: string, place: string): ProbedFile["servers"] => ({
  [`${mark}s`]: {
    what: `${place}: \`type: stdio\``,
    entry: { enabled: true, type: "stdio", name: `${mark}s`, cmd: COMMAND, args: launchArgs(`${mark}s`) },
  },
  [`${mark}m`]: {
    what: `${place}: stdio with \`timeout\`, \`envs\``,
    entry: {
      enabled: true,
      type: "stdio",
      name: `${mark}m`,
      cmd: COMMAND,
      args: launchArgs(`${mark}m`),
      envs: {},
      timeout: 300,
      description: "",
    },
  },
  [`${mark}n`]: {
    what: `${place}: stdio without \`enabled\``,
    entry: { type: "stdio", name: `${mark}n`, cmd: COMMAND, args: launchArgs(`${mark}n`) },
  },
  [`${mark}h`]: {
    what: `${place}: \`type: streamable_http\``,
    entry: {
      enabled: true,
      type: "streamable_http",
      name: `${mark}h`,
      uri: address("http", `${mark}h`),
      headers: SYNTAXES,
      env_keys: ["PROBE_TOKEN"],
    },
  },
  [`${mark}k`]: {
    what: `${place}: the same without \`env_keys\``,
    entry: { enabled: true, type: "streamable_http", name: `${mark}k`, uri: address("http", `${mark}k`), headers: SYNTAXES },
  },
  [`${mark}e`]: {
    what: `${place}: \`type: sse\``,
    entry: { enabled: true, type: "sse", name: `${mark}e`, uri: address("sse", `${mark}e`) },
  },
  [`${mark}q`]: {
    what: `${place}: references in the address`,
    entry: { enabled: true, type: "streamable_http", name: `${mark}q`, uri: address("http", `${mark}q`, QUERY), env_keys: ["PROBE_TOKEN"] },
  },
});

const USER = { path: "~/.config/goose/config.yaml", table: ["extensions"] };

export const gooseServers = serverQuestions({
  recipe: goose,
  files: [
    { ...USER, servers: servers("u", "user") },
    { path: ".goose/config.yaml", table: ["extensions"], servers: servers("p", "project") },
  ],
  process: (name) => ({ enabled: true, type: "stdio", name, cmd: COMMAND, args: launchArgs(name) }),
  edited: [USER],
  moves: [
    { variable: "GOOSE_PATH_ROOT", path: "/moved/config/config.yaml", table: ["extensions"] },
    { variable: "XDG_CONFIG_HOME", path: "/moved/goose/config.yaml", table: ["extensions"] },
  ],
});
