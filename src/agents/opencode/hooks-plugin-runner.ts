/** The part of a generated plugin that selects hooks, runs their commands and reads their answers: the interchange contract. */

export const RUNNER = String.raw`
/** What matched; undefined where the hook is not for this tool. */
function selected(matcher, tool) {
  if (tool === undefined || !Array.isArray(matcher)) return { mcp: tool && onlySplit(tool.native) };
  for (const element of matcher) {
    if (typeof element === "string") {
      if (namesOf(tool).includes(element)) return { mcp: onlySplit(tool.native) };
    } else if (element.mcp !== undefined) {
      const mcp = mcpOf(element.mcp, tool.native);
      if (mcp !== undefined) return { mcp: mcp.tool === undefined ? onlySplit(tool.native) : mcp };
    } else if (finds(element.pattern, tool.native)) return { mcp: onlySplit(tool.native) };
  }
  return undefined;
}

/** A patch that adds a file writes it too, and tools of other versions do the same as today's. */
function namesOf({ native, args }) {
  const names = [native];
  const same = own(TABLES.beside, native);
  if (same !== undefined) for (const [name, neutral] of Object.entries(TABLES.tools)) if (neutral === same) names.push(name);
  if (/^\*\*\* Add File: /m.test(patchIn(native, args) ?? "")) names.push("write");
  return names;
}

function mcpOf({ server, tool }, native) {
  if (isBuiltIn(native)) return undefined;
  if (server === "*") return native.includes("_") ? {} : undefined;
  const before = plain(server) + "_";
  if (!native.startsWith(before) || native.length === before.length) return undefined;
  const rest = native.slice(before.length);
  return tool === undefined || plain(tool) === rest ? { server, tool: tool ?? rest } : undefined;
}

/** OpenCode replaces every other character in the names of servers and their tools. */
function plain(name) {
  return name.replace(/[^a-zA-Z0-9_-]/g, "_");
}

function neutralOf(native) {
  return own(TABLES.tools, native) ?? own(TABLES.beside, native);
}

function isBuiltIn(native) {
  return neutralOf(native) !== undefined;
}

/** Server and tool, where the name can be split in one way only. */
function onlySplit(native) {
  const [server, tool, ...more] = native.split("_");
  return isBuiltIn(native) || !server || !tool || more.length > 0 ? undefined : { server, tool };
}

function mcpName(mcp) {
  return mcp && "mcp__" + mcp.server + "__" + mcp.tool;
}

/** A pattern that cannot be read finds everything: a guard runs rather than not. */
function finds(pattern, text) {
  try {
    return new RegExp(pattern).test(text);
  } catch {
    return true;
  }
}

function patchIn(native, args) {
  return ["apply_patch", "patch"].includes(native) && typeof args?.patchText === "string" ? args.patchText : undefined;
}

/** The tool's input under the names of fields that hooks for every agent know. */
function neutralInput(native, args) {
  if (!isBuiltIn(native) || !isObject(args)) return args;
  const patch = patchIn(native, args);
  if (patch !== undefined) {
    const files = [...new Set([...patch.matchAll(/^\*\*\* (?:Add File|Update File|Delete File|Move to): (.+)$/gm)].map(([, file]) => file.trim()))];
    const { patchText: _, ...others } = args;
    return { ...others, ...(files.length === 0 ? {} : { file_path: files[0] }), files, patch };
  }
  const input = {};
  for (const [key, value] of Object.entries(args)) {
    const name = TABLES.fields.find(({ native: field, claude }) => field === key && !Object.hasOwn(args, claude))?.claude;
    put(input, name ?? key, value);
  }
  return input;
}

/** The whole input after a change: named fields are replaced, the rest stays. */
function nativeInput(native, args, changes) {
  const result = { ...args };
  if (patchIn(native, args) !== undefined) {
    const { patch, file_path: _path, files: _files, ...rest } = changes;
    return { ...result, ...rest, ...(patch === undefined ? {} : { patchText: patch }) };
  }
  for (const [key, value] of Object.entries(changes)) {
    const renamed = isBuiltIn(native) && !Object.hasOwn(args, key) ? TABLES.fields.find(({ claude }) => claude === key)?.native : undefined;
    put(result, renamed ?? key, value);
  }
  return result;
}

function resultOf(native, output) {
  const blocks = Array.isArray(output.content) ? output.content.filter(({ text }) => typeof text === "string") : undefined;
  const text = typeof output.output === "string" ? output.output : blocks?.map((block) => block.text).join("\n");
  const name = neutralOf(native) === "shell" ? "stdout" : "text";
  return { ...(text === undefined ? {} : { [name]: text }), ...output };
}

/** How the command ended: code, stdout and stderr, or why there are none. */
function start(hook, input, directory) {
  return new Promise((resolve) => {
    const system = { win32: "windows", linux: "linux", darwin: "darwin" }[process.platform];
    const command = hook[system] ?? hook.command;
    if (typeof command !== "string") return resolve({ failure: "it has no command for this system" });
    const isWindows = process.platform === "win32";
    const options = {
      cwd: typeof hook.cwd === "string" ? join(directory, hook.cwd) : directory,
      env: { ...process.env, ...hook.env },
      stdio: ["pipe", "pipe", "pipe"],
      windowsHide: true,
      // A group of its own, so that what the command started ends with it.
      detached: !isWindows,
    };
    let child;
    try {
      child = isWindows ? spawn(command, { ...options, shell: true }) : spawn("/bin/sh", ["-c", command], options);
    } catch (error) {
      return resolve({ failure: String(error) });
    }
    const seconds = hook.timeout > 0 ? hook.timeout : SECONDS;
    const late = setTimeout(() => {
      stop(child, isWindows);
      resolve({ late: seconds });
    }, Math.min(seconds * 1000, 2147483647));
    const texts = { stdout: [], stderr: [] };
    for (const name of ["stdout", "stderr"]) {
      let length = 0;
      child[name].on("data", (piece) => {
        length += piece.length;
        if (length <= MOST_BYTES) texts[name].push(piece);
      });
      child[name].on("error", () => {});
    }
    child.stdin.on("error", () => {});
    const finish = (ended) => {
      clearTimeout(late);
      resolve(ended);
    };
    child.on("error", (error) => finish({ failure: String(error) }));
    child.on("close", (code) => {
      const [stdout, stderr] = [texts.stdout, texts.stderr].map((pieces) => Buffer.concat(pieces).toString("utf8"));
      finish({ code, stdout, stderr });
    });
    child.stdin.end(input);
  });
}

function stop(child, isWindows) {
  try {
    if (isWindows) spawn("taskkill", ["/pid", String(child.pid), "/t", "/f"], { stdio: "ignore", windowsHide: true });
    else process.kill(-child.pid, "SIGKILL");
  } catch {
    child.kill("SIGKILL");
  }
}

/** Exit code 0 with JSON or nothing, 2 to block where the hook may, anything else is a warning. */
function answerOf({ failure, late, code, stdout, stderr }, hook) {
  if (late !== undefined) {
    const message = "The hook " + labelOf(hook) + " did not answer within " + late + " s.";
    return hook.timeout_action === "block" && hook.blocking === true ? { deny: message } : { warning: message };
  }
  if (failure !== undefined) return { warning: failure };
  if (code === 2 && hook.blocking === true) return { deny: stderr.trim() || "Blocked by the hook " + labelOf(hook) + "." };
  if (code !== 0) return { warning: "it exited with code " + code + ": " + stderr.trim() };
  if (stdout.trim() === "") return {};
  let answer;
  try {
    answer = JSON.parse(stdout);
  } catch {
    return { warning: "its output is not JSON" };
  }
  if (!isObject(answer)) return { warning: "its output is not a JSON object" };
  const { decision, reason, context, updated_input: input } = answer;
  if (![undefined, null, "allow", "deny", "ask"].includes(decision)) return { warning: "its decision is not valid: it must be allow, ask or deny" };
  const read = { ...(typeof context === "string" ? { context } : {}), ...(isObject(input) ? { input } : {}) };
  // OpenCode asks no user for a plugin, so a question is a denial.
  const isDenied = decision === "deny" || decision === "ask";
  return isDenied ? { ...read, deny: typeof reason === "string" && reason !== "" ? reason : "Blocked by the hook " + labelOf(hook) + "." } : read;
}

function labelOf({ name, command }) {
  return String(name ?? command);
}

function own(table, key) {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

function listOf(table, key) {
  const list = isObject(table) ? own(table, key) : undefined;
  return Array.isArray(list) ? list.filter(isObject) : [];
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function put(target, key, value) {
  if (key === "__proto__") Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  else target[key] = value;
}

function compact(fields) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));
}
`;
