import { resolve } from "node:path";

import { resolveCommand, type Surroundings } from "../../packages/programs/resolve-command.ts";
import type { NamedValue, ProcessServer, RemoteServer, Server } from "../plugin.ts";
import { secretInWords, secretShape, withReferences } from "../secrets.ts";
import { checkStarted } from "./check-started.ts";
import { readGate } from "./gate.ts";
import { find, type NamedInstallations } from "./installations.ts";
import { type Finding, isFinding } from "./report.ts";
import type { ServerEntry } from "./schema.ts";

/** From a server's name agents make a key of their file, and names of tools, which have at most 64 letters. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/;

export function checkServer(
  entry: ServerEntry,
  named: NamedInstallations,
  where: Surroundings,
  taken: ReadonlySet<string> = new Set(),
): Server | Finding {
  const { name, type: transport = "stdio" } = entry;
  const gate = readGate(entry);
  if (isFinding(gate)) return gate;
  const misnamed = serverNameFinding(name, taken) ?? valuesFinding(entry);
  if (misnamed !== undefined) return misnamed;
  const about = { name, gate, keepAlive: entry["keep-alive"] ? (true as const) : undefined };
  const checked = transport === "stdio" ? checkProcess(entry, named, where) : checkRemote(entry, transport);
  return isFinding(checked) ? checked : { ...about, ...checked };
}

type OfKind<T extends Server> = Omit<T, "name" | "gate" | "keepAlive"> | Finding;

function checkProcess(entry: ServerEntry, named: NamedInstallations, where: Surroundings): OfKind<ProcessServer> {
  const { name, command, args, cwd, url } = entry;
  const [variables, headers] = [namedValues(entry.env), namedValues(entry.headers)];
  if (url !== undefined || headers.length > 0)
    return wrong(
      url === undefined ? "headers" : "url",
      "is only for a server of type http or sse, and this one is a process",
      'add type = "http" or type = "sse"',
    );
  if (command === undefined)
    return wrong("command", "is missing: a server without `type` is a process that agents start", 'for example command = "my-server"');
  const settings = { transport: "stdio", variables, cwd: cwd === undefined ? undefined : resolve(where.directory, cwd) } as const;
  if (!named.sound.has(command) && !named.broken.has(command)) {
    const own = resolveCommand({ executable: command, args }, where)!;
    return { ...settings, command: own, env: {}, path: [], requirements: [] };
  }
  const found = find(named, command);
  if (typeof found === "string") return { key: "command", message: `its command is ${found}` };
  let problem: Finding | undefined;
  const starter = { kind: "server", name, command, requirements: [], report: (finding: Finding) => void (problem = finding) };
  const started = checkStarted(starter, { requirements: [] }, named, where);
  if (started === undefined) return problem ?? { key: "command", message: "its command is invalid" };
  return { ...settings, ...started, command: { ...started.command, args: [...started.command.args, ...args] } };
}

function checkRemote(entry: ServerEntry, transport: "http" | "sse"): OfKind<RemoteServer> {
  const { command, args, cwd, url } = entry;
  const [env, headers] = [namedValues(entry.env), namedValues(entry.headers)];
  const [stray] = Object.entries({ command, args: args[0], env: env[0], cwd }).find(([, given]) => given !== undefined) ?? [];
  if (stray !== undefined)
    return wrong(stray, `is only for a process, and this server has type ${transport}`, `remove it, or remove type = "${transport}"`);
  if (url === undefined)
    return wrong("url", `is missing: a server of type ${transport} has an address`, 'for example url = "http://localhost:8080/mcp"');
  // A reference stands for any text, and in an address for a port too.
  const plain = withReferences(url, () => "1");
  if (URL.canParse(plain) && ["http:", "https:"].includes(new URL(plain).protocol)) return { transport, url, headers };
  return wrong("url", "is not a valid address", "write it in full, with http:// or https://");
}

/** For a server in any dialect. */
export function serverNameFinding(name: string, taken: ReadonlySet<string>): Finding | undefined {
  if (!NAME.test(name))
    return wrong("name", "must be 1 to 64 letters, digits, -, _ and ., and begin with a letter or digit", 'for example name = "my-server"');
  if (name.toLowerCase() === "symposium") return wrong("name", "is reserved for Symposium's own server", "choose another name");
  if (taken.has(name)) return wrong("name", `is the name of an earlier server of this plugin, ${name}`, "choose another name");
  return undefined;
}

function wrong(key: string, what: string, hint: string): Finding {
  return { key, message: `\`${key}\` ${what}`, hint };
}

const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** What systems and agents accept as a variable or a header. */
const KINDS = [
  { key: "env", what: "variable", allowed: VARIABLE, names: "letters, digits and _" },
  { key: "headers", what: "header", allowed: /^[!#%&'*+.^_`|~0-9A-Za-z-]+$/, names: "letters, digits and -" },
] as const;

export function namedValues(given: ServerEntry["env"]): readonly NamedValue[] {
  return Array.isArray(given) ? given : Object.entries(given).map(([name, value]) => ({ name, value }));
}

/** Values that no system or agent accepts, and secrets (MC-12). */
function valuesFinding(entry: ServerEntry): Finding | undefined {
  for (const { key: kind, what, allowed, names } of KINDS) {
    for (const [at, { name, value }] of namedValues(entry[kind]).entries()) {
      const key = [kind, Array.isArray(entry[kind]) ? at : name];
      if (!allowed.test(name)) return { key, message: `\`${name}\` is not a valid name of a ${what}: use ${names}` };
      const message = valueTrouble(value, `the ${what} ${name}`);
      if (message !== undefined) return { key, message };
      const secret = secretShape(value, name);
      if (secret !== undefined) return literalSecret(key, `the ${what} ${name}`, secret, name);
    }
  }
  const { url, args } = entry;
  const message = url === undefined ? undefined : valueTrouble(url, "`url`");
  if (message !== undefined) return { key: "url", message };
  const inUrl = url === undefined ? undefined : secretInWords(literal(url));
  if (inUrl !== undefined) return literalSecret(["url"], "`url`", inUrl, "MY_TOKEN");
  const inArgs = args.map((argument, at) => secretInWords(literal(argument), args[at - 1])).find((found) => found !== undefined);
  return inArgs === undefined ? undefined : literalSecret(["args"], "an argument", inArgs, "MY_TOKEN", "use `env`: ");
}

function literal(value: string): string {
  return withReferences(value, () => "");
}

function valueTrouble(value: string, what: string): string | undefined {
  // oxlint-disable-next-line no-control-regex
  if (/[\x00\r\n]/.test(value)) return `${what} has a line break or a NUL`;
  const [other] = /\$\{[^}]*\}?/.exec(literal(value)) ?? [];
  return other === undefined ? undefined : `${what} has \`${other}\`, which is not a reference: write \${NAME}`;
}

/** Never shows the value. */
function literalSecret(key: readonly (string | number)[], where: string, secret: string, name: string, first = ""): Finding {
  const reference = VARIABLE.test(name) ? name : "MY_TOKEN";
  return { key, message: `${where} looks like ${secret}`, hint: `${first}refer to a variable of the user's, as in "\${${reference}}"` };
}
