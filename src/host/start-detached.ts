/** Processes that outlive us: how they start, what they read, and the environment that a hook call gives them. */

import { openSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Context, Environment, OperatingSystem } from "../context.ts";
import { startAlone } from "./engine.ts";
import { makeFolder } from "./files.ts";
import { type Places, readPlacesRecord } from "./places.ts";
import { closing } from "./read-file.ts";
import { type DetachedProcess, markedEnvironment } from "./start-process.ts";
import { removeQuietly } from "./write-file.ts";

/** In its own session and without our pipes, so that no agent waits for it. Never throws; false where it did not start. */
export function startDetached(job: DetachedProcess): boolean {
  return startAlone({ ...job, env: markedEnvironment(job.env) });
}

/** Calls `start` with a descriptor of the text: a file without a name, so that nothing of it stays on disk. Throws the file system's error. */
export function handOver<T>(folder: string, text: string, start: (stdin: number) => T): T {
  const file = join(folder, `${process.pid}-${Math.random().toString(36).slice(2)}`);
  makeFolder(folder);
  try {
    writeFileSync(file, text, { flag: "wx", mode: 0o600 });
    return closing(openSync(file, "r"), (stdin) => {
      unlinkSync(file);
      return start(stdin);
    });
  } finally {
    removeQuietly(file);
  }
}

/** A final `*` matches any ending. Proxies may have a password in their address; the record is private. */
const RECORDED_VARIABLES: readonly string[] = [
  ...["PATH", "HOME", "USER", "LOGNAME", "USERNAME", "SHELL", "LANG", "LANGUAGE", "LC_*", "TZ", "TMPDIR", "TMP", "TEMP", "XDG_*"],
  ...["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "all_proxy", "no_proxy"],
  ...["SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS", "CURL_CA_BUNDLE", "GIT_SSL_CAINFO", "GIT_SSL_CAPATH"],
  ...["SSH_AUTH_SOCK", "SSH_AGENT_PID", "GIT_SSH", "GIT_SSH_COMMAND", "GIT_SSH_VARIANT", "GIT_CONFIG_GLOBAL", "DBUS_SESSION_BUS_ADDRESS"],
  ...["CI", "NO_UPDATE_NOTIFIER"],
];

const WINDOWS_VARIABLES: readonly string[] = [
  ...["SystemRoot", "SystemDrive", "windir", "ComSpec", "PATHEXT", "USERPROFILE", "HOMEDRIVE", "HOMEPATH", "APPDATA", "LOCALAPPDATA"],
  ...["ProgramData", "ProgramFiles", "ProgramFiles(x86)", "ProgramW6432", "PROCESSOR_ARCHITECTURE", "NUMBER_OF_PROCESSORS"],
];

/** `more` are names used here: variables of ecosystems, those that move agents' folders, and those that plugins' gates read. */
export function recordable(env: Environment, os: OperatingSystem, more: readonly string[]): Readonly<Record<string, string>> {
  const fold = (name: string) => (os === "windows" ? name.toUpperCase() : name);
  const names = [...RECORDED_VARIABLES, ...more, ...(os === "windows" ? WINDOWS_VARIABLES : [])].map(fold);
  const exact = new Set(names);
  const beginnings = names.filter((name) => name.endsWith("*")).map((name) => name.slice(0, -1));
  const isMeant = (name: string) => exact.has(fold(name)) || beginnings.some((start) => fold(name).startsWith(start));
  const kept = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined && isMeant(entry[0]));
  return Object.fromEntries(kept.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** Without a record: enough for a program to start, nothing that anyone chose, and no request for updates from a home without set-up. */
export function recordedEnvironment(places: Pick<Places, "record">, { os, home, env }: Pick<Context, "os" | "home" | "env">): Environment {
  const read = readPlacesRecord(places, os);
  if (read.state === "read") return read.record.environment;
  if (os === "windows") return recordable(env, os, []);
  const lang = env["LC_ALL"] || env["LANG"];
  return { HOME: home, PATH: "/usr/local/bin:/usr/bin:/bin", NO_UPDATE_NOTIFIER: "1", ...(lang ? { LANG: lang } : {}) };
}
