#!/usr/bin/env bash
# Makes a release: release.sh VERSION. With DRY_RUN=1 it only shows what it would do, in a new
# clone.
#
# It updates the version (in Sources/PmgitCommands/Version.swift and in the examples that mention a
# release) and the date of 'Unreleased' in the changelog. Then it commits, packs, and tags the
# commit; if packing fails, it removes the commit. MAINTAINER is the maintainer of the Debian
# package. It does not push: the last lines say how to do that.
set -euo pipefail
cd "$(dirname "$0")/.."

version=${1:-}
today=$(date --utc +%Y-%m-%d)
fail() {
  echo "make release: $*" >&2
  exit 1
}

[[ $version =~ ^(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)$ ]] || fail "VERSION is three numbers, such as 1.2.0, not '$version'"
[[ ${MAINTAINER:-} =~ ^[^\<\>]+\ \<[^\<\>@\ ]+@[^\<\>@\ ]+\>$ ]] || fail "MAINTAINER='Name <address>' says who answers for the Debian package"
branch=$(git symbolic-ref --quiet --short HEAD) || fail "no branch is checked out that could be pushed"
[[ -z $(git status --porcelain) ]] || fail "there are changes that are not committed"
if git rev-parse --quiet --verify "refs/tags/v$version" >/dev/null; then fail "there is a tag v$version already"; fi
old=$(sed -n 's/.*static let number = "\(.*\)"/\1/p' Sources/PmgitCommands/Version.swift)
[[ -n $old ]] || fail "there is no version in Sources/PmgitCommands/Version.swift"
# The first release may have the initial version of the sources.
[[ $old == "$version" || $(printf '%s\n' "$old" "$version" | sort -V | tail -n 1) == "$version" ]] ||
  fail "the version is $old already, which is later"
if grep -q "^## \[${version//./\\.}\]" CHANGELOG.md; then fail "CHANGELOG.md tells of $version already"; fi
awk '/^## \[Unreleased\]/ { found = 1; next } /^## / { found = 0 } found && /^- / { lines++ } END { exit !lines }' CHANGELOG.md ||
  fail "CHANGELOG.md has nothing below 'Unreleased'"

if [[ -n ${DRY_RUN:-} ]]; then
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  git clone --quiet . "$work/pmgit"
  cd "$work/pmgit"
  git config user.name "$(git -C "$OLDPWD" config user.name || echo Release)"
  git config user.email "$(git -C "$OLDPWD" config user.email || echo release@localhost)"
fi

was=${old//./\\.}
sed -i "s/static let number = \"$was\"/static let number = \"$version\"/" Sources/PmgitCommands/Version.swift
sed -i "s/^    default: $was\$/    default: $version/" action.yml
sed -i "s/v$was\>/v$version/g; s/PMGIT_VERSION: $was\$/PMGIT_VERSION: $version/" ci/gitlab.yml ci/forgejo.yml docs/hooks.md
sed -i "s/^pkgver=$was\$/pkgver=$version/; s/v$was\.tar/v$version.tar/; s/version = \"$was\"/version = \"$version\"/; s/pmgit-$was-/pmgit-$version-/" \
  packaging/arch/PKGBUILD packaging/container/Containerfile packaging/homebrew/pmgit.rb packaging/nix/flake.nix
sed -i "s/^## \[Unreleased\]\$/## [Unreleased]\n\n## [$version] - $today/" CHANGELOG.md
git add --update
git commit --quiet --message "release $version"

if [[ -n ${DRY_RUN:-} ]]; then
  git --no-pager show --stat --format='%s' HEAD
  git --no-pager diff HEAD~1 -- Sources action.yml ci docs packaging
  echo "nothing was changed here; without DRY_RUN=1 'make dist' follows, and the tag v$version"
  exit
fi
if ! make dist; then
  git reset --quiet --keep HEAD~1
  fail "it can't be packed; the commit was taken back"
fi
git tag --annotate --message "pmgit $version" "v$version"
echo "made v$version; look at .build/dist, and share it as soon as its tests pass ('make test'):"
echo "  git push --atomic origin $branch v$version"
