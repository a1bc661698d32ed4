/** The dispatch index as a schema, from which the published one is made. No hook call loads it: a header is trusted by its format and length. */

import * as v from "valibot";

import { INDEX_FORMAT, INDEX_VERSION, type IndexHeader, type WrittenHook } from "../src/index/format.ts";
import type { Live } from "../src/plugins/gates/live.ts";

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const stamped = v.pipe(
  v.tuple([v.string(), v.string()]),
  v.description("A path and its fingerprint: modification time, size and inode joined by colons, or - when nothing is there."),
);

/** A tree of arrays, each with a word first; nothing but the hook program reads it. */
const live = v.pipe(
  v.array(v.unknown()),
  v.description("What is left of the gates for a call to judge: env, path, asked, not, any or all, and what it is about."),
) as unknown as v.GenericSchema<unknown, Live>;

const question = v.variant("kind", [
  v.strictObject({ kind: v.literal("shell"), command: v.string(), covered: v.exactOptional(count) }),
  v.strictObject({
    kind: v.literal("custom"),
    name: v.string(),
    argument: v.string(),
    plugin: v.string(),
    command: v.strictObject({ kind: v.picklist(["executable", "script", "shell"]), path: v.string(), args: v.array(v.string()) }),
    env: v.exactOptional(v.record(v.string(), v.string())),
    path: v.exactOptional(v.array(v.string())),
    covered: v.exactOptional(count),
  }),
]);

export const IndexHeaderSchema = v.pipe(
  v.strictObject({
    format: v.literal(INDEX_FORMAT),
    version: v.literal(INDEX_VERSION),
    program: v.pipe(v.string(), v.description("Version and build of the program that wrote the index.")),
    config: v.pipe(v.string(), v.description("The config it was made from; one in our directory is relative to that.")),
    key: v.pipe(
      v.nullable(v.string()),
      v.description("The folders of the workspace's roots, by which the file is named; null outside any."),
    ),
    workspace: v.pipe(v.nullable(v.string()), v.description("The outermost root, or the repository where there is none.")),
    repository: v.nullable(v.string()),
    stamps: v.pipe(v.array(stamped), v.description("What every hook call checks.")),
    registrations: v.pipe(
      v.array(v.strictObject({ agent: v.string(), entry: v.string(), scope: v.picklist(["user", "project"]), file: v.string() })),
      v.description("Which agent calls us through which file, and by whose name."),
    ),
    events: v.pipe(v.array(v.string()), v.description("Every event some hook is declared for.")),
    sections: v.pipe(
      v.record(v.string(), v.tuple([count, count, count, count, count, count, count])),
      v.description(
        "Event to where its hooks begin, the directory of those for named tools, the places it names, their names, what cannot run here, the hooks for named tools, and the end: characters from the end of the header line.",
      ),
    ),
    logLevel: v.pipe(v.picklist(["trace", "debug", "info", "warn", "error"]), v.description("The log level of the config.")),
    problems: v.pipe(v.array(v.string()), v.description("What could not be loaded, each as file:line:column: message.")),
    kept: v.exactOptional(
      v.pipe(
        v.array(v.string()),
        v.description("What could not be loaded and stays in force as it last was, each as file:line:column: message."),
      ),
    ),
    unsettled: v.exactOptional(
      v.pipe(
        v.literal(true),
        v.description("Something could not be read, and no fingerprint will show when it can be: the index is always stale."),
      ),
    ),
    answers: v.exactOptional(
      v.pipe(v.string(), v.description("Where the answers to questions of hooks are stored, if any hook asks one.")),
    ),
    unread: v.exactOptional(
      v.pipe(v.literal(true), v.description("Reading the workspace exceeded its budget: its dependencies and members are unknown.")),
    ),
    synced: v.exactOptional(v.pipe(v.string(), v.description("The record of the last sync of skills, where hook calls see to it."))),
    hints: v.pipe(
      v.strictObject({
        candidates: v.array(v.string()),
        waiting: v.exactOptional(v.array(v.string())),
        commands: v.exactOptional(
          v.pipe(v.union([v.literal(true), live]), v.description("Subcommands for agents are active here, or while this holds.")),
        ),
        update: v.exactOptional(v.string()),
        updateToldAt: v.exactOptional(v.number()),
      }),
      v.description("What an agent may be told at the start of a session."),
    ),
    coverages: v.pipe(count, v.description("Where the lists of covered files begin.")),
    listed: v.pipe(count, v.description("Where the line begins that lists subcommands and plugins, for commands of people.")),
    watched: v.pipe(count, v.description("Where the last line begins, which lists all other fingerprints.")),
    length: v.pipe(count, v.description("Characters after the header line.")),
  }),
  v.description("The first line of a dispatch index."),
) satisfies v.GenericSchema<unknown, Mutable<IndexHeader>>;

