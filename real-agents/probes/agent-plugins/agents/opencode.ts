import { opencode } from "../../../recipes/opencode.ts";
import type { PackageQuestions } from "../question.ts";

export const opencodePackages: PackageQuestions = {
  recipe: opencode,
  questions: [
    {
      what: "folders alone",
      packages: [
        { at: "~/.config/opencode/plugins/a", name: "a" },
        { at: ".opencode/plugins/b", name: "b" },
        { at: "~/.agents/plugins/c", name: "c" },
        { at: ".agents/plugins/d", name: "d" },
      ],
    },
  ],
};
