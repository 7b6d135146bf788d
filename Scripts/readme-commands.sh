#!/usr/bin/env bash
# Prints the README's commands that set up pmgit from source, one per line, exactly as written
# there.
set -euo pipefail
cd "$(dirname "$0")/.."

commands=$(awk '/^### From source$/ { here = 1 } here && /^```$/ { exit } inside; here && /^```sh$/ { inside = 1 }' README.md)
if [[ -z $commands ]]; then
  echo "README.md has no commands below 'From source'" >&2
  exit 1
fi
printf '%s\n' "$commands"
