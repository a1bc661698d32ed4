/**
 * The shape of a manifest: the reader checks by it, and `schemas/hooks-manifest.schema.json` is made from it (IX-3). Objects are open:
 * the format ignores what it does not know. What JSON Schema cannot say (that a pattern is RE2) the reader alone checks.
 */

import * as v from "valibot";

import { SHIM_NAMES } from "../../agents/find-agent.ts";
import { HANDLER_TYPES, SPECS, STRATEGIES } from "../../model/hook-manifest.ts";
import { parsePattern } from "../../model/pattern.ts";
import { field, someText, text, textByName, texts } from "./check-by-schema.ts";

function flag(description: string) {
  return field(description, "must be true or false", v.boolean());
}

function word<const O extends readonly string[]>(description: string, options: O) {
  return field(description, `must be ${options.map((option) => JSON.stringify(option)).join(" or ")}`, v.picklist(options));
}

function table<const E extends v.ObjectEntries>(description: string, entries: E, must = "must be an object") {
  return field(description, must, v.looseObject(entries));
}

const isPattern = v.check(
  (pattern: string) => parsePattern(pattern).ok,
  ({ input }) => {
    const parsed = parsePattern(input);
    return parsed.ok ? "" : `is not valid RE2: ${parsed.message} (character ${parsed.at + 1})`;
  },
);

const Pattern = field(
  "RE2, found anywhere in the neutral name of a tool or in the agent's own.",
  "must be a string",
  v.pipe(v.string(), isPattern),
);

/** An object that is both could mean either of them. */
const absent = v.optional(field("Not beside the other.", "must not be beside the other: write an array of both", v.never()));

const Element = v.union([
  someText("A neutral tool, or an agent's own name of one."),
  table("Tools by a pattern.", { pattern: Pattern, mcp: absent }),
  table("Tools of an MCP server.", {
    mcp: table(
      "A server, and one of its tools.",
      { server: someText("Its name; `*` for any."), tool: v.optional(someText("One tool; absent for all.")) },
      "must be an object with `server`",
    ),
    pattern: absent,
  }),
]);

const ELEMENT = 'must be the name of a tool, {"pattern": …} or {"mcp": {"server": …}}';

const Matcher = field(
  "The tools that the hook is for; absent for all.",
  `${ELEMENT}, or an array of these`,
  v.union([
    ...Element.options,
    field(
      "Any of these.",
      "must not be an empty array: leave it out for every tool",
      v.pipe(v.array(field("One of them.", ELEMENT, Element)), v.minLength(1)),
    ),
  ]),
);

const Platform = table(
  "Commands for one operating system instead of `command`.",
  {
    windows: v.optional(text("On Windows.")),
    linux: v.optional(text("On Linux.")),
    darwin: v.optional(text("On macOS.")),
    osx: v.optional(text("The same as `darwin`.")),
  },
  "must be an object of commands",
);

const HandlerFields = v.looseObject({
  type: someText(`What the hook is: ${HANDLER_TYPES.join(", ")}, or one that only some programs know.`),
  command: v.optional(text("command: a script beside the manifest, or a line for the shell.")),
  platform: v.optional(Platform),
  cwd: v.optional(text("The folder to run in, from the project's.")),
  env: v.optional(textByName("Variables to set.")),
  timeout: v.optional(
    field("Seconds; 0 for the default.", "must be a number of seconds, 0 or more", v.pipe(v.number(), v.finite(), v.minValue(0))),
  ),
  timeout_action: v.optional(word("What a timeout of a blocking hook means.", ["warn", "block"])),
  async: v.optional(flag("Do not wait for it.")),
  status_message: v.optional(text("Shown while it runs.")),
  url: v.optional(text("http: where to send the event.")),
  headers: v.optional(textByName("http: headers to send.")),
  allowed_env_vars: v.optional(texts("http: variables that headers may contain.")),
  allowedEnvVars: v.optional(texts("The same as `allowed_env_vars`.")),
  prompt: v.optional(text("prompt: what to ask the model.")),
  model: v.optional(text("prompt: which model.")),
  agent: v.optional(v.pipe(v.unknown(), v.description("agent: what to run."))),
});

const HandlerNeeds = v.union([
  v.looseObject({ type: v.literal("command"), command: someText("Required.") }),
  v.looseObject({ type: v.literal("http"), url: someText("Required.") }),
  v.looseObject({ type: v.literal("prompt"), prompt: someText("Required.") }),
  v.looseObject({ type: v.pipe(v.string(), v.notValues(["command", "http", "prompt"])) }),
]);

const Handler = field("What to do.", "must be an object", v.intersect([HandlerFields, HandlerNeeds]));

const Dialect = word("The agent whose payload the command reads, and in whose words it answers.", SHIM_NAMES);

const ProviderData = field(
  "By agent: what only that agent knows.",
  "must be an object of objects",
  v.intersect([
    v.record(v.string(), field("Data of one agent.", "must be an object", v.record(v.string(), v.unknown()))),
    v.looseObject({ symposium: v.optional(v.looseObject({ dialect: v.optional(Dialect) })) }),
  ]),
);

const Degradation = field(
  "By capability: what to do where an agent lacks it.",
  "must be an object of strategies",
  v.record(v.string(), word("A strategy.", STRATEGIES)),
);

const Hook = table("One hook.", {
  name: v.optional(text("A label for messages.")),
  event: someText("When it runs."),
  matcher: v.optional(Matcher),
  handler: Handler,
  blocking: v.optional(flag("It may prevent the action.")),
  degradation: v.optional(Degradation),
  provider_data: v.optional(ProviderData),
  capabilities: v.optional(texts("What the output of the hook may contain.")),
});

const Digest = field(
  "`sha256:` and 64 hexadecimal digits.",
  'must be "sha256:" and 64 hexadecimal digits',
  v.pipe(v.string(), v.regex(/^sha256:[0-9A-Fa-f]{64}$/)),
);

const Digests = field(
  "By path, from the manifest's folder: what the files must be.",
  "must be an object of digests",
  v.record(v.string(), Digest),
);

const Hooks = field(
  "Those of one event run in this order.",
  "must be a list of hooks with at least one of them",
  v.pipe(v.array(Hook), v.minLength(1)),
);

export const ManifestFile = table(
  "A manifest of the Hook Interchange Format.",
  { spec: word("The version of the format.", SPECS), hooks: Hooks, content_hashes: v.optional(Digests) },
  "must be an object with `spec` and `hooks`",
);
