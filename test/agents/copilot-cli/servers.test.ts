import { servers } from "../../../src/agents/copilot-cli/servers.ts";
import { corpusOf, judgeServers } from "../judge-servers.ts";
import { serverOracle } from "./oracle-servers.ts";

judgeServers(servers, serverOracle, { corpus: { user: corpusOf("copilot-cli"), project: corpusOf("claude-code") } });
