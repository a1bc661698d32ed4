/** The part of a generated plugin that OpenCode calls. It follows `plugin.js`, which was measured. */

export const CALLS = String.raw`
export const hooks = async ({ directory, client }) => {
  /** Session → whose child it is, and the text for every request that its start brought. Kept as promises, so that all wait. */
  const sessions = new Map();
  /** Call → text that waits for the tool's result: before a tool there is no place for it. */
  const waiting = new Map();
  /** What OpenCode does not wait for: hooks that run beside, and calls of OpenCode's bus. */
  const running = new Set();

  const beside = (work) => {
    const settled = work.catch(() => {}).finally(() => running.delete(settled));
    running.add(settled);
    return settled;
  };
  const warn = (message) => {
    beside(Promise.resolve(client?.app?.log?.({ body: { service: "hooks", level: "warn", message } })));
  };

  /** Runs the hooks of an event in their order. A denial ends it, a new input reaches the next hook, texts are joined. */
  const run = async (event, { hook, input, output, parentID, tool, prompt }) => {
    const answer = { context: [] };
    let args = tool?.args;
    for (const one of listOf(DOCUMENT.hooks, event)) {
      const found = selected(one.matcher, tool);
      if (found === undefined) continue;
      const envelope = compact({
        event: TABLES.events[event],
        agent: "opencode",
        session_id: input.sessionID ?? null,
        cwd: directory,
        tool: tool && compact({ name: neutralOf(tool.native) ?? mcpName(found.mcp) ?? tool.native, native: tool.native, mcp: found.mcp }),
        input: tool && neutralInput(tool.native, args),
        result: tool?.result,
        prompt,
        raw: compact({ hook, sessionID: input.sessionID, parentID, cwd: directory, input, output }),
      });
      const ended = start(one, JSON.stringify(envelope), directory);
      if (one.async === true) {
        beside(ended);
        continue;
      }
      const read = answerOf(await ended, one);
      if (read.warning !== undefined) warn(labelOf(one) + ": " + read.warning);
      if (read.context) answer.context.push(read.context);
      if (read.deny !== undefined) return { ...answer, deny: read.deny };
      if (read.input !== undefined && event === "tool-execute-before") {
        args = nativeInput(tool.native, args, read.input);
        answer.args = args;
      }
    }
    return answer;
  };

  const begin = (sessionID, hook, known) => {
    const started = (async () => {
      const info = known ?? (await infoOf(client, sessionID));
      const { parentID } = info;
      const event = parentID === undefined ? "session-created" : "subagent-created";
      const { context } = await run(event, { hook, parentID, input: { sessionID, info }, output: {} });
      return { parentID, context };
    })();
    sessions.set(sessionID, started);
    return started;
  };
  /** A session that was resumed begins here with the first thing that is heard of it. */
  const sessionOf = (sessionID, hook) => sessions.get(sessionID) ?? begin(sessionID, hook);
  const parentOf = async (sessionID) => (await sessions.get(sessionID))?.parentID;

  const end = async (sessionID, hook) => {
    const started = await sessions.get(sessionID);
    sessions.delete(sessionID);
    if (started !== undefined && started.parentID === undefined) await run("session-end", { hook, input: { sessionID }, output: {} });
  };
  const heard = async (event, hook, input) => run(event, { hook, input, output: {}, parentID: await parentOf(input.sessionID) });

  const onBus = {
    "session.created": ({ sessionID, info }) => begin(sessionID, "session.created", info),
    "session.idle": async (input) => {
      const isChild = (await parentOf(input.sessionID)) !== undefined;
      await heard(isChild ? "subagent-idle" : "session-idle", "session.idle", input);
    },
    "session.error": (input) => heard("session-error", "session.error", input),
    "permission.asked": (input) => heard("permission-asked", "permission.asked", input),
    "session.deleted": ({ sessionID }) => end(sessionID, "session.deleted"),
  };

  return {
    event: async ({ event }) => {
      if (Object.hasOwn(onBus, event.type)) await beside(Promise.resolve(onBus[event.type](event.properties)));
    },

    "chat.message": async (input, output) => {
      const { parentID } = await sessionOf(input.sessionID, "chat.message");
      const typed = output.parts.filter((part) => part.synthetic !== true);
      // A subagent's task, and text that OpenCode adds, are not the user's prompts.
      if (parentID !== undefined || (output.parts.length > 0 && typed.length === 0)) return;
      const texts = typed.filter((part) => part.type === "text").map((part) => part.text);
      const prompt = texts.length === 0 ? undefined : texts.join("\n");
      const answer = await run("chat-message", { hook: "chat.message", input, output, prompt });
      if (answer.deny !== undefined) {
        await show(client, answer.deny).catch(() => {});
        throw new Error(answer.deny);
      }
      if (answer.context.length > 0) output.parts.push(syntheticPart(answer.context.join("\n\n"), output));
    },

    "experimental.chat.system.transform": async ({ sessionID }, { system }) => {
      if (sessionID === undefined || isForTitle(system)) return;
      const { context } = await sessionOf(sessionID, "experimental.chat.system.transform");
      if (context.length > 0) system.push(context.join("\n\n"));
    },

    // Whatever goes wrong while a new input is put in place is thrown as well: the old one must not run.
    "tool.execute.before": async (input, output) => {
      const tool = { native: input.tool, args: output.args };
      const call = { hook: "tool.execute.before", input, output, parentID: await parentOf(input.sessionID), tool };
      const answer = await run("tool-execute-before", call);
      if (answer.deny !== undefined) throw new Error([answer.deny, ...answer.context].join("\n\n"));
      if (answer.args !== undefined) replace(output.args, answer.args);
      if (answer.context.length > 0) waiting.set(input.callID, answer.context);
    },

    "tool.execute.after": async (input, output) => {
      const tool = { native: input.tool, args: input.args ?? {}, result: resultOf(input.tool, output) };
      const call = { hook: "tool.execute.after", input, output, parentID: await parentOf(input.sessionID), tool };
      const before = waiting.get(input.callID) ?? [];
      waiting.delete(input.callID);
      const answer = await run("tool-execute-after", call);
      const texts = [...before, ...answer.context];
      if (answer.deny !== undefined) setText(output, [answer.deny, ...texts].join("\n\n"));
      else if (texts.length > 0) addText(output, texts.join("\n\n"));
    },

    "experimental.session.compacting": async (input, output) => {
      const call = { hook: "experimental.session.compacting", input, output, parentID: await parentOf(input.sessionID) };
      await run("session-compacting", call);
    },

    dispose: async () => {
      await Promise.all([...sessions.keys()].map((sessionID) => end(sessionID, "dispose")));
      await Promise.all(running);
    },
  };
};

/** What OpenCode knows of a session that began in an earlier process. */
async function infoOf(client, sessionID) {
  try {
    return (await client.session.get({ path: { id: sessionID } })).data ?? {};
  } catch {
    return {};
  }
}

/** Changes the object that OpenCode holds: it ignores another in its place. */
function replace(target, fields) {
  for (const key of Object.keys(target)) if (!Object.hasOwn(fields, key)) delete target[key];
  for (const [key, value] of Object.entries(fields)) put(target, key, value);
}

/** A tool gives its result as a text; a tool of an MCP server as a list of content blocks. */
function addText(output, text) {
  if (Array.isArray(output.content)) output.content.push({ type: "text", text });
  else output.output = output.output ? output.output + "\n\n" + text : text;
}

function setText(output, text) {
  if (Array.isArray(output.content)) output.content.splice(0, output.content.length, { type: "text", text });
  else output.output = text;
}

/** Parts stand in the order of their ids, so that this one follows the user's own. */
function syntheticPart(text, { message, parts }) {
  const last = parts.at(-1)?.id ?? "prt_";
  return { id: last + "0", sessionID: message.sessionID, messageID: message.id, type: "text", text, synthetic: true };
}

/** Of a throw at the prompt OpenCode shows a general error only. */
async function show(client, message) {
  if (process.argv.includes("run")) console.error(message);
  await client?.tui?.showToast({ body: { message, variant: "error" } });
}

function isForTitle(system) {
  return system.length === 1 && system[0].startsWith("You are a title generator");
}
`;