const atom = v.variant("kind", [
  v.strictObject({ kind: v.literal("tool"), name: v.string() }),
  v.strictObject({ kind: v.literal("mcp"), server: v.string(), tool: v.exactOptional(v.string()) }),
  v.strictObject({ kind: v.literal("any-mcp") }),
  v.strictObject({ kind: v.literal("pattern"), text: v.string() }),
]);

export const IndexedHookSchema = v.pipe(
  v.strictObject({
    plugin: v.string(),
    hook: v.string(),
    source: v.string(),
    manifest: stamped,
    order: v.pipe(count, v.description("Position in the order of dispatch.")),
    agent: v.exactOptional(v.string()),
    except: v.exactOptional(v.pipe(v.array(v.string()), v.description("Agents that run it themselves."))),
    format: v.exactOptional(v.string()),
    native: v.exactOptional(
      v.pipe(
        v.strictObject({
          event: v.exactOptional(v.string()),
          atoms: v.exactOptional(v.array(atom)),
          condition: v.exactOptional(v.string()),
        }),
        v.description("When the agent of `shim:<agent>` would run it."),
      ),
    ),
    pluginRoot: v.exactOptional(v.string()),
    command: v.strictObject({ kind: v.picklist(["executable", "script", "shell"]), path: v.string(), args: v.array(v.string()) }),
    env: v.exactOptional(v.record(v.string(), v.string())),
    keepEnv: v.exactOptional(v.pipe(v.array(v.string()), v.description("Variables that it gets though they could steer it."))),
    path: v.exactOptional(v.array(v.string())),
    missing: v.exactOptional(v.pipe(v.string(), v.description("Why its program cannot be started: it fails with this."))),
    timeout: v.exactOptional(v.pipe(v.number(), v.description("Seconds; 30 where absent."))),
    onFailure: v.exactOptional(v.picklist(["open", "closed"])),
    onUnsupported: v.exactOptional(v.picklist(["deny", "warn"])),
    blocking: v.exactOptional(v.boolean()),
    contract: v.exactOptional(
      v.strictObject({
        event: v.exactOptional(v.string()),
        timeoutBlocks: v.exactOptional(v.literal(true)),
        isAsync: v.exactOptional(v.literal(true)),
        statusMessage: v.exactOptional(v.string()),
        cwd: v.exactOptional(v.string()),
        hasPlatformCommands: v.exactOptional(v.literal(true)),
        http: v.exactOptional(
          v.strictObject({
            url: v.string(),
            headers: v.array(v.strictObject({ name: v.string(), value: v.string() })),
            allowedVariables: v.array(v.string()),
          }),
        ),
      }),
    ),
    verified: v.exactOptional(v.pipe(v.array(stamped), v.description("Files that must be as they were when the index was made."))),
    when: v.exactOptional(live),
    asks: v.exactOptional(v.pipe(v.array(question), v.description("What the call asks for the gates of a closed hook."))),
  }),
  v.description("The third field of a hook's line; the first is its selector, the second plugin/hook."),
) satisfies v.GenericSchema<unknown, Mutable<WrittenHook>>;

/** Valibot's output types are not readonly. */
type Mutable<T> = { -readonly [K in keyof T]: T[K] };
