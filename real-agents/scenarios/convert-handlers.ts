import { join } from "node:path";

import { HOOK_PATH } from "../model-server/server.ts";
import { PORT } from "../recipes/recipe.ts";
import { read } from "../sandbox.ts";
import { shellWord } from "../shell-word.ts";
import { callRan, type Conversion, forAgent, hookRan, leaves, runsShellOf } from "./conversion.ts";
import type { Claim, Seen } from "./scenario.ts";

const before = { event: "before_tool_execute", matcher: "shell", blocking: true } as const;
const noted = (seen: Seen, file: string) => read(join(seen.run.root, file)).trim();

/** Gemini CLI, Qwen Code, Copilot CLI and OpenCode set variables for a hook. */
const WITHOUT_ENV = ["claude-code", "codex", "goose"];
const WITH_CWD = ["copilot-cli", "opencode"];
const WITH_PROMPTS = ["claude-code", "qwen-code"];

const without = (agents: readonly string[], ...losses: readonly string[]) => ({
  others: [],
  ...Object.fromEntries(agents.map((agent) => [agent, losses])),
});
const butFor = (agents: readonly string[], ...losses: readonly string[]) => ({
  others: losses,
  ...Object.fromEntries(agents.map((agent) => [agent, []])),
});

const TRICKY = "quotes ' \" ` $1 ${#} \\ */ </script> \u2028 %s !";

