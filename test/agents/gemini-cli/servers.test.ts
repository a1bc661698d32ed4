import { agent } from "../../../src/agents/gemini-cli/agent.ts";
import { corpusOf, judgeServers } from "../judge-servers.ts";
import { serverOracle } from "./oracle-servers.ts";

judgeServers(agent.servers, serverOracle, { corpus: { user: corpusOf("gemini-cli"), project: corpusOf("gemini-cli") } });
