#!/usr/bin/env bash
# Makes a release: release.sh VERSION, or with DRY_RUN=1 shows what it would do, in a clone of its own.
#
# It writes the version where it stands (Sources/PmgitCommands/Version.swift, and the examples that name a release), dates
# the changelog's 'Unreleased', commits, tags, and packs. Pushing is left to a person: the last lines say how.
set -euo pipefail
cd "$(dirname "$0")/.."

version=${1:-}
today=$(date --utc +%Y-%m-%d)
fail() {
  echo "make release: $*" >&2
  exit 1
}

[[ $version =~ ^(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)$ ]] || fail "VERSION is three numbers, such as 1.2.0, not '$version'"
[[ -z $(git status --porcelain) ]] || fail "there are changes that are not committed"
if git rev-parse --quiet --verify "refs/tags/v$version" >/dev/null; then fail "there is a tag v$version already"; fi
old=$(sed -n 's/.*static let number = "\(.*\)"/\1/p' Sources/PmgitCommands/Version.swift)
[[ -n $old ]] || fail "there is no version in Sources/PmgitCommands/Version.swift"
# The first release may have the version that the sources begin with.
[[ $old == "$version" || $(printf '%s\n' "$old" "$version" | sort -V | tail -n 1) == "$version" ]] ||
  fail "the version is $old already, which is later"
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

sed -i "s/static let number = \"$old\"/static let number = \"$version\"/" Sources/PmgitCommands/Version.swift
sed -i "s/^    default: $old\$/    default: $version/" action.yml
sed -i "s/v$old/v$version/g; s/PMGIT_VERSION: $old\$/PMGIT_VERSION: $version/" ci/gitlab.yml docs/hooks.md
sed -i "s/^pkgver=$old\$/pkgver=$version/; s/v$old\.tar/v$version.tar/; s/version = \"$old\"/version = \"$version\"/" \
  packaging/arch/PKGBUILD packaging/homebrew/pmgit.rb packaging/nix/flake.nix
sed -i "s/^## \[Unreleased\]\$/## [Unreleased]\n\n## [$version] - $today/" CHANGELOG.md
git add --update
git commit --quiet --message "release $version"
git tag --annotate --message "pmgit $version" "v$version"

if [[ -n ${DRY_RUN:-} ]]; then
  git --no-pager show --stat --format='%s' HEAD
  git --no-pager diff HEAD~1 -- Sources action.yml ci docs packaging
  git --no-pager tag --list "v$version"
  echo "nothing was changed here; without DRY_RUN=1 'make dist' follows"
  exit
fi
make dist
echo "made v$version; look at .build/dist, then share it:"
echo "  git push --atomic origin HEAD v$version"
