#!/usr/bin/env bash
# Runs the tests of 'pmgit web' and 'pmgit export --site': the server with raw sockets and the published
# folder, which need only Python, and the page in Chromium. If Chromium or its driver is missing, the page is not tested unless
# PMGIT_REQUIRE_BROWSER is set.
set -euo pipefail
cd "$(dirname "$0")/.."

export PMGIT="${PMGIT:-$PWD/.build/release/pmgit}"
tests=Tests/PageTests
libraries=.build/page-tests

# Debian's python3-minimal lacks most of the standard library.
if ! python3 -c 'import unittest' 2>/dev/null; then
  echo "python3 or its standard library is missing: 'pmgit web' is not tried" >&2
  [[ -z "${PMGIT_REQUIRE_BROWSER:-}" ]]
  exit
fi

python3 -B -m unittest discover --start-directory "$tests" --pattern 'test_server*.py'
python3 -B -m unittest discover --start-directory "$tests" --pattern 'test_publish*.py'

# The libraries of the page's tests are installed in a folder of the build.
has_libraries() {
  PYTHONPATH="$libraries" python3 -c 'import selenium, axe_playwright_python' 2>/dev/null
}
if ! has_libraries; then
  python3 -m pip install --quiet --disable-pip-version-check --target "$libraries" \
    'selenium>=4.20,<5' axe-playwright-python || true
fi

missing=()
command -v chromium >/dev/null || missing+=(chromium)
command -v chromedriver >/dev/null || missing+=(chromium-driver)
has_libraries || missing+=("selenium and axe-playwright-python from PyPI")
if ((${#missing[@]} > 0)); then
  echo "missing: ${missing[*]}; the page of 'pmgit web' is not tried" >&2
  [[ -z "${PMGIT_REQUIRE_BROWSER:-}" ]]
  exit
fi

# BROWSERS, or two, at a time: for half of the time a test waits for the page to answer. A file of
# tests begins when another one has ended, the largest first.
try() {  # FILE
  local name=${1##*/} status=0 said
  said=$(cd "$tests" && PYTHONPATH="$OLDPWD/$libraries" python3 -B -m unittest "${name%.py}" 2>&1) || status=$?
  printf '%s\n%s\n' "$name" "$said"
  return "$status"
}
export tests libraries
export -f try
find "$tests" -name 'test_page_*.py' -printf '%s %p\n' | sort -rn | cut -d ' ' -f 2 |
  xargs -P "${BROWSERS:-2}" -I{} bash -c 'try {}'
