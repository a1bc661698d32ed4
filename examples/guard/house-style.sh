# Reminds the model of the rules just before it writes a file.
echo '{"PreToolUse":{"additionalContext":"House style: two spaces, double quotes, no default exports"}}'
