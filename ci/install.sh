#!/bin/sh
# Installs a released pmgit on a runner of a CI: install.sh VERSION
#
# PMGIT_RELEASES is the address of a release's files, in which VERSION stands for the version, as
# https://github.com/OWNER/pmgit/releases/download/vVERSION or https://gitlab.com/OWNER/pmgit/-/releases/vVERSION/downloads.
# PMGIT_PREFIX is where it goes, $HOME/.local unless said. The sums of the release must be right; with PMGIT_SHA256 the
# archive's must also be that one.
set -eu

version=${1#v}
case $version in
"" | *[!0-9.]*)
  echo "install.sh: '$1' is not a version such as 0.1.0" >&2
  exit 64
  ;;
esac
sum=${PMGIT_SHA256:-}
sum=${sum#sha256:}
case $sum in
*[!0-9a-f]*) malformed=1 ;;
*) malformed=0 ;;
esac
if [ -n "$sum" ] && { [ "$malformed" = 1 ] || [ "${#sum}" -ne 64 ]; }; then
  echo "install.sh: PMGIT_SHA256 is '$PMGIT_SHA256', not the 64 hexadecimal digits of a sum" >&2
  exit 64
fi
releases=${PMGIT_RELEASES:?set PMGIT_RELEASES to the address of a release}
if [ "$(uname -s)-$(uname -m)" != Linux-x86_64 ]; then
  echo "install.sh: releases are for Linux on x86_64; build pmgit from source on $(uname -s), $(uname -m)" >&2
  exit 69
fi
if ! command -v xz >/dev/null; then
  echo "install.sh: the archive needs 'xz', which is missing; on Debian it is in the package xz-utils" >&2
  exit 69
fi
address=$(printf %s "$releases" | sed "s/VERSION/$version/g")
prefix=${PMGIT_PREFIX:-$HOME/.local}
archive=pmgit-$version-linux-x86_64.tar.xz

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for file in "$archive" SHA256SUMS; do
  if ! curl --fail --silent --show-error --location --retry 3 --output "$work/$file" "$address/$file"; then
    echo "install.sh: could not fetch $address/$file; is there a release $version, and is PMGIT_RELEASES right?" >&2
    exit 1
  fi
done
found=$(sha256sum <"$work/$archive" | cut -d ' ' -f 1)
listed=$(awk -v name="$archive" '$2 == name { print $1 }' "$work/SHA256SUMS")
for wanted in "$listed" "${sum:-$found}"; do
  if [ "$found" != "$wanted" ]; then
    echo "install.sh: the sum of $archive is $found, and should be '$wanted'; nothing was installed" >&2
    exit 1
  fi
done
mkdir -p "$prefix"
tar -xJf "$work/$archive" --strip-components=1 -C "$prefix"
# The steps behind this one find it.
if [ -n "${GITHUB_PATH:-}" ]; then echo "$prefix/bin" >>"$GITHUB_PATH"; fi
"$prefix/bin/pmgit" --version
