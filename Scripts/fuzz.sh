#!/usr/bin/env bash
# Runs the pure code on random bytes for a limited time: fuzz.sh [SECONDS]
#
# It builds Libc, Parallel, PlanModel, PlanFormats and PlanView with libFuzzer and the address sanitizer, which come with Swift
# on Linux, and checks the properties in Fuzz/*.swift. Plan files are also read by the slow reader
# of the tests. It starts with the inputs in Fuzz/Seeds, those found by earlier runs, and the lines
# of PMGIT_REAL_BACKLOG if set. An input that breaks a property is stored in .build/fuzz and
# reported.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${1:-60}
swiftc=${SWIFTC:-swiftc}
build=.build/fuzz
corpus=$build/corpus
mkdir -p "$build" "$corpus"

options=(
  -O -wmo -parse-as-library -swift-version 6 -package-name pmgit -I "$build" -I Sources/CYaml
  -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault
  -enable-upcoming-feature MemberImportVisibility
  -enable-upcoming-feature NonisolatedNonsendingByDefault
)

# Without libFuzzer the run is skipped, with a message so that it is not mistaken for a passed one.
sanitizers=fuzzer,address
# The linker that comes with Swift; gold warns about each symbol of the sanitizer.
link=(-sanitize="$sanitizers" -use-ld=lld)
probe=$build/Probe.swift
cat >"$probe" <<'SWIFT'
@_cdecl("LLVMFuzzerTestOneInput")
public func probe(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt { 0 }
SWIFT
if ! "$swiftc" "${options[@]}" "${link[@]}" "$probe" -o "$build/probe" \
  >"$build/probe.log" 2>&1; then
  echo "fuzz: skipped, as this Swift can't link libFuzzer; see $build/probe.log" >&2
  exit 0
fi

compile() {  # MODULE FILE...
  local module=$1
  shift
  "$swiftc" "${options[@]}" -sanitize="$sanitizers" -module-name "$module" \
    -emit-module-path "$build/$module.swiftmodule" -c "$@" -o "$build/$module.o"
}

sources() { find "$1" -name '*.swift' | LC_ALL=C sort; }

mapfile -t libc < <(sources Sources/Libc)
mapfile -t parallel < <(sources Sources/Parallel)
mapfile -t model < <(sources Sources/PlanModel)
mapfile -t view < <(sources Sources/PlanView)
mapfile -t formats < <(sources Sources/PlanFormats)
mapfile -t target < <(sources Fuzz; sources Tests/PlanModelTests/SlowReading
  sources Tests/PmgitTestSupport/ImportInMemory.swift)
compile Libc "${libc[@]}"
compile Parallel "${parallel[@]}"
compile PlanModel "${model[@]}"
compile PlanView "${view[@]}"
compile PlanFormats "${formats[@]}"
compile Fuzz "${target[@]}"
"$swiftc" "${link[@]}" "$build"/{Libc,Parallel,PlanModel,PlanFormats,PlanView,Fuzz}.o -o "$build/fuzz"

corpora=("$corpus" Fuzz/Seeds)
if [[ -n ${PMGIT_REAL_BACKLOG:-} ]]; then
  rm -rf "$build/backlog"
  mkdir "$build/backlog"
  split --lines=1 --suffix-length=6 "$PMGIT_REAL_BACKLOG" "$build/backlog/line-"
  corpora+=("$build/backlog")
fi

# Swift's backtracer and the sanitizer conflict.
export SWIFT_BACKTRACE=enable=no
# Longer inputs rarely find more; other tests cover large sizes.
"$build/fuzz" -max_total_time="$seconds" -max_len=16384 -timeout=20 -rss_limit_mb=2048 \
  -dict=Fuzz/plan.dict -artifact_prefix="$build/" -print_final_stats=1 -verbosity=1 \
  "${corpora[@]}" >"$build/log" 2>&1 || {
  status=$?
  tail -n 60 "$build/log" >&2
  echo "fuzz: a property does not hold; the input is in $build, the log is $build/log" >&2
  exit "$status"
}
grep -E '^(Done|stat::number_of_executed_units|stat::peak_rss_mb)|DONE' "$build/log"
