#!/usr/bin/env bash
# Packs the built programs: dist.sh FOLDER, after 'make build'.
#
# FOLDER gets pmgit-VERSION-linux-ARCHITECTURE.tar.gz, the same as a Debian package, their sums, and the bill of
# materials. The archive has the folders bin and share, so that it can be unpacked below any prefix. From the same sources
# it is the same bytes each time, also when these were built elsewhere: all files have the time of the commit, and nobody's
# name.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=$1
program=.build/release/pmgit
version=$("$program" --version | awk 'NR == 1 { print $3 }')
architecture=$(uname -m)
name=pmgit-$version-linux-$architecture
# Sources without a history may lie in somebody else's.
own_history() { [[ $(git rev-parse --show-prefix 2>/dev/null || echo none) == "" ]]; }
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(if own_history; then git -c log.showSignature=false log -1 --format=%ct; else stat -c %Y CHANGELOG.md; fi)}
export SOURCE_DATE_EPOCH
# Files are for everybody, whatever mask the builder has, and in the same order in all languages.
umask 022
export LC_ALL=C

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tree=$work/$name
mkdir -p "$folder" "$tree/share/doc/pmgit"
make --no-print-directory install DESTDIR="$tree" PREFIX= >/dev/null
Scripts/nameless.py "$tree/bin/pmgit" "$tree/bin/pmgit-web"
install -m 644 LICENSE CHANGELOG.md "$tree/share/doc/pmgit/"
Scripts/parts.py "$tree" "$version"
# Which versions of packages the sources ask for is decided when they are built: with this file they are these again.
install -m 644 Package.resolved "$tree/share/doc/pmgit/"

# The oldest C library on which it runs is a promise.
newest=$(objdump -T "$tree/bin/pmgit" "$tree/bin/pmgit-web" | grep -o 'GLIBC_[0-9.]*' | sort -Vu | tail -n 1)
if [[ $(printf '%s\n' "$newest" GLIBC_2.34 | sort -V | tail -n 1) != GLIBC_2.34 ]]; then
  echo "the programs need $newest, and are promised to run with glibc 2.34" >&2
  exit 1
fi

find "$tree" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
# Files and links alone: an archive that has folders gives those of a person, such as a closed ~/.local/share, other rights,
# and puts a folder where a link leads to one.
(cd "$work" && find "$name" ! -type d -print0 | sort -z) |
  tar -C "$work" --no-recursion --null --files-from=- --format=gnu --owner=0 --group=0 --numeric-owner \
    --mtime="@$SOURCE_DATE_EPOCH" -cf - | gzip -9n >"$folder/$name.tar.gz"
cp "$tree/share/doc/pmgit/sbom.spdx.json" "$folder/$name.spdx.json"
if command -v dpkg-deb >/dev/null; then
  Scripts/deb.sh "$tree" "$version" "$folder"
else
  echo "dpkg-deb is not installed; there is no Debian package" >&2
fi
cd "$folder"
shopt -s nullglob
sha256sum -- *"$version"*.tar.gz *"$version"*.json *"$version"*.deb >SHA256SUMS
cat SHA256SUMS
