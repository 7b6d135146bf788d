#!/usr/bin/env bash
# Runs all Swift tests.
#
# Most tests make repositories with hundreds of small files. They take half as long in memory, so the
# repositories are made in /dev/shm if it has room. Commands put temporary files into /tmp. The tests
# of these commands run twice: with repositories on the file system of /tmp, and on another one.
#
# ONLY_SKIPPED=1 runs only the suites with tests that are skipped without the servers, shells and
# programs of Scripts/install-test-tools.sh.
set -euo pipefail
cd "$(dirname "$0")/.."

# Suites whose commands use temporary folders, or that rename files.
temporary='ValidateTests|DoctorTests|BoardGuardTests|PlainObjectTests|GuardObjectTests|GuardPushTests|DemoTests|OddRemoteTests'
# These test what is written to a disk, and when.
durable='^DurabilityTests[.]'
# These need servers, shells or gpg, which may be missing.
skipped='^TransportTests[.]|ShellCompletionTests|[.]StoryTests'

mkdir -p .build
other=
for folder in /dev/shm "${XDG_RUNTIME_DIR:-/dev/shm}" .build; do
  if [[ -w $folder && $(stat -c %d "$folder") != "$(stat -c %d /tmp)" ]]; then
    other=$(realpath "$folder")
    break
  fi
done
# Free space in kilobytes. In containers, /dev/shm is often small.
room=0
if [[ $other == /dev/shm ]]; then room=$(df -k --output=avail "$other" | tail -n 1); fi

export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=${WIDTH:-16}
swift=${SWIFT:-swift}

# Runs tests. Thousands of lines later nobody finds what failed, so it is printed again at the end.
# Lines are cut, because some arguments of tests have half a megabyte.
run() {
  local log=.build/swift-test.log status=0
  "$swift" test -c release --skip-build "$@" 2>&1 | LC_ALL=C sed -u -E 's/^(.{1000}).*/\1/' | tee "$log" || status=$?
  if ((status != 0)); then
    echo "these tests failed:" >&2
    grep -E 'recorded an issue|^error:|Fatal error' "$log" | cut -c 1-500 >&2 || true
  fi
  return "$status"
}

# Runs tests whose repositories are not on the file system of /tmp.
elsewhere() {
  local folder
  folder=$(mktemp -d "$other/pmgit.XXXXXX")
  # shellcheck disable=SC2064  # The trap removes this folder, whatever the variable holds later.
  trap "rm -rf '$folder'" EXIT
  echo "repositories in $folder, temporary files in /tmp"
  TMPDIR=$folder run "$@"
}

Scripts/build.sh tests
if [[ -n ${ONLY_SKIPPED:-} ]]; then
  if ((room > 2000000)); then elsewhere --filter "$skipped"; else run --filter "$skipped"; fi
elif ((room > 2000000)); then
  elsewhere --skip "$durable"
  run --filter "$durable|$temporary"
elif [[ -n $other ]]; then
  run
  elsewhere --filter "$temporary"
else
  run
  echo "there is one file system; the tests with another one are simulated (OtherDiskTests)" >&2
fi
