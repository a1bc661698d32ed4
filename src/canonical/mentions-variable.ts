/** Whether a shell would put the variable's value into this command. */
export function mentionsVariable(command: string, variable: string): boolean {
  return new RegExp(`\\$\\{?${variable}(?!\\w)`).test(command);
}
