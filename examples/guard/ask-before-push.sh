# Lets a person decide about what others will see.
case $(cat) in
  *'git push'* | *'npm publish'*) echo '{"PreToolUse":{"decision":"ask","reason":"This leaves your machine"}}' ;;
esac
