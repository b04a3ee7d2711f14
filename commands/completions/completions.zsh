#compdef layerwright
# Zsh completion for layerwright. It never evaluates typed words or completions.

_layerwright() {
  local line
  local -a offered
  # Some shells drop an empty last word. The dot prevents this.
  while IFS= read -r line; do
    case $line in
      '') ;;
      :json) compset -P '-*='; _files -g '*.json'; return ;;
      :documents) compset -P '-*='; _files -g '*.(json|yaml|yml)'; return ;;
      :folders) compset -P '-*='; _files -/; return ;;
      *$'\t') offered+=("${line%$'\t'}") ;;
      *) offered+=("${line%%$'\t'*}:${line#*$'\t'}") ;;
    esac
  done < <(layerwright completions zsh -- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}." 2>/dev/null)
  _describe -t layerwright layerwright offered
}

# Works when autoloaded from fpath and with `source`.
if [ "${funcstack[1]}" = _layerwright ]; then
  _layerwright "$@"
else
  compdef _layerwright layerwright
fi
