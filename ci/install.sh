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
  echo "install.sh: '$1' is no version, such as 0.1.0" >&2
  exit 64
  ;;
esac
releases=${PMGIT_RELEASES:?set PMGIT_RELEASES to the address of a release}
address=$(printf %s "$releases" | sed "s/VERSION/$version/g")
prefix=${PMGIT_PREFIX:-$HOME/.local}
archive=pmgit-$version-linux-$(uname -m).tar.gz

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for file in "$archive" SHA256SUMS; do
  curl --fail --silent --show-error --location --retry 3 --output "$work/$file" "$address/$file"
done
(
  cd "$work"
  grep "  $archive\$" SHA256SUMS >wanted || { echo "$archive is not among the sums of the release" >&2; exit 1; }
  if [ -n "${PMGIT_SHA256:-}" ]; then echo "$PMGIT_SHA256  $archive" >>wanted; fi
  sha256sum --check --quiet wanted
)
mkdir -p "$prefix"
tar -xzf "$work/$archive" --strip-components=1 -C "$prefix"
# The steps behind this one find it.
if [ -n "${GITHUB_PATH:-}" ]; then echo "$prefix/bin" >>"$GITHUB_PATH"; fi
"$prefix/bin/pmgit" --version
