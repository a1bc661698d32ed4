/**
 * The environment of detached processes that a hook call starts: that of the user's last `init` or `sync` (RT-36). Only part of it is recorded, because
 * variables contain secrets: only what git, package managers, agents' folders and the system itself use.
 */

import type { Context, Environment, OperatingSystem } from "../context.ts";
import { readPlacesRecord } from "./places-record.ts";
import type { Places } from "./places.ts";

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
