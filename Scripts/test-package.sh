#!/usr/bin/env bash
# Tests the tutorial, the manual, the output of 'make dist', and the CI jobs for hosting services.
# If a packaging tool is missing, its tests are skipped unless PMGIT_REQUIRE_PACKAGING is set.
set -euo pipefail
cd "$(dirname "$0")/.."

export PMGIT="${PMGIT:-$PWD/.build/release/pmgit}"
libraries=.build/package-tests

# Debian's python3-minimal lacks most of the standard library.
if ! python3 -c 'import unittest' 2>/dev/null; then
  echo "python3 or its standard library is missing: the package is not tried" >&2
  [[ -z "${PMGIT_REQUIRE_PACKAGING:-}" ]]
  exit
fi
if ! PYTHONPATH="$libraries" python3 -c 'import yaml' 2>/dev/null &&
  ! python3 -m pip install --quiet --disable-pip-version-check --target "$libraries" 'PyYAML>=6,<7'; then
  echo "PyYAML is missing: the jobs of hosts are not tried" >&2
  [[ -z "${PMGIT_REQUIRE_PACKAGING:-}" ]]
fi
PYTHONPATH="$libraries" python3 -B -m unittest discover --start-directory Tests/PackageTests
# The site needs a generator from PyPI, which is not downloaded by default.
if [[ -n "${PMGIT_REQUIRE_PACKAGING:-}" ]]; then Scripts/site.sh; fi
