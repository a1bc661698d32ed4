/** The process of a hook whose manifest says more than a command (IX-11): the folder it runs in, or a request instead of a program. */

import { resolve } from "node:path";

import { headerValue, isHeaderValue } from "../canonical/header-value.ts";
import { isLoopback } from "../canonical/request-address.ts";
import type { Environment } from "../context.ts";
import { isAtOrBelow } from "../platform/bounds.ts";
import { realPathIfThere } from "../platform/real-path.ts";
import type { HandlerContract, HttpHandler } from "../plugins/plugin.ts";
import { handlerInput, type HandlerJobs, handlerJobs, type JobMaking } from "./handler-job.ts";
import type { HookServices } from "./hook-services.ts";
import { POST } from "./own-modes.ts";
import type { PostRequest } from "./post-event.ts";

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
 * Our own program sends it, as a child: with the environment of the user's last `init` or `sync`, so that nothing in a project chooses a proxy or a certificate
 * authority. Secrets go over its stdin, where other users do not see them.
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

/** A proxy is for other machines. */
function requestEnvironment(recorded: Environment, url: string): Environment {
  if (!isLoopback(url)) return { ...recorded, NODE_USE_ENV_PROXY: "1" };
  return Object.fromEntries(Object.entries(recorded).filter(([name]) => !/_proxy$/i.test(name)));
}
