import { servers } from "../../../src/agents/gemini-cli/servers.ts";
import { corpusOf, judgeServers } from "../judge-servers.ts";
import { serverOracle } from "./oracle-servers.ts";

judgeServers(servers, serverOracle, { corpus: { user: corpusOf("gemini-cli"), project: corpusOf("gemini-cli") } });
