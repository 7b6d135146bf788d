#!/usr/bin/env bash
# Makes the next build store the commit in the program: commit-object.sh FOLDER PROGRAM...
#
# It writes an object file into FOLDER that replaces the value in Sources/CBuild/build.c. If the
# commit has changed since the last time, it removes the programs, because Swift does not track this
# file. Without a clone of the project, such as in an unpacked archive, the commit is PMGIT_COMMIT,
# or unknown. It prints the arguments for 'swift build'.
set -euo pipefail

folder=$1
shift
commit=${PMGIT_COMMIT:-}
sources=$(dirname "$0")/..
if [[ -z $commit && $(git -C "$sources" rev-parse --show-prefix 2>/dev/null || echo none) == "" ]] &&
  commit=$(git -C "$sources" rev-parse --verify --quiet HEAD 2>/dev/null); then
  [[ -z $(git -C "$sources" status --porcelain 2>/dev/null) ]] || commit+=+
fi
[[ $commit =~ ^([0-9a-f]{40}\+?)?$ ]] || { echo "'$commit' is not a commit" >&2; exit 1; }

command -v clang >/dev/null || exit 0
mkdir -p "$folder"
if [[ ! -f $folder/commit.o || "$(cat "$folder/commit" 2>/dev/null || :)" != "$commit" ]]; then
  printf 'const char pmgit_commit[42] = "%s";\n' "$commit" | clang -xc -O2 -fPIC -c - -o "$folder/commit.o"
  echo "$commit" >"$folder/commit"
  rm -f -- "$@"
fi
echo "-Xlinker $folder/commit.o"
