/**
 * Symposium for OpenCode: hands what happens here to `symposium-hook` and does what it answers. Written by `symposium init`.
 *
 * Our program is started as `symposium-hook opencode <event>` and given one JSON object:
 *
 *   { hook, sessionID, parentID?, cwd, input, output }
 *
 * `hook` is OpenCode's own name, `input` and `output` are what OpenCode gave to that hook; an event of its bus has its
 * properties as `input`. It answers with nothing, or with one JSON object of which every key may be absent:
 *
 *   deny     before a tool and at a prompt: the text that is thrown; after a tool: the text that takes the result's place
 *   args     the tool's whole new input
 *   context  text for the model: after a tool, at a prompt, and at session start for every request of that session
 *   output   the hook's `output` as a handler of OpenCode's own form left it
 */

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

/** Filled in where the user moved our directory. No variable is asked for it: a project can set those. */
const MOVED_TO = "";

const SECONDS = 60;
const SECONDS_AT_END = 5;
/** Where OpenCode was started. */
const FOLDER = process.cwd();

/** Folders in which this file is at work: one that was loaded for the user and for the project acts once. */
const LOADED = Symbol.for("symposium");

export const symposium = async ({ directory, client }) => {
  const loaded = (globalThis[LOADED] ??= new Set());
  if (loaded.has(directory)) return {};
  loaded.add(directory);

  /** Session → what its start brought: whose child it is, and a text for every request. Kept as promises, so that all wait. */
  const sessions = new Map();
  /** Calls nobody waits for, because OpenCode does not wait for its bus. */
  const running = new Set();

  const call = (event, { hook, input, output, parentID }, seconds = SECONDS) =>
    ask(event, { hook, sessionID: input.sessionID, parentID, cwd: directory, input, output }, seconds);

  const begin = (sessionID, hook, known) => {
    const start = async () => {
      const info = known ?? (await infoOf(client, sessionID));
      const { parentID } = info;
      const event = parentID === undefined ? "session-created" : "subagent-created";
      const { context } = await call(event, { hook, parentID, input: { sessionID, info }, output: {} });
      return { parentID, context };
    };
    const started = start();
    sessions.set(sessionID, started);
    return started;
  };
  /** A session that was resumed begins here with the first thing that is heard of it. */
  const sessionOf = (sessionID, hook) => sessions.get(sessionID) ?? begin(sessionID, hook);
  const parentOf = async (sessionID) => (await sessions.get(sessionID))?.parentID;

  const onBus = {
    "session.created": ({ sessionID, info }) => begin(sessionID, "session.created", info),
    "session.idle": async (input) => {
      const parentID = await parentOf(input.sessionID);
      await call(parentID === undefined ? "session-idle" : "subagent-idle", { hook: "session.idle", input, output: {}, parentID });
    },
    "session.error": async (input) => {
      await call("session-error", { hook: "session.error", input, output: {}, parentID: await parentOf(input.sessionID) });
    },
    "permission.asked": async (input) => {
      await call("permission-asked", { hook: "permission.asked", input, output: {}, parentID: await parentOf(input.sessionID) });
    },
    "session.deleted": ({ sessionID }) => end(sessionID, "session.deleted"),
  };

  const end = async (sessionID, hook) => {
    const started = await sessions.get(sessionID);
    sessions.delete(sessionID);
    if (started === undefined || started.parentID !== undefined) return;
    await call("session-end", { hook, input: { sessionID }, output: {} }, SECONDS_AT_END);
  };

  return {
    event: async ({ event }) => {
      const work = Promise.resolve(onBus[event.type]?.(event.properties)).catch(() => {});
      running.add(work);
      await work;
      running.delete(work);
    },

    "chat.message": async (input, output) => {
      const { parentID } = await sessionOf(input.sessionID, "chat.message");
      const answer = await call("chat-message", { hook: "chat.message", input, output, parentID });
      if (answer.deny !== undefined) {
        await show(client, answer.deny).catch(() => {});
        throw new Error(answer.deny);
      }
      assign(output, answer.output);
      if (answer.context !== undefined) output.parts.push(syntheticPart(answer.context, output));
    },

    "experimental.chat.system.transform": async ({ sessionID }, { system }) => {
      if (sessionID === undefined || isForTitle(system)) return;
      const { context } = await sessionOf(sessionID, "experimental.chat.system.transform");
      if (context !== undefined) system.push(context);
    },

    // Whatever goes wrong while a new input is put in place is thrown as well: the old one must not run.
    "tool.execute.before": async (input, output) => {
      const parentID = await parentOf(input.sessionID);
      const answer = await call("tool-execute-before", { hook: "tool.execute.before", input, output, parentID });
      if (answer.deny !== undefined) throw new Error(answer.deny);
      replace(output.args, answer.args);
    },

    "tool.execute.after": async (input, output) => {
      const parentID = await parentOf(input.sessionID);
      const answer = await call("tool-execute-after", { hook: "tool.execute.after", input, output, parentID });
      assign(output, answer.output);
      if (answer.deny !== undefined) setText(output, answer.deny);
      else if (answer.context !== undefined) addText(output, answer.context);
    },

    "experimental.session.compacting": async (input, output) => {
      const hook = "experimental.session.compacting";
      assign(output, (await call("session-compacting", { hook, input, output, parentID: await parentOf(input.sessionID) })).output);
    },

    dispose: async () => {
      await Promise.all(running);
      await Promise.all([...sessions.keys()].map((sessionID) => end(sessionID, "dispose")));
      loaded.delete(directory);
    },
  };
};

