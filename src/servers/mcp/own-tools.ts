/** The tools that are there in every folder. Hook matchers know a subcommand's tool by not being one of these (`src/model/tool.ts`). */

import type { CallToolResult, ServerContext, Tool } from "@modelcontextprotocol/server";

import { packageInfo } from "../../diagnose/package-info.ts";
import { status } from "../../diagnose/status.ts";
import { messageOf, UserError } from "../../errors.ts";
import type { PlacedContext } from "../../host/places.ts";
import { lookUp } from "../../lookup.ts";
import { readSkillFile, skillFiles, type SkillHere, skillsFor } from "./skills.ts";

const READING = { readOnlyHint: true, openWorldHint: false } as const;

function textProperty(description: string) {
  return { type: "string", description };
}

export const OWN_TOOLS: readonly OfferedTool[] = [
  {
    definition: {
      name: "package_info",
      description:
        "Show which version of a package this workspace uses, the folder of its source, its skills and the state of its plugin. Call it before you use a library.",
      inputSchema: {
        type: "object",
        properties: {
          name: textProperty("The package, with its ecosystem where the workspace does not have it: `serde`, `npm:react`"),
          version: textProperty("Require a version, written as in the package manager's files"),
        },
        required: ["name"],
      },
      annotations: READING,
    },
    call: async (args, { app }) => {
      const name = textOf(args, "name");
      if (name === undefined) throw new UserError("ARGUMENT", "`name` is missing");
      return jsonResult(await packageInfo(app, { name, requirement: textOf(args, "version"), noFetch: "an agent asked for it" }));
    },
  },
  {
    definition: {
      name: "skills",
      description:
        "List the skills that apply in this workspace, or read one. Skills are instructions for the libraries in use: read the one that matches your task first.",
      inputSchema: {
        type: "object",
        properties: {
          name: textProperty("Read this skill; absent to list all"),
          file: textProperty("A file of the skill, relative to its folder; absent for SKILL.md"),
        },
      },
      annotations: READING,
    },
    call: async (args, { app }) => {
      const skills = await skillsFor(app);
      const name = textOf(args, "name");
      if (name === undefined) return jsonResult(skills.map(listed));
      const skill = skills.find((one) => one.name === name);
      const known = skills.length === 0 ? "no skills apply here" : `skills: ${skills.map((one) => one.name).join(", ")}`;
      if (skill === undefined) throw new UserError("NO-SKILL", `no skill \`${name}\` applies here`, { hint: known });
      const path = textOf(args, "file") ?? "SKILL.md";
      const read = readSkillFile(skill, path);
      if (read === undefined) {
        const hint = `files: ${listed(skill).files.join(", ")}`;
        throw new UserError("NO-FILE", `skill \`${name}\` has no file ${JSON.stringify(path)}`, { hint });
      }
      if (!("text" in read))
        throw new UserError("BINARY", `${path} of skill \`${name}\` is not text`, { hint: `it lies in ${skill.directory}` });
      return textResult(read.text);
    },
  },
  {
    definition: {
      name: "status",
      description: "Show which plugins, hooks, skills and MCP servers of Symposium are active in this workspace, and why others are not.",
      inputSchema: { type: "object", properties: {} },
      annotations: READING,
    },
    call: async (_args, { app }) => jsonResult(await status({ ...app, calledAs: "symposium" })),
  },
];

function listed(skill: SkillHere) {
  const { name, description, plugin, source } = skill;
  return { name, description, plugin, source, files: skillFiles(skill).map(({ path }) => path) };
}

export interface OfferedTool {
  readonly definition: Tool;
  /** In the client's folder. A `UserError` becomes a result that says so. */
  readonly call: (
    args: Arguments,
    where: { readonly app: PlacedContext; readonly request: ServerContext["mcpReq"] },
  ) => Promise<CallToolResult>;
}

export type Arguments = Readonly<Record<string, unknown>>;

export function textResult(text: string, isError = false): CallToolResult {
  return { content: [{ type: "text", text }], ...(isError ? { isError } : {}) };
}

function jsonResult(value: unknown): CallToolResult {
  return textResult(JSON.stringify(value, null, 1));
}

export function errorResult(error: unknown): CallToolResult {
  // By its name: the native program has the class once for each file that is loaded when needed.
  if (!(error instanceof Error) || error.name !== "UserError") return textResult(messageOf(error), true);
  const { message, details = [], hint } = error as UserError;
  return textResult([message, ...details, ...(hint === undefined ? [] : [`hint: ${hint}`])].join("\n"), true);
}

/** A string among the arguments; throws where it is something else. */
function textOf(args: Arguments, key: string): string | undefined {
  const value = lookUp(args, key);
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value !== "string") throw new UserError("ARGUMENT", `\`${key}\` must be a string`);
  return value;
}
