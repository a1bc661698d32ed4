/** The ways to make one hook call: in this process with told endings, or through a built program with real handlers. */

import type { HookAnswer } from "../oracles/oracle.ts";
import type { BUILT, Home } from "../support/home.ts";
import type { Case } from "./case.ts";
import { endingOf } from "./handlers.ts";
import { SCRIPT } from "./home.ts";

export type Caller = (agent: string, event: string, payload: string) => Promise<HookAnswer>;

/** Gives the caller for a case whose plugins are installed in the home. */
export type Form = (home: Home, plugins: Case["plugins"]) => Caller;

export const inProcess: Form = (home, plugins) => {
  const services: Parameters<Home["services"]>[0] = {
    hookFilesOf: () => Promise.resolve(undefined),
    runHandler: async ({ args, input }) => {
      const plugin = plugins.find(({ name }) => args.some((arg) => arg.endsWith(`/${name}/${SCRIPT}`)));
      if (plugin === undefined) throw new Error(`no plugin has ${args.join(" ")}`);
      return endingOf(plugin.handler, args.at(-1) ?? "", input);
    },
  };
  return (agent, event, payload) => home.call(agent, event, payload, { services });
};

export function throughProgram(form: (typeof BUILT)[number]): Form {
  return (home) => (agent, event, payload) => home.call(agent, event, payload, { form });
}
