/** The answers of our server to one client. */

import { ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";

import { VERSION } from "../version.ts";
import { type ClientRoot, fixedRoot, rootOfClient } from "./client-root.ts";
import type { Session } from "./session.ts";
import { getPrompt, listPrompts } from "./skills/prompts.ts";
import { listResources, readResource } from "./skills/resources.ts";
import { skillsFor } from "./skills/skills-for.ts";
import { offeredTools } from "./tools/offered-tools.ts";
import { failureFor } from "./tools/server-tools.ts";
import { errorResult, textResult } from "./tools/tool.ts";
import { watchLists } from "./watch.ts";

const INSTRUCTIONS =
  "Symposium knows the dependencies of this workspace. Call `skills` for instructions that fit them, and `package_info` for the version and source of a package.";

export function symposiumServer(session: Session, era: "legacy" | "modern"): Server {
  const changes = { listChanged: true };
  const server = new Server(
    { name: "symposium", title: "Symposium", version: VERSION },
    { capabilities: { tools: changes, resources: changes, prompts: changes }, instructions: INSTRUCTIONS },
  );
  const root = rootFor(server, session, era);
  const folder = async () => session.at(await root.folder());
  const watch = watchLists(server, session, folder);
  // Nothing is watched for a client that asks for nothing.
  const here = () => {
    watch.start();
    return folder();
  };
  const skills = async () => {
    const found = await skillsFor(await here());
    watch.listedSkills(found);
    return found;
  };
  server.setRequestHandler("tools/list", async () => {
    const { tools } = await offeredTools(session, await here(), true);
    const definitions = tools.map(({ definition }) => definition);
    watch.listedTools(definitions);
    return { tools: definitions };
  });
  server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) => {
    const app = await here();
    const { tools, servers } = await offeredTools(session, app);
    const tool = tools.find(({ definition }) => definition.name === params.name);
    const failure = tool === undefined ? failureFor(session, servers, params.name) : undefined;
    if (failure !== undefined) return textResult(failure, true);
    if (tool === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `unknown tool ${JSON.stringify(params.name)}`);
    try {
      const result = await tool.call(params.arguments ?? {}, { app, request: mcpReq });
      return server.projectCallToolResult(result, tool.definition.outputSchema);
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      return errorResult(error);
    }
  });
  server.setRequestHandler("resources/list", async () => ({ resources: await listResources(await skills()) }));
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [] }));
  server.setRequestHandler("resources/read", async ({ params }) => readResource(await here(), params.uri));
  server.setRequestHandler("prompts/list", async () => ({ prompts: await listPrompts(await skills()) }));
  server.setRequestHandler("prompts/get", async ({ params }) => getPrompt(await here(), params.name));
  Object.assign(server, { onclose: watch.stop });
  session.onToolsChanged = () => void server.sendToolListChanged().catch(() => {});
  return server;
}

function rootFor(server: Server, { workspace, app }: Session, era: "legacy" | "modern"): ClientRoot {
  if (workspace !== undefined || era === "modern") return fixedRoot(workspace ?? app.context.cwd);
  const root = rootOfClient(server, app.context.cwd);
  server.setNotificationHandler("notifications/roots/list_changed", root.forget);
  return root;
}
