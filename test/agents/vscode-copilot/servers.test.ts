import { agent } from "../../../src/agents/vscode-copilot/agent.ts";
import { corpusOf, judgeServers } from "../judge-servers.ts";
import { serverOracle } from "./oracle-servers.ts";

judgeServers(agent.servers, serverOracle, { corpus: { user: corpusOf("vscode-copilot"), project: corpusOf("vscode-copilot") } });
