#compdef layerwright
# Completion of layerwright in zsh. Nothing that is typed, and no name that is offered, is evaluated.

_layerwright() {
  local line
  local -a offered
  # The dot keeps the last word from being empty, which some shells would not pass on.
  while IFS= read -r line; do
    case $line in
      '') ;;
      :json) compset -P '-*='; _files -g '*.json'; return ;;
      :folders) compset -P '-*='; _files -/; return ;;
      *$'\t') offered+=("${line%$'\t'}") ;;
      *) offered+=("${line%%$'\t'*}:${line#*$'\t'}") ;;
    esac
  done < <(layerwright completions zsh -- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}." 2>/dev/null)
  _describe -t layerwright layerwright offered
}

# Loaded by zsh from its path of functions, or by `source`.
if [ "${funcstack[1]}" = _layerwright ]; then
  _layerwright "$@"
else
  compdef _layerwright layerwright
fi
