# Blocks the command that people regret most.
case $(cat) in
  *'rm -rf '* | *'rm -fr '* | *'rm -r -f '*)
    echo '{"PreToolUse":{"decision":"deny","reason":"Folders are deleted by people here; delete single files instead"}}'
    ;;
esac
