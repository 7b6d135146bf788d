#!/usr/bin/env bash
# Tests 'pmgit screen' in terminals, which the Python package 'pyte' reads. It comes from PyPI. Without it the tests are
# skipped unless PMGIT_REQUIRE_SCREEN is set.
set -euo pipefail
cd "$(dirname "$0")/.."

export PMGIT="${PMGIT:-$PWD/.build/release/pmgit}"
libraries=.build/screen-tests
export PYTHONPATH="$PWD/$libraries"

if ! python3 -c 'import pyte, unittest' 2>/dev/null &&
  ! python3 -m pip install --quiet --disable-pip-version-check --target "$libraries" 'pyte>=0.8.2,<0.9'; then
  echo "the Python package 'pyte' is missing: 'pmgit screen' is not tried" >&2
  [[ -z "${PMGIT_REQUIRE_SCREEN:-}" ]]
  exit
fi
python3 -B -m unittest discover --start-directory Tests/ScreenTests
