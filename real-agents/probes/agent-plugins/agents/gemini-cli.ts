import { geminiCli } from "../../../recipes/gemini-cli.ts";
import { MANIFEST, manifestOf, type PackageQuestions } from "../question.ts";

/** With the manifest of Gemini CLI's own extensions beside the other one. */
const ONE = {
  at: "~/.gemini/extensions/one",
  name: "one",
  manifests: { [MANIFEST]: manifestOf("one"), "gemini-extension.json": { name: "one", version: "1.0.0" } },
};
const ENABLEMENT = "~/.gemini/extensions/extension-enablement.json";

export const geminiPackages: PackageQuestions = {
  recipe: geminiCli,
  questions: [
    {
      what: "folders alone",
      packages: [
        { at: "~/.gemini/extensions/a", name: "a" },
        { at: ".gemini/extensions/b", name: "b" },
        { at: "~/.agents/plugins/c", name: "c" },
        { at: ".agents/plugins/d", name: "d" },
      ],
    },
    { what: "beside its own manifest", packages: [ONE] },
    {
      what: "beside its own manifest, not enabled",
      packages: [ONE],
      settings: { [ENABLEMENT]: { one: { overrides: ["!{home}/*", "!/*"] } } },
    },
    { what: "beside its own manifest, the same skill in `.agents/skills`", packages: [ONE], copies: [".agents/skills/skill-one"] },
  ],
};