/** What our program answers; an empty object when it is idle, missing, late, or says nothing that can be read. Never throws. */
async function ask(event, payload, seconds) {
  try {
    const home = MOVED_TO || join(homedir(), ".symposium");
    if (!isAbsolute(home)) return {};
    const program = programs()
      .map((name) => join(home, "bin", name))
      .find((path) => existsSync(path));
    if (existsSync(join(home, "idle", `opencode.${event}`)) || program === undefined) return {};
    const answer = JSON.parse((await run(program, event, JSON.stringify(payload), seconds)) || "{}");
    return isObject(answer) ? answer : {};
  } catch {
    return {};
  }
}

/** On Windows the batch file is there where the native program is not. */
function programs() {
  return process.platform === "win32" ? ["symposium-hook.exe", "symposium-hook.cmd"] : ["symposium-hook"];
}

/** A batch file is started by `cmd.exe`, in a line in which everything is quoted and no variable is read. */
function commandOf(program, event) {
  if (!program.endsWith(".cmd")) return { file: program, args: ["opencode", event] };
  const line = [program, "opencode", event].map((word) => `"${word.replaceAll("%", "%%cd:~,%")}"`).join(" ");
  const file = process.env.ComSpec || "C:\\Windows\\System32\\cmd.exe";
  return { file, args: ["/e:ON", "/v:OFF", "/d", "/s", "/c", `"${line}"`], windowsVerbatimArguments: true };
}

function run(program, event, input, seconds) {
  return new Promise((resolve, reject) => {
    const { file, args, ...how } = commandOf(program, event);
    // Our program cannot start in a folder that was deleted; the payload names the one that a call is about.
    const cwd = existsSync(FOLDER) ? FOLDER : homedir();
    const child = spawn(file, args, { ...how, cwd, stdio: ["pipe", "pipe", "ignore"], windowsHide: true });
    const late = setTimeout(() => {
      child.kill("SIGKILL");
      reject(new Error("late"));
    }, seconds * 1000);
    const pieces = [];
    child.stdout.on("data", (piece) => pieces.push(piece));
    child.stdout.on("error", () => {});
    child.stdin.on("error", () => {});
    child.on("error", reject);
    child.on("close", () => {
      clearTimeout(late);
      resolve(Buffer.concat(pieces).toString("utf8"));
    });
    child.stdin.end(input);
  });
}

/** What OpenCode knows of a session that began in an earlier process. */
async function infoOf(client, sessionID) {
  try {
    return (await client.session.get({ path: { id: sessionID } })).data ?? {};
  } catch {
    return {};
  }
}

/** Puts fields into `target` itself: OpenCode goes on with the object it gave us, not with one that we put in its place. */
function assign(target, fields) {
  for (const [key, value] of Object.entries(fields ?? {})) {
    const present = target[key];
    if (Array.isArray(present) && Array.isArray(value)) present.splice(0, present.length, ...value);
    else if (isObject(present) && isObject(value)) replace(present, value);
    else target[key] = value;
  }
}

/** The same for a whole: fields that are not named go. */
function replace(target, fields) {
  if (fields === undefined) return;
  for (const key of Object.keys(target)) if (!(key in fields)) delete target[key];
  assign(target, fields);
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A tool gives its result as a text; a tool of an MCP server as a list of content blocks. */
function addText(output, text) {
  if (Array.isArray(output.content)) output.content.push({ type: "text", text });
  else output.output = output.output ? `${output.output}\n\n${text}` : text;
}

function setText(output, text) {
  if (Array.isArray(output.content)) output.content.splice(0, output.content.length, { type: "text", text });
  else output.output = text;
}

/** Parts stand in the order of their ids, so that this one follows the user's own. */
function syntheticPart(text, { message, parts }) {
  const last = parts.at(-1)?.id ?? "prt_";
  return { id: `${last}0`, sessionID: message.sessionID, messageID: message.id, type: "text", text, synthetic: true };
}

/** Of a throw at the prompt OpenCode shows a general error only: the reason goes to its screen, or to the terminal of a single run. */
async function show(client, message) {
  if (process.argv.includes("run")) console.error(message);
  await client?.tui?.showToast({ body: { message, variant: "error" } });
}

/** The request that asks for a title runs beside the first one and has nothing but its own instructions. */
function isForTitle(system) {
  return system.length === 1 && system[0].startsWith("You are a title generator");
}
