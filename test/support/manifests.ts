/** Short ways to write the manifests and handlers of tests. */

/** A hook before every tool whose handler is a script of the same name. */
export const hook = (name: string, more = "") => `
[[hooks]]
name = "${name}"
event = "PreToolUse"
command = { script = "${name}.sh" }
${more}
`;

/** A handler that answers this, whatever it is given. */
export const says = (body: object, event = "PreToolUse") => `cat >/dev/null; echo '${JSON.stringify({ [event]: body })}'`;
