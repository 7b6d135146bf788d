#!/usr/bin/env bash
# Makes the demo board in a folder, shows it, and prints how to open its page: demo.sh FOLDER
#
# If the folder has a demo already, it is only shown. PMGIT is the program; by default the built
# one.
set -euo pipefail

folder=${1:?a folder is missing}
pmgit=${PMGIT:-$(cd "$(dirname "$0")/.." && pwd)/.build/release/pmgit}
[[ $pmgit == /* ]] || pmgit=$PWD/$pmgit
[[ $folder == /* ]] || folder=$PWD/$folder
top=$(git -C "$(dirname "$0")/.." rev-parse --show-toplevel 2>/dev/null || :)
if [[ -n $top && $(realpath --canonicalize-missing "$folder")/ == "$(realpath "$top")"/* ]]; then
  echo "demo: '$folder' is inside this repository; choose another folder with 'make demo DEMO=FOLDER'" >&2
  exit 1
fi
if [[ ! -e $folder ]]; then
  mkdir -p "$(dirname "$folder")"
  "$pmgit" init --demo -q "$folder" >/dev/null
  echo "demo: made a board of two people in '$folder'"
elif [[ -e $folder/one/.git && -e $folder/two/.git ]]; then
  echo "demo: '$folder' is there already; 'make demo' makes it anew when it is removed"
else
  echo "demo: '$folder' is there and is not a demo of pmgit; choose another folder with 'make demo DEMO=FOLDER'" >&2
  exit 1
fi
echo
"$pmgit" -C "$folder/one" --no-pager board
cat <<END_OF_TEXT

To open the page:       $(printf %q "$pmgit") -C $(printf %q "$folder/one") web
To use the terminal:    cd $(printf %q "$folder/one") && $(printf %q "$pmgit") resolve
To install the program: sudo make install
To remove the demo:     rm -rf $(printf %q "$folder")
END_OF_TEXT
