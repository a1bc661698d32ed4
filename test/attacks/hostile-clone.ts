/**
 * A user with a guard, a private registry and its token, and a clone of someone else's repository. Sessions are opened in the clone as an
 * agent does it: the placed program is called, and what it starts in the background is waited for.
 */

import { spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";

import type { Context } from "../../src/context.ts";
import { buildFolder, program } from "../foundation/programs.ts";
import { hasCargo } from "../packages/cargo/real-cargo.ts";
import { type Ended, runInProcess } from "../support/run-in-process.ts";
import { temporaryHome } from "../support/temporary-home.ts";
import { guard } from "./guarded-home.ts";

export const TOKEN = "s3cret-token-of-the-user";
export const SECRET = "s3cret-file-of-the-user";

export interface HostileClone extends AsyncDisposable {
  readonly home: string;
  readonly clone: string;
  /** The attacker's address. */
  readonly evil: string;
  /** What reached the attacker: address and `Authorization`. */
  readonly requests: readonly string[];
  /** A script that notes when it runs. */
  readonly trap: string;
  readonly sprung: () => string;
  readonly write: (path: string, text: string) => void;
  readonly env: Readonly<Record<string, string>>;
  /** One call of Claude Code; resolves when the answer is there. */
  readonly call: (event: string, env?: Readonly<Record<string, string>>) => Promise<Answer>;
  /** The start of a session, and everything that it left to the background. */
  readonly open: (env?: Readonly<Record<string, string>>) => Promise<Answer>;
  readonly symposium: (...args: string[]) => Ended;
  /** The same in this process, which costs a fraction. */
  readonly inProcess: (...args: string[]) => Promise<Ended>;
  /** Every text that lies in the clone now and did not come with it. */
  readonly added: () => string;
  /** What the user's Cargo was called with. */
  readonly cargoCalls: () => readonly string[];
}

export interface Answer {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
  readonly ms: number;
}

/** Cargo of the toolchain itself, without rustup in between. */
const CARGO = hasCargo() ? realpathSync(cargoFile()) : undefined;

export async function hostileClone(files: Readonly<Record<string, string>> = {}): Promise<HostileClone> {
  const there = await temporaryHome({ home: ".", project: "src/clone" });
  const { home, project: clone, write } = there;
  const requests: string[] = [];
  const server = createServer(({ url = "", headers }, response) => {
    requests.push(`${url} ${headers.authorization ?? ""}`.trim());
    // A client that is asked to log in sends the token.
    response.writeHead(headers.authorization === undefined ? 401 : 404, { "www-authenticate": "Cargo" }).end();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const evil = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const trap = join(clone, "trap.sh");
  for (const [path, text] of Object.entries(guard())) write(`.symposium/plugins/guard/${path}`, String(text));
  write(".symposium/config.toml", 'auto-update = "off"\n[defaults]\nsymposium-recommendations = false\n');
  write(
    ".cargo/config.toml",
    '[registries.corp]\nindex = "sparse+http://127.0.0.1:9/corp/"\n[registry]\nglobal-credential-providers = ["cargo:token"]\n',
  );
  write(".cargo/credentials.toml", `[registries.corp]\ntoken = "${TOKEN}"\n[registry]\ntoken = "${TOKEN}"\n`);
  write("private/SKILL.md", `---\nname: private\ndescription: ${SECRET}\n---\n${SECRET}\n`);
  write("private/key", SECRET);
  write("src/clone/.git/HEAD", "ref: refs/heads/main\n");
  write("src/clone/src/lib.rs", "");
  write("src/clone/trap.sh", `#!/bin/sh\necho "$0 $*" >> '${join(home, "sprung")}'\nexit 1\n`);
  chmodSync(trap, 0o755);
  write("bin/cargo", cargoScript(home));
  chmodSync(join(home, "bin", "cargo"), 0o755);
  const fill = (text: string) => text.replaceAll("EVIL", evil).replaceAll("TRAP", trap).replaceAll("CLONE", clone).replaceAll("HOME", home);
  for (const [path, text] of Object.entries(files)) {
    write(`src/clone/${path}`, fill(text));
    if (text.startsWith("#!")) chmodSync(join(clone, path), 0o755);
  }
  const env = {
    HOME: home,
    PATH: [join(home, "bin"), dirname(process.execPath), "/usr/bin", "/bin"].join(":"),
    NO_COLOR: "1",
    GIT_ALLOW_PROTOCOL: "file:http",
    NO_UPDATE_NOTIFIER: "1",
  };
  const symposium = (...args: string[]) => {
    const ended = spawnSync(process.execPath, [program("symposium"), ...args], { cwd: clone, env, encoding: "utf8", timeout: 60_000 });
    return { exitCode: ended.status ?? -1, stdout: ended.stdout, stderr: ended.stderr };
  };
  const context: Context = { os: "linux", home, cwd: clone, env, now: Date.now };
  const inProcess = (...args: string[]) => runInProcess({ args, context, dist: buildFolder({ native: true }) });
  const setUp = await inProcess("init", "--add-agent", "claude-code");
  if (setUp.exitCode !== 0) throw new Error(`init failed: ${setUp.stderr}`);
  const before = new Set(filesIn(clone));
  const call = (event: string, more: Readonly<Record<string, string>> = {}) => {
    const filled = Object.fromEntries(Object.entries(more).map(([name, value]) => [name, fill(value)]));
    return callHook(join(home, ".symposium/bin/symposium-hook"), event, clone, { ...env, ...filled });
  };
  const open = async (more?: Readonly<Record<string, string>>) => {
    const answer = await call("SessionStart", more);
    await untilQuiet(join(home, ".symposium"));
    return answer;
  };
  const close = async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
    await there[Symbol.asyncDispose]();
  };
  return {
    home,
    clone,
    evil,
    requests,
    trap,
    env,
    write,
    call,
    open,
    symposium,
    inProcess,
    sprung: () => textOf(join(home, "sprung")),
    added: () =>
      filesIn(clone)
        .flatMap((file) => (before.has(file) ? [] : [`${file}\n${textOf(file)}`]))
        .join("\n"),
    cargoCalls: () => textOf(join(home, "cargo-calls")).split("\n").filter(Boolean),
    [Symbol.asyncDispose]: close,
  };
}

/** Notes its call and becomes the real one, where there is one. */
function cargoScript(home: string): string {
  const real = CARGO === undefined ? "exit 101" : `PATH='${dirname(CARGO)}':"$PATH" exec '${CARGO}' "$@"`;
  return `#!/bin/sh\necho "$PWD $*" >> '${join(home, "cargo-calls")}'\n${real}\n`;
}

function cargoFile(): string {
  const told = spawnSync("rustup", ["which", "cargo"], { encoding: "utf8" });
  return told.status === 0 ? told.stdout.trim() : spawnSync("sh", ["-c", "command -v cargo"], { encoding: "utf8" }).stdout.trim();
}

function callHook(file: string, event: string, cwd: string, env: Readonly<Record<string, string>>): Promise<Answer> {
  const payload = {
    session_id: "s1",
    transcript_path: "",
    cwd,
    hook_event_name: event,
    source: "startup",
    tool_name: "Bash",
    tool_input: { command: "ls" },
  };
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(file, ["claude-code", event], { cwd, env, timeout: 60_000, killSignal: "SIGKILL" });
    const texts = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const) child[name].setEncoding("utf8").on("data", (text: string) => (texts[name] += text));
    child.on("error", reject);
    child.on("exit", (code) => setTimeout(() => resolve({ ...texts, exitCode: code ?? -1, ms: performance.now() - began }), 50));
    child.stdin.on("error", () => {});
    child.stdin.end(JSON.stringify(payload));
  });
}

/** What runs in the background was started before the call ended, with `--refresh` and a folder of the home; it holds a lock. */
export async function untilQuiet(base: string): Promise<void> {
  for (let waited = 0; waited < 1_200 && isRefreshing(base); waited++) await new Promise((resume) => setTimeout(resume, 50));
}

function isRefreshing(base: string): boolean {
  const [home, locks] = [dirname(base), join(base, "locks")];
  if (existsSync(locks) && readdirSync(locks).some((name) => name.startsWith("refresh-"))) return true;
  const processes = existsSync("/proc") ? readdirSync("/proc").filter((name) => /^\d+$/.test(name)) : [];
  return processes.some((pid) => {
    const line = textOf(`/proc/${pid}/cmdline`);
    return line.includes("\0--refresh\0") && line.includes(home);
  });
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
