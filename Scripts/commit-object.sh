#!/usr/bin/env bash
# Lets the next link write into the program which commit it is built from: commit-object.sh FOLDER PROGRAM...
#
# In FOLDER it puts an object file, which takes the place of Sources/CBuild/build.c. The programs are removed where the
# commit is another one than that of the last time, as Swift does not look at the file. In a folder that is no clone,
# such as an unpacked archive, also where that lies in another project's clone, the commit is that of PMGIT_COMMIT, or not
# known. The arguments for 'swift build' are printed.
set -euo pipefail

folder=$1
shift
commit=${PMGIT_COMMIT:-}
sources=$(dirname "$0")/..
if [[ -z $commit && $(git -C "$sources" rev-parse --show-prefix 2>/dev/null || echo none) == "" ]] &&
  commit=$(git -C "$sources" rev-parse --verify --quiet HEAD 2>/dev/null); then
  [[ -z $(git -C "$sources" status --porcelain 2>/dev/null) ]] || commit+=+
fi
[[ $commit =~ ^([0-9a-f]{40}\+?)?$ ]] || { echo "'$commit' is no commit" >&2; exit 1; }

command -v clang >/dev/null || exit 0
mkdir -p "$folder"
if [[ ! -f $folder/commit.o || "$(cat "$folder/commit" 2>/dev/null || :)" != "$commit" ]]; then
  printf 'const char pmgit_commit[42] = "%s";\n' "$commit" | clang -xc -O2 -fPIC -c - -o "$folder/commit.o"
  echo "$commit" >"$folder/commit"
  rm -f -- "$@"
fi
echo "-Xlinker $folder/commit.o"
