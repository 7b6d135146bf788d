#!/usr/bin/env bash
# Repeats the tests of code that uses temporary files, with repositories on a different file system
# than /tmp, where commands create those files. On many machines /tmp is in memory.
set -euo pipefail
cd "$(dirname "$0")/.."

# Suites whose commands use temporary folders or rename files.
suites='ValidateTests|DoctorTests|BoardGuardTests|PlainObjectTests|GuardObjectTests|GuardPushTests|DemoTests|OddRemoteTests'

mkdir -p .build
other=
for folder in /dev/shm "${XDG_RUNTIME_DIR:-/dev/shm}" .build; do
  if [[ -w $folder && $(stat -c %d "$folder") != "$(stat -c %d /tmp)" ]]; then
    other=$(realpath "$folder")
    break
  fi
done
if [[ -z $other ]]; then
  echo "there is one file system; the tests with another one are simulated (OtherDiskTests)" >&2
  exit
fi

TMPDIR=$(mktemp -d "$other/pmgit-test.XXXXXX")
export TMPDIR
trap 'rm -rf "$TMPDIR"' EXIT
echo "repositories in $TMPDIR, temporary files in /tmp"
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=${WIDTH:-16}
"${SWIFT:-swift}" test --skip-build --filter "$suites"
