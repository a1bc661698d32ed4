import { qwenCode } from "../../../recipes/qwen-code.ts";
import { claudeHooks, type PackageQuestions } from "../question.ts";

const ONE = { at: "~/.qwen/extensions/one", name: "one" };
const ENABLEMENT = "~/.qwen/extensions/extension-enablement.json";

export const qwenPackages: PackageQuestions = {
  recipe: qwenCode,
  questions: [
    {
      what: "folders alone",
      packages: [
        ONE,
        { at: ".qwen/extensions/two", name: "two" },
        { at: "~/.agents/plugins/a", name: "a" },
        { at: ".agents/plugins/b", name: "b" },
      ],
    },
    {
      what: "installed from a folder",
      packages: [ONE],
      settings: {
        "~/.qwen/extensions/one/.qwen-extension-install.json": {
          source: "{root}/x",
          type: "local",
          originSource: "AgentPlugins",
          externalContent: false,
        },
      },
    },
    {
      what: "linked",
      packages: [{ at: "/elsewhere/one", name: "one" }],
      settings: {
        "~/.qwen/extensions/one/.qwen-extension-install.json": {
          source: "{root}/elsewhere/one",
          type: "link",
          originSource: "AgentPlugins",
          externalContent: false,
        },
      },
    },
    { what: "a link to another folder", packages: [{ ...ONE, linkedTo: "/elsewhere/one" }] },
    { what: "the folder has another name than the plugin", packages: [{ ...ONE, at: "~/.qwen/extensions/other" }] },
    { what: "not enabled in this folder", packages: [ONE], settings: { [ENABLEMENT]: { one: { overrides: ["!{project}/*"] } } } },
    { what: "not enabled anywhere", packages: [ONE], settings: { [ENABLEMENT]: { one: { overrides: ["!{home}/*", "!/*"] } } } },
    { what: "the same skill in `.agents/skills`", packages: [ONE], copies: [".agents/skills/skill-one"] },
    { what: "hooks", packages: [{ ...ONE, hooks: { "hooks/hooks.json": claudeHooks("SessionStart") } }] },
    { what: "not trusted", packages: [ONE], untrusted: true },
    { what: "`QWEN_HOME`", packages: [ONE], moves: { variable: "QWEN_HOME", folder: ".qwen" } },
  ],
};
