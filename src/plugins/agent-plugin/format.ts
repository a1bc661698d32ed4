/** The names that Agent Plugins 1.0 fixes. */

/** The manifest, in the plugin's folder. */
export const AGENT_PLUGIN = "plugin.json";
/** The servers, beside it. */
export const SERVERS = "mcp.json";
/** The folder of skills, beside it. */
export const SKILLS = "skills";

/** How every schema of the format begins, whatever its version. */
export const SCHEMAS = "https://agent-plugins.org/schemas/";
/** What `$schema` must be. Symposium never fetches it. */
export const PLUGIN_SCHEMA = "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json";
export const SERVERS_SCHEMA = "https://agent-plugins.org/schemas/1.0.0/mcp.schema.json";

/** Symposium's namespace: its key under `extensions`, and its folder. */
export const NAMESPACE = "dev.symposium";

/** The variables of a plugin's process. */
export const PLUGIN_ROOT = "PLUGIN_ROOT";
export const PLUGIN_DATA = "PLUGIN_DATA";
