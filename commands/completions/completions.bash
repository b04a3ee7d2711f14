# Bash completion for layerwright. It never evaluates typed words or completions.

_layerwright() {
  local current=${COMP_WORDS[COMP_CWORD]} before line value word is_joined='' i
  local -a words=()
  # Bash also splits words at '=' and ':'.
  for ((i = 1; i <= COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    if [[ ${#words[@]} -gt 0 && (-n $is_joined || $word == [=:]*) ]]; then
      words[${#words[@]} - 1]+=$word
    else
      words+=("$word")
    fi
    if [[ $word == *[=:] ]]; then is_joined=yes; else is_joined=''; fi
  done
  [[ $current != [=:]* ]] || current=''
  before=${words[${#words[@]} - 1]%"$current"}
  # Some shells drop an empty last word. The dot prevents this.
  words[${#words[@]} - 1]+=.
  COMPREPLY=()
  compopt +o default 2>/dev/null
  while IFS= read -r line; do
    value=${line%%$'\t'*}
    case $value in
      '') ;;
      :json) _layerwright_files "$current" json ;;
      :documents) _layerwright_files "$current" json yaml yml ;;
      :folders) _layerwright_files "$current" ;;
      *) COMPREPLY+=("${value#"$before"}") ;;
    esac
  done < <(layerwright completions bash -- "${words[@]}" 2>/dev/null)
}

# Completes folders, and files with one of the endings. Names that need quotes are left to readline.
_layerwright_files() {
  local current=$1 ending path
  shift
  compopt -o default -o filenames 2>/dev/null
  [[ $current != *[!A-Za-z0-9_./-]* ]] || return
  while IFS= read -r path; do
    COMPREPLY+=("$path")
  done < <(
    compgen -d -- "$current"
    for ending in "$@"; do compgen -f -X "!*.$ending" -- "$current"; done
  )
}

complete -o default -F _layerwright layerwright
