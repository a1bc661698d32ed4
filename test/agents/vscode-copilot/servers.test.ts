import { servers } from "../../../src/agents/vscode-copilot/servers.ts";
import { corpusOf, judgeServers } from "../judge-servers.ts";
import { serverOracle } from "./oracle-servers.ts";

judgeServers(servers, serverOracle, { corpus: { user: corpusOf("vscode-copilot"), project: corpusOf("vscode-copilot") } });