export const convertHandlers: readonly Conversion[] = [
  {
    name: "convert-env",
    ability: "variables for a hook",
    file: ({ hook, root }) => [
      {
        ...before,
        handler: {
          type: "command",
          command: hook("env", `printf %s "$CONVERTED" > ${shellWord(join(root, "env.txt"))}`),
          env: { CONVERTED: 'it\'s 5 "%"' },
        },
      },
    ],
    calls: runsShellOf("convert-env"),
    losses: without(WITHOUT_ENV, "handler.env dropped"),
    judge: (seen) => [
      hookRan(seen, "convert-env", "env"),
      callRan(seen, "convert-env"),
      [
        `the variable is there or not (${noted(seen, "env.txt")})`,
        noted(seen, "env.txt") === (WITHOUT_ENV.includes(seen.recipe.name) ? "" : 'it\'s 5 "%"'),
      ],
    ],
  },
  {
    name: "convert-exclude-strategy",
    ability: "a hook that is to be left out where the agent sets no variables",
    file: ({ hook }) => [
      { ...before, degradation: { custom_env: "exclude" }, handler: { type: "command", command: hook("env"), env: { CONVERTED: "1" } } },
    ],
    calls: runsShellOf("convert-exclude-strategy"),
    losses: { ...without(WITHOUT_ENV, "handler.env excluded"), others: ["degradation unwritten"] },
    judge: (seen) => [
      hookRan(seen, "convert-exclude-strategy", "env", WITHOUT_ENV.includes(seen.recipe.name) ? 0 : 1),
      callRan(seen, "convert-exclude-strategy"),
    ],
  },
  {
    name: "convert-cwd",
    ability: "a folder for a hook",
    file: ({ hook, root }) => [
      { ...before, handler: { type: "command", command: hook("cwd", `pwd > ${shellWord(join(root, "cwd.txt"))}`), cwd: "below" } },
    ],
    calls: runsShellOf("convert-cwd"),
    losses: butFor(WITH_CWD, "handler.cwd dropped"),
    judge: (seen) => [
      hookRan(seen, "convert-cwd", "cwd"),
      callRan(seen, "convert-cwd"),
      [
        `the folder is the hook's or the project (${noted(seen, "cwd.txt")})`,
        noted(seen, "cwd.txt") === (WITH_CWD.includes(seen.recipe.name) ? join(seen.run.project, "below") : seen.run.project),
      ],
    ],
  },
  {
    name: "convert-platform",
    ability: "a command for each system",
    file: ({ hook }) => [
      { ...before, handler: { type: "command", command: hook("any"), platform: { linux: hook("linux"), windows: "exit 1" } } },
    ],
    calls: runsShellOf("convert-platform"),
    losses: {
      others: ["handler.platform dropped"],
      codex: ["handler.platform.linux dropped"],
      "copilot-cli": ["handler.platform.linux dropped"],
      opencode: [],
    },
    judge: (seen) => [
      hookRan(seen, "convert-platform", "linux", seen.recipe.name === "opencode" ? 1 : 0),
      hookRan(seen, "convert-platform", "any", seen.recipe.name === "opencode" ? 0 : 1),
      callRan(seen, "convert-platform"),
    ],
  },
  {
    name: "convert-async",
    ability: "a hook that the agent does not wait for",
    file: ({ hook, root }) => [
      {
        event: "before_tool_execute",
        matcher: "shell",
        handler: { type: "command", command: hook("async", `sleep 2; touch ${shellWord(join(root, "async.txt"))}`), async: true },
      },
    ],
    calls: ({ calls }, { root }) => [
      calls.shell(`test -e ${shellWord(join(root, "async.txt"))} && echo waited > convert-async.txt || echo ran > convert-async.txt`),
    ],
    losses: {
      // Then its exit code counts.
      others: ["blocking adapted", "handler.async dropped"],
      "claude-code": [],
      codex: [],
      "qwen-code": [],
      opencode: [],
    },
    judge: (seen) => {
      const waits = forAgent(seen, { others: true, "claude-code": false, codex: false, "qwen-code": false, opencode: false });
      const word = waits ? "waited" : "ran";
      return [
        hookRan(seen, "convert-async", "async"),
        [`the agent ${waits ? "waits" : "does not wait"} (${seen.file("convert-async.txt")})`, seen.file("convert-async.txt") === word],
      ];
    },
  },
  ...[
    { name: "convert-http", ability: "a hook over HTTP", path: `${HOOK_PATH}convert-http` },
    { name: "convert-http-failing", ability: "a hook over HTTP whose server fails", path: "/no-such-hook" },
  ].map(({ name, ability, path }): Conversion => ({
    name,
    ability,
    file: () => [
      {
        ...before,
        handler: {
          type: "http",
          url: `http://127.0.0.1:${PORT}${path}`,
          headers: { Authorization: "Bearer $HOOK_TOKEN $HOME" },
          allowed_env_vars: ["HOOK_TOKEN"],
          timeout: 10,
        },
      },
    ],
    env: { HOOK_TOKEN: "of-the-user" },
    calls: runsShellOf(name),
    // Qwen Code would send every variable that a header names.
    losses: butFor(["claude-code"], "handler.type changed"),
    judge: (seen) => [callRan(seen, name), ...posted(seen, name, path)],
  })),
  {
    name: "convert-prompt-handler",
    ability: "a hook that a model judges",
    file: () => [
      { event: "before_tool_execute", matcher: "shell", handler: { type: "prompt", prompt: "Is convert-prompt-handler fine? $ARGUMENTS" } },
    ],
    calls: runsShellOf("convert-prompt-handler"),
    isSpoken: false,
    losses: { others: ["handler.type excluded"], "claude-code": ["blocking adapted"], "qwen-code": ["blocking adapted"] },
    judge: (seen) => {
      const asks = WITH_PROMPTS.includes(seen.recipe.name);
      const isAsked = seen.run.requests.some(({ body }) => JSON.stringify(body).includes("Is convert-prompt-handler fine?"));
      return [
        [`the model ${asks ? "was" : "was not"} asked`, isAsked === asks],
        ...(asks ? [] : [callRan(seen, "convert-prompt-handler")]),
      ];
    },
  },
  {
    name: "convert-order",
    ability: "several hooks at one event",
    file: ({ hook, root }) =>
      ["first", "second", "third"].map((word, place) => ({
        ...before,
        handler: {
          type: "command",
          command: hook(word, `sleep 0.${4 - 2 * place}; echo ${word} >> ${shellWord(join(root, "order.txt"))}`),
        },
      })),
    calls: runsShellOf("convert-order"),
    losses: { others: ["hooks adapted"], goose: [], "copilot-cli": [], opencode: [] },
    judge: (seen) => {
      const words = noted(seen, "order.txt").split("\n");
      const inOrder = ["goose", "copilot-cli", "opencode"].includes(seen.recipe.name);
      return [
        callRan(seen, "convert-order"),
        [`all of them ran once (${words.join()})`, words.toSorted().join() === "first,second,third"],
        ...(inOrder ? [["one after another", words.join() === "first,second,third"] as const] : []),
      ];
    },
  },
  {
    name: "convert-hostile-strings",
    ability: "names and commands that try to break out",
    file: ({ root }) => [
      {
        ...before,
        name: `${TRICKY} \n "}]}`,
        handler: {
          type: "command",
          command: `cat > /dev/null; printf '%s' ${shellWord(TRICKY)} > ${shellWord(join(root, "hostile.txt"))}`,
          status_message: TRICKY,
        },
      },
    ],
    calls: runsShellOf("convert-hostile-strings"),
    losses: hostileLosses(),
    judge: (seen) => [
      callRan(seen, "convert-hostile-strings"),
      ["the command did exactly what it says", noted(seen, "hostile.txt") === TRICKY.trim()],
    ],
  },
  {
    name: "convert-unknown-data",
    ability: "data of other agents and of later versions",
    file: ({ hook }) => [
      {
        ...before,
        later_field: 1,
        handler: { type: "command", command: hook("noting"), later_field: true },
        provider_data: {
          unknown: { permissions: "all" },
          ...Object.fromEntries(
            ["claude-code", "codex", "copilot-cli", "gemini-cli", "goose", "opencode", "qwen-code"].map((agent) => [
              agent,
              { laterKey: [agent] },
            ]),
          ),
        },
      },
    ],
    calls: runsShellOf("convert-unknown-data"),
    judge: (seen) => [hookRan(seen, "convert-unknown-data", "noting"), callRan(seen, "convert-unknown-data")],
  },
];

/** Two agents have names for hooks, three show a message meanwhile. */
function hostileLosses() {
  return {
    others: ["handler.status_message unwritten", "name unwritten"],
    "claude-code": ["name unwritten"],
    codex: ["name unwritten"],
    "gemini-cli": ["handler.status_message unwritten"],
    "qwen-code": [],
    opencode: [],
  };
}

/** What the agent sent, with the one variable that the hook may have. */
function posted(seen: Seen, name: string, path: string): readonly Claim[] {
  const own = seen.run.requests.filter((request) => request.path === path && JSON.stringify(request.body).includes(leaves(name)));
  return [
    [`${name}: the payload was posted once (${own.length})`, own.length === 1],
    [
      `${name}: the allowed variable was in the header, and no other (${own[0]?.authorization})`,
      own[0]?.authorization?.startsWith("Bearer of-the-user") === true && !own[0].authorization.includes(seen.run.home),
    ],
  ];
}
