#!/usr/bin/env bash
# Follows the recipes of CONTRIBUTING.md in copies of the sources, and type-checks the result. Needs a
# release build of these sources ('make build'), whose arguments and libraries it uses. Takes a minute of
# one processor.
set -euo pipefail
cd "$(dirname "$0")/.."

# Debian's python3-minimal lacks most of the standard library.
if ! python3 -c 'import unittest' 2>/dev/null; then
  echo "python3 or its standard library is missing: the recipes are not tried" >&2
  exit
fi
python3 -B -m unittest discover --start-directory Tests/RecipeTests
