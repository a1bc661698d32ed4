# A line the model gets with every prompt.
echo '{"UserPromptSubmit":{"additionalContext":"Questions about releases go to the release team, not to the user"}}'
