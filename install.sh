#!/bin/sh
# Installs Layerwright's executable for the current user, without root:
#
#   curl -fsSL https://github.com/layerwright/layerwright/releases/latest/download/install.sh | sh
#
# `sh install.sh --help` lists the options. Nothing runs before the last line, so an incomplete
# download does nothing.

usage() {
  cat <<'END'
Install Layerwright's executable for the current user, without root.

Usage: install.sh [options]

Options:
  --version <version>       Release to install (default: the latest)
  --dir <dir>               Folder to install into (default: ~/.local/bin)
  --uninstall               Remove the installed executable
  -h, --help                Print this help

Environment:
  LAYERWRIGHT_DOWNLOAD_URL  https address of a mirror of the releases (default:
                            https://github.com/layerwright/layerwright/releases)

Exit codes: 0 done, 1 failed, 2 usage, 3 conflict
END
}

main() {
  set -eu
  umask 022
  base=${LAYERWRIGHT_DOWNLOAD_URL:-https://github.com/layerwright/layerwright/releases}
  base=${base%/}
  version='' dir='' is_uninstalling=''
  read_options "$@"
  case ${HOME:-} in
    /*) ;;
    *) fail "HOME is not set. Set it to your home folder." ;;
  esac
  : "${dir:=$HOME/.local/bin}"
  case $dir in
    /*) ;;
    *) dir=$PWD/$dir ;;
  esac
  check_name "$dir"
  target=${dir%/}/layerwright
  case ${XDG_STATE_HOME:-} in
    /*) record=$XDG_STATE_HOME/layerwright/installed ;;
    *) record=$HOME/.local/state/layerwright/installed ;;
  esac
  work='' made='' new_record=''
  trap clean_up EXIT
  trap 'exit 130' INT
  trap 'exit 143' HUP TERM
  if [ -n "$is_uninstalling" ]; then uninstall; else install; fi
}

read_options() {
  while [ $# -gt 0 ]; do
    case $1 in
      --version=* | --dir=*)
        option=${1%%=*} value=${1#*=}
        shift
        set -- "$option" "$value" "$@"
        ;;
      --version | --dir)
        [ -n "${2:-}" ] || fail "Missing value of option '$1'." 2
        if [ "$1" = --dir ]; then dir=$2; else version=${2#v}; fi
        shift 2
        ;;
      --uninstall)
        is_uninstalling=yes
        shift
        ;;
      -h | --help)
        usage
        exit 0
        ;;
      *) fail "Unknown option '$1'. See --help." 2 ;;
    esac
  done
  case $version in
    '' | [0-9]*.[0-9]*.[0-9]*) ;;
    *) fail "Invalid --version '$version' (must be like 1.2.3)." 2 ;;
  esac
  case $version in
    *[!0-9A-Za-z.-]*) fail "Invalid --version '$version' (must be like 1.2.3)." 2 ;;
  esac
}

install() {
  check_address
  find_tools
  find_asset
  if [ -n "$version" ]; then from=$base/download/v$version; else from=$base/latest/download; fi
  make_folder
  find_place
  work=$(mktemp -d "${dir%/}/.layerwright.XXXXXX" 2>/dev/null) ||
    fail "Cannot write to '$(shown "$dir")'."
  fetch "$from/SHA256SUMS" "$work/SHA256SUMS"
  wanted=$(listed_sum "$asset" "$work/SHA256SUMS")
  case $wanted in
    *[!0-9a-f]*) wanted='' ;;
  esac
  [ ${#wanted} -eq 64 ] || fail "$from/SHA256SUMS has no checksum of $asset."
  if [ -e "$target" ] || [ -L "$target" ]; then
    if [ -f "$target" ] && [ -x "$target" ] && [ ! -L "$target" ] &&
      [ "$(sum_of "$target")" = "$wanted" ]; then
      say "Nothing to do: $("$target" --version) is already in $(shown "$dir")"
      tell_path
      return
    fi
    is_ours || conflict
  fi
  say "Downloading $from/$asset"
  fetch "$from/$asset" "$work/layerwright"
  [ "$(sum_of "$work/layerwright")" = "$wanted" ] ||
    fail "$from/$asset does not match its checksum in SHA256SUMS; nothing was installed."
  chmod 755 "$work/layerwright"
  installed=$("$work/layerwright" --version 2>&1) ||
    fail "$asset does not run on this system ($(last_line "$installed")); nothing was installed."
  # Record the checksum before the move, so that the record always includes the installed executable.
  remember "$wanted"
  mv -f "$work/layerwright" "$target" || fail "Cannot write '$(shown "$target")'."
  forget_all_but "$wanted"
  made=''
  say "Installed $installed in $(shown "$dir")"
  tell_path
}

uninstall() {
  find_place
  if [ ! -e "$target" ] && [ ! -L "$target" ]; then
    forget_all_but ''
    say "Nothing to do: '$(shown "$target")' does not exist"
    return
  fi
  find_sum
  is_ours || conflict
  rm -f "$target" || fail "Cannot remove '$(shown "$target")'."
  forget_all_but ''
  say "Removed $(shown "$target")"
}

conflict() {
  say "Error: '$(shown "$target")' was not installed by this script; nothing was changed." >&2
  say "Hint: Move it away, or name another folder with --dir" >&2
  exit 3
}

# Rejects download addresses without https, except on this computer.
check_address() {
  protocols='=https'
  case $base in
    *@*) fail "Invalid LAYERWRIGHT_DOWNLOAD_URL '$base' (must have no '@')." ;;
    https://*) ;;
    http://127.0.0.1[:/]* | http://localhost[:/]* | 'http://[::1]'[:/]*) protocols='=http,https' ;;
    *) fail "Invalid LAYERWRIGHT_DOWNLOAD_URL '$base' (must start with https://)." ;;
  esac
}

find_tools() {
  find_sum
  if has curl; then
    downloader=curl
  elif has wget && wget --version 2>/dev/null | grep -q 'GNU Wget'; then
    # BusyBox's wget does not verify certificates.
    downloader=wget
  else
    fail "Neither curl nor GNU wget was found. Install one of them."
  fi
}

find_sum() {
  if has sha256sum; then
    summer='sha256sum'
  elif has shasum; then
    summer='shasum -a 256'
  else
    fail "Neither sha256sum nor shasum was found. Install one of them to verify checksums."
  fi
}

find_asset() {
  system=$(uname -s) machine=$(uname -m)
  case $system in
    Linux) os=linux ;;
    Darwin) os=darwin ;;
    *) fail "There is no executable for $system. On Windows, use install.ps1." ;;
  esac
  case $machine in
    x86_64 | amd64) arch=x64 ;;
    aarch64 | arm64) arch=arm64 ;;
    *) fail "There is no executable for $system on $machine." ;;
  esac
  if [ "$os" = linux ]; then
    libc=$(getconf GNU_LIBC_VERSION 2>/dev/null || ldd --version 2>&1 || :)
    case $libc in
      *musl*) fail "The executable needs glibc, but this system has musl. Use the container." ;;
    esac
  fi
  asset=layerwright-$os-$arch
}

# Creates $dir, and remembers in $made which folders are new, so that a failure can remove them.
make_folder() {
  [ -d "$dir" ] && return
  made=$dir
  while [ ! -d "$(dirname "$made")" ]; do made=$(dirname "$made"); done
  mkdir -p "$dir" 2>/dev/null || fail "Cannot create the folder '$(shown "$dir")'."
}

# Finds the real path of the executable, without symbolic links: the path that the program sees as its own.
find_place() {
  place=$target
  if [ -d "$dir" ]; then
    place=$(cd "$dir" && pwd -P) || fail "Cannot open the folder '$(shown "$dir")'."
    place=${place%/}/layerwright
  fi
  check_name "$place"
}

# The record has one line for each executable, so names must not contain line breaks.
check_name() {
  case $1 in
    *[[:cntrl:]]*) fail "Invalid --dir (control characters in its name)." 2 ;;
  esac
}

fetch() {
  code=0
  if [ "$downloader" = curl ]; then
    unwritten=23
    why=$(curl -fsSLg --proto "$protocols" --max-redirs 5 --connect-timeout 30 \
      --speed-limit 1 --speed-time 60 -o "$2" "$1" 2>&1) || code=$?
  else
    unwritten=3
    why=$(wget -nv -S --timeout=60 --tries=1 --max-redirect=5 -O "$2" "$1" 2>&1) || code=$?
    # wget has no option that forbids redirects to http: --https-only applies only to links in pages.
    if [ "$protocols" = '=https' ] && leads_to_http "$why"; then
      fail "Cannot download $1 (it redirects to an address without https)."
    fi
  fi
  case $code:$why in
    0:*) ;;
    "$unwritten":*) fail "Cannot write to '$(shown "$dir")' (its disk may be full)." ;;
    *'rror: 404'* | *'HTTP/1.'?' 404'*) fail "Not found: $1 (404)." ;;
    *) fail "Cannot download $1 ($(last_line "$why"))." ;;
  esac
}

# Reports whether wget's output has a Location header with a protocol other than https.
leads_to_http() {
  say "$1" | grep -i '^ *location: *[a-z]*:' | grep -qiv '^ *location: *https:'
}

# Prints the last line of a program's output.
last_line() {
  said=$(say "$1" | grep . | tail -n 1 | tr -d '[:cntrl:]')
  say "${said:-no details}"
}

listed_sum() {
  while read -r sum name || [ -n "$name" ]; do
    if [ "${name#\*}" = "$1" ]; then
      echo "$sum"
      return
    fi
  done <"$2"
}

sum_of() {
  $summer <"$1" | cut -d ' ' -f 1
}

# Reports whether the executable is exactly the one that an earlier run installed.
is_ours() {
  [ -f "$target" ] && [ ! -L "$target" ] && [ -f "$record" ] &&
    grep -qxF -- "$(sum_of "$target")  $place" "$record"
}

remember() {
  { mkdir -p "${record%/*}" && printf '%s  %s\n' "$1" "$place" >>"$record"; } 2>/dev/null ||
    fail "Cannot write '$(shown "$record")'; nothing was installed."
}

# Removes all records of this executable, except the one with the given checksum.
forget_all_but() {
  [ -f "$record" ] || return 0
  new_record=$record.$$
  while read -r sum path; do
    if [ "$path" != "$place" ] || [ "$sum" = "$1" ]; then printf '%s  %s\n' "$sum" "$path"; fi
  done <"$record" >"$new_record"
  if [ -s "$new_record" ]; then
    mv -f "$new_record" "$record"
  else
    rm -f "$new_record" "$record"
    rmdir "${record%/*}" 2>/dev/null || :
  fi
}

tell_path() {
  case :${PATH:-}: in
    *:"${dir%/}":* | *:"${dir%/}/":*) return ;;
  esac
  # Quotes in the name must be escaped.
  case $dir in
    *[!A-Za-z0-9._/@%+=,-]*) word="'$(printf '%s' "$dir" | sed "s/'/'\\\\''/g")'" ;;
    "$HOME"/*) word="\"\$HOME${dir#"$HOME"}\"" ;;
    *) word=$dir ;;
  esac
  say "$(shown "$dir") is not on your PATH. Add the line of your shell, and open a new terminal:"
  say "  ~/.bashrc, ~/.zshrc         export PATH=$word:\"\$PATH\""
  say "  ~/.config/fish/config.fish  fish_add_path $word"
}

shown() {
  case $1 in
    "$HOME"/*) say "~${1#"$HOME"}" ;;
    *) say "$1" ;;
  esac
}

has() {
  command -v "$1" >/dev/null 2>&1
}

say() {
  printf '%s\n' "$1"
}

fail() {
  say "Error: $1" >&2
  exit "${2:-1}"
}

clean_up() {
  [ -z "$work" ] || rm -rf "$work"
  [ -z "$new_record" ] || rm -f "$new_record"
  [ -n "$made" ] || return 0
  while rmdir "$dir" 2>/dev/null && [ "$dir" != "$made" ]; do dir=$(dirname "$dir"); done
}

# An incomplete last line is a syntax error and runs nothing.
{ main "$@"; }
