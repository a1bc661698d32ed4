/** `completions <shell>`: prints the script that makes a shell complete our words. */

import { COMPLETE } from "../plugins/command-names.ts";
import { argument, command } from "./command.ts";
import { answer } from "./terminal/reporter.ts";
import { codeLines } from "./terminal/text.ts";

const SHELLS = ["bash", "zsh", "fish"] as const;

export const completionsCommand = command({
  brief: "Print the script that completes commands in your shell",
  about:
    "Prints a script for your shell. It completes commands, flags, agents and plugins, and the commands of the plugins that are active in the\n" +
    "current folder.",
  examples: [
    { input: "bash > ~/.local/share/bash-completion/completions/symposium", brief: "For bash" },
    { input: "zsh > ~/.zfunc/_symposium", brief: "For zsh, with ~/.zfunc in fpath" },
    { input: "fish > ~/.config/fish/completions/symposium.fish", brief: "For fish" },
  ],
  positional: argument(SHELLS.join("|"), "Your shell", (word) => {
    const shell = SHELLS.find((each) => each === word);
    if (shell === undefined) throw new Error(`use one of ${SHELLS.join(", ")}`);
    return shell;
  }),
  async run(cli, _flags, shell) {
    const script = completionScript(shell);
    answer(cli, { shell, script }, (style) => codeLines(script, style));
  },
});

export type Shell = (typeof SHELLS)[number];

export function completionScript(shell: Shell): string {
  return { bash: BASH, zsh: ZSH, fish: FISH }[shell];
}

/** Works with bash 3.2. Bash breaks words at colons, so the words come from the line, and what is in front of the last colon stays. */
const BASH = `_symposium() {
  local IFS=$' \\t\\n' line=\${COMP_LINE:0:COMP_POINT} answer current prefix
  local -a words
  read -ra words <<<"$line"
  case $line in *[[:space:]]) words+=("") ;; esac
  current=\${words[\${#words[@]}-1]}
  case $current in *:*) prefix=\${current%"\${current##*:}"} ;; esac
  case $COMP_WORDBREAKS in *:*) ;; *) prefix= ;; esac
  COMPREPLY=()
  while IFS=$'\\t' read -r answer _; do
    COMPREPLY+=("\${answer#"$prefix"}")
  done < <("\${1/#\\~/$HOME}" ${COMPLETE} "\${words[@]:1}" 2>/dev/null)
}
complete -o bashdefault -o default -F _symposium symposium cargo-agents
`;

const ZSH = `#compdef symposium cargo-agents
_symposium() {
  local -a described
  local answer word
  while IFS=$'\\t' read -r word answer; do
    word=\${word//:/\\\\:}
    described+=("$word\${answer:+:$answer}")
  done < <("\${(Q)words[1]}" ${COMPLETE} "\${(@Q)words[2,CURRENT]}" 2>/dev/null)
  if (( \${#described} )); then
    _describe -V 'symposium' described
  else
    _files
  fi
}
if [ "$funcstack[1]" = "_symposium" ]; then
  _symposium "$@"
else
  compdef _symposium symposium cargo-agents
fi
`;

const FISH = `function __symposium_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l answers ($words[1] ${COMPLETE} $words[2..-1] "$current" 2>/dev/null)
    if test (count $answers) -gt 0
        printf '%s\\n' $answers
    else
        __fish_complete_path "$current"
    end
end
complete -c symposium -f -a '(__symposium_complete)'
complete -c cargo-agents -f -a '(__symposium_complete)'
`;
