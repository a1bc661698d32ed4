# Blocks the command that people regret most.
case $(cat) in
  *'rm -rf '* | *'rm -fr '* | *'rm -r -f '*)
    echo '{"PreToolUse":{"decision":"deny","reason":"rm -rf is blocked here: delete single files"}}'
    ;;
esac
