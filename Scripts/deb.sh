#!/usr/bin/env bash
# Makes a Debian package of an installed tree: deb.sh TREE VERSION FOLDER
#
# TREE has bin and share, as made by 'make install PREFIX='. All files get the time
# SOURCE_DATE_EPOCH. MAINTAINER is the name and address of the package's maintainer.
set -euo pipefail

tree=$1 version=$2 folder=$3
architecture=$(dpkg --print-architecture)
maintainer=${MAINTAINER:-pmgit developers <pmgit@localhost>}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
umask 022
export LC_ALL=C
package=$work/pmgit
mkdir -p "$package/DEBIAN" "$package/usr"
cp -a "$tree/." "$package/usr/"
doc=$package/usr/share/doc/pmgit

# Debian's layout: compressed text in doc and man, and the folders of packages for completions.
mkdir -p "$package/usr/share/zsh/vendor-completions"
mv "$package/usr/share/zsh/site-functions/"* "$package/usr/share/zsh/vendor-completions/"
rmdir "$package/usr/share/zsh/site-functions"
mv "$doc/CHANGELOG.md" "$doc/changelog"
rm "$doc/LICENSE"
find "$package/usr/share/man" -type f -exec gzip -9n {} +
gzip -9n "$doc/changelog"
gzip -9n >"$doc/changelog.Debian.gz" <<END
pmgit ($version-1) unstable; urgency=medium

  * See changelog.gz.

 -- $maintainer  $(date --utc --rfc-email --date="@$SOURCE_DATE_EPOCH")
END
# docs/decisions/0021-libgit2-is-built-in.md says what is linked statically, and why.
mkdir -p "$package/usr/share/lintian/overrides"
{
  for program in pmgit pmgit-web; do
    for library in libyaml mbedtls zlib; do echo "pmgit: embedded-library $library [usr/bin/$program]"; done
  done
  echo "pmgit: initial-upload-closes-no-bugs [usr/share/doc/pmgit/changelog.Debian.gz:1]"
} >"$package/usr/share/lintian/overrides/pmgit"
find "$package/usr/share/man" -type l -name '*.[157]' | while read -r link; do
  ln -s "$(readlink "$link").gz" "$link.gz"
  rm "$link"
done
cat >"$doc/copyright" <<'END'
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: pmgit
Comment: The licences of the libraries that are linked in are below /usr/share/doc/pmgit/licenses,
 and their versions in /usr/share/doc/pmgit/sbom.spdx.json.

Files: *
Copyright: 2026 the pmgit developers
License: Apache-2.0
 On Debian systems, the text of the Apache License, version 2.0, is in
 /usr/share/common-licenses/Apache-2.0.
END

# In KiB, with each file rounded up and 1 for other entries, as Debian's tools count. So it does not
# depend on the disk.
size=$(find "$package/usr" -printf '%y %s\n' | awk '{ size += $1 == "f" ? int(($2 + 1023) / 1024) : 1 } END { print size }')
cat >"$package/DEBIAN/control" <<END
Package: pmgit
Version: $version-1
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $size
Depends: libc6 (>= 2.34)
Recommends: git
Suggests: bash-completion, fzf, www-browser
Section: vcs
Priority: optional
Description: kanban board that lives in your git repository
 Each plan is a JSON file on a branch of its own, and each move of a plan is
 a commit. People share boards by pushing and pulling through any git remote;
 edits that meet are merged field by field, and never lost.
 .
 There is no server, no account, and no file in the work tree. The board is
 shown on the terminal, and in a browser by 'pmgit web'.
END
(cd "$package" && find usr -type f -print0 | sort -z | xargs -0 md5sum >DEBIAN/md5sums)
find "$package" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
dpkg-deb --root-owner-group -Zxz --build "$package" "$folder/pmgit_$version-1_$architecture.deb" >/dev/null
