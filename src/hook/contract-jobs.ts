/**
 * The process of a hook whose manifest says more than a command (IX-11): the folder it runs in, or a request, which our own program sends as a
 * child (`symposium-hook --post`), because a hook call uses no network (RT-35).
 */

import { resolve } from "node:path";

import type { Environment } from "../context.ts";
import { isAtOrBelow } from "../host/bounds.ts";
import { writeAll } from "../host/output.ts";
import { realPathIfThere } from "../host/paths.ts";
import { post, type PostRequest } from "../host/post.ts";
import { readStdin } from "../host/stdin.ts";
import { isListOf, isObject, isText, isTextPair, parseJson } from "../model/json.ts";
import { addressTrouble, headerValue, isHeaderValue, isLoopback } from "../model/request.ts";
import type { HandlerContract, HttpHandler } from "../plugins/plugin.ts";
import { handlerInput, type HandlerJobs, handlerJobs, type JobMaking } from "./handler-job.ts";
import { type HookServices, POST } from "./services.ts";

export async function contractJobs(
  { cwd, http }: HandlerContract,
  making: JobMaking,
  services: Pick<HookServices, "context" | "ownProgram" | "recordedEnv">,
  workspace: string | null,
): Promise<HandlerJobs> {
  if (http !== undefined) return requestJobs(http, making, services);
  if (cwd === undefined) return handlerJobs(making);
  const project = workspace ?? making.input.cwd ?? services.context.cwd;
  const folder = folderInside(project, cwd);
  if (folder === undefined) return { missing: `its folder ${JSON.stringify(cwd)} is missing, or is not inside ${project}` };
  return handlerJobs({ ...making, around: { ...making.around, folders: [folder] } });
}

/** Where the path leads, through links. */
function folderInside(project: string, cwd: string): string | undefined {
  const top = realPathIfThere(project);
  const folder = realPathIfThere(resolve(project, cwd));
  return top !== undefined && folder !== undefined && isAtOrBelow(folder, top) ? folder : undefined;
}

/**
 * The child has the environment of the user's last `init` or `sync`, so that nothing in a project chooses a proxy or a certificate authority. It gets
 * secrets over stdin, where other users do not see them.
 */
async function requestJobs(
  { url, headers, allowedVariables }: HttpHandler,
  { hook, input, payload, shim, around, timeoutMs }: JobMaking,
  { context, ownProgram, recordedEnv }: Pick<HookServices, "context" | "ownProgram" | "recordedEnv">,
): Promise<HandlerJobs> {
  const sent: (readonly [string, string])[] = [];
  for (const { name, value } of headers) {
    const text = headerValue(value, allowedVariables, context.env);
    if (!isHeaderValue(text))
      return { missing: `the header ${name} would have a line break, or another character that no header may have` };
    sent.push([name, text]);
  }
  const request: PostRequest = { url, headers: sent, body: shim?.text ?? handlerInput(hook, input, payload) };
  const [file, ...args] = ownProgram;
  const job = {
    file,
    args: [...args, POST],
    cwd: context.home,
    env: requestEnvironment(await recordedEnv(), url),
    input: JSON.stringify(request),
    timeoutMs,
    os: around.os,
  };
  return { inTurn: [job] };
}

/** Requests to this machine use no proxy. */
function requestEnvironment(recorded: Environment, url: string): Environment {
  if (!isLoopback(url)) return { ...recorded, NODE_USE_ENV_PROXY: "1" };
  return Object.fromEntries(Object.entries(recorded).filter(([name]) => !/_proxy$/i.test(name)));
}

const LARGEST_REQUEST = 512 * 1024 * 1024;

/**
 * `symposium-hook --post`: sends one event and prints the answer, as a handler would (IX-11). Exit code 0 means 2xx with a JSON object; anything else
 * is exit code 1, with the reason on stderr. A process of its own, because a hook call uses no network (RT-35). Its caller ends it when time is up.
 */
export async function postEvent(): Promise<never> {
  const stdin = await readStdin({ idleMs: 5_000, maxBytes: LARGEST_REQUEST });
  const request = stdin.kind === "text" ? parseJson(stdin.text) : undefined;
  const { url, headers, body }: Record<string, unknown> = isObject(request) ? request : {};
  if (!isText(url) || !isListOf(headers, isTextPair) || !isText(body)) return fail("stdin has no request");
  const trouble = addressTrouble(url);
  if (trouble !== undefined) return fail(trouble);
  try {
    const { status, text } = await post({ url, headers, body });
    if (status < 200 || status > 299)
      return fail(`${url} answered with status ${status}${status >= 300 && status < 400 ? ", and redirects are not followed" : ""}`);
    if (!isObject(parseJson(text))) return fail(`${url} answered with something that is not a JSON object`);
    writeAll(1, text);
    process.exit(0);
  } catch (error) {
    return fail(`${url}: ${error instanceof Error ? error.message || (error as NodeJS.ErrnoException).code || error.name : String(error)}`);
  }
}

function fail(reason: string): never {
  writeAll(2, `${reason}\n`);
  process.exit(1);
}
