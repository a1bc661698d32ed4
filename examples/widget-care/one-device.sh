# Says no to a reset of everything; the skill beside this says how to do it right.
case "$(cat)" in
  *"widget reset --all"*) echo '{"PreToolUse":{"decision":"deny","reason":"Reset one device: widget reset <device>"}}' ;;
esac
