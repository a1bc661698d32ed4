/**
 * The scanners that the policies of system and user name (IX-20), asked before a consent, an import or an installation takes effect. Each gets what
 * would run as JSON on stdin, and exits 0 to let it pass, 1 to refuse with the text it prints, and 2 for an error.
 */

import type { Context } from "../../context.ts";
import { UserError } from "../../errors.ts";
import { commandLine } from "../../host/command-line.ts";
import { type HandlerEnd, runHandler } from "../../host/run-handler.ts";
import { cleanPath, isUnsafeVariable, pathKey } from "../../host/safe-environment.ts";
import { lookUp, put } from "../../lookup.ts";
import { printable } from "../../model/safe-text.ts";
import type { RunItem } from "../subject.ts";
import type { Policy } from "./judge.ts";

interface ScannerQuestion {
  readonly action: "consent" | "import" | "install";
  readonly plugin: string;
  /** Where it comes from: `npm:widget`, `repository:.`, the manifest's path. */
  readonly origin: string;
  readonly version?: string;
  readonly workspace: string | null;
  readonly manifest: string;
  readonly digest?: string;
  readonly runs: readonly Pick<RunItem, "kind" | "name" | "commands">[];
  /** Absolute paths, with SHA-256. */
  readonly files: readonly { readonly path: string; readonly digest: string }[];
}

interface ScannerSurroundings {
  readonly context: Pick<Context, "env" | "os" | "home">;
  /** The project's, whose programs are not found by their names. */
  readonly folders: readonly (string | null)[];
  readonly timeoutMs?: number;
}

/** Why it must not take effect. All scanners are asked, the system's first. */
export async function whyScannersRefuse(
  policies: readonly Policy[],
  question: ScannerQuestion,
  surroundings: ScannerSurroundings,
): Promise<UserError | undefined> {
  for (const { level, file, isUnread, rules } of policies) {
    if (level === "project") continue;
    if (isUnread === true) return refusal(`the ${level} policy cannot be read, and may name a scanner`, `fix ${file}`);
    if (rules.scanner === undefined) continue;
    const refused = await ask(rules.scanner, question, surroundings);
    if (refused !== undefined) return refusal(`the scanner of the ${level} policy ${refused.why}`, `${file} names it`, refused.lines);
  }
  return undefined;
}

const LONGEST_MS = 60_000;

async function ask(command: string, question: ScannerQuestion, { context, folders, timeoutMs = LONGEST_MS }: ScannerSurroundings) {
  const { os, home } = context;
  const env = cleanEnvironment(context, folders);
  const line = commandLine({ kind: "shell", path: command, args: [] }, os, env);
  if ("missing" in line) return { why: `cannot be started: ${line.missing}`, lines: [] };
  const { version = 1, ...asked } = question;
  const input = `${JSON.stringify({ version, ...asked })}\n`;
  return answerOf(await runHandler({ ...line, cwd: home, env, os, input, timeoutMs, drainMs: 1_000 }), timeoutMs);
}

/** Nothing but a clean exit lets it pass. */
function answerOf(end: HandlerEnd, timeoutMs: number) {
  if (end.kind === "exited" && end.code === 0) return undefined;
  const lines = "stdout" in end ? linesOf(end.stdout.trim() || end.stderr.trim()) : [];
  if (end.kind === "exited" && end.code === 1) return { why: "refuses it", lines };
  if (end.kind === "exited") return { why: `failed with exit code ${end.code}`, lines };
  if (end.kind === "signalled") return { why: `was ended by ${end.signal}`, lines };
  if (end.kind === "timed-out") return { why: `did not answer within ${timeoutMs / 1000} s`, lines };
  return { why: `cannot be started: ${end.message}`, lines };
}

const MOST_LINES = 40;

function linesOf(text: string): readonly string[] {
  const lines = text === "" ? [] : text.split(/\r?\n/).slice(0, MOST_LINES);
  return lines.map((line) => printable(line.slice(0, 500)));
}

/** Without what a project could use to steer it (RT-34). */
function cleanEnvironment({ env, os, home }: ScannerSurroundings["context"], folders: ScannerSurroundings["folders"]) {
  const clean: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) if (value !== undefined && !isUnsafeVariable(name, os)) put(clean, name, value);
  const key = pathKey(clean, os);
  const path = lookUp(clean, key);
  return path === undefined ? clean : { ...clean, [key]: cleanPath(path, { os, home, folders }) };
}

function refusal(why: string, hint: string, details: readonly string[] = []): UserError {
  return new UserError("SCANNER", `nothing was changed: ${why}`, { details: details.length === 0 ? undefined : details, hint });
}
