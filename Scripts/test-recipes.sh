#!/usr/bin/env bash
# Follows the recipes of CONTRIBUTING.md in copies of the sources, and type-checks the result, with the
# compiler's arguments and the modules of the last 'make build'. It takes a minute of one processor.
set -euo pipefail
cd "$(dirname "$0")/.."

# Debian's python3-minimal lacks most of the standard library.
if ! python3 -c 'import unittest' 2>/dev/null; then
  echo "python3 or its standard library is missing: the recipes are not tried" >&2
  exit
fi
if [[ ! -f .build/release.yaml ]]; then
  echo "there is no release build yet; run 'make build' first" >&2
  exit 1
fi
python3 -B -m unittest discover --start-directory Tests/RecipeTests
