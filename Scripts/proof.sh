#!/usr/bin/env bash
# Checks the proofs in proofs/ with Coq, in .build/proofs, and prints which axioms each theorem
# needs. Fails if a proof is wrong, if any theorem needs an axiom, or if docs/proof.md or
# docs/merge.md cites a theorem that does not exist. Writes the full statement of each theorem, with
# all of its hypotheses, to .build/proofs/statements.
#
#     Scripts/proof.sh          everything, in about half a minute
#     Scripts/proof.sh model    only what the program .build/proofs/model needs, and that program
set -euo pipefail
cd "$(dirname "$0")/.."

# The modules, each after those that it needs.
modules=(History Formula Merge State Bytes Shown Deletion Undo Missing Recursive Json Rest Run)
built=.build/proofs

for program in coqc ocamlopt; do
  command -v "$program" >/dev/null || {
    echo "missing: $program; 'apt-get install --no-install-recommends coq' installs it" >&2
    exit 1
  }
done

compile() {  # FILE: compiles a file of $built
  (cd "$built" && coqc -q -Q . Pmgit "$1")
}

mkdir -p "$built"
# Only one run at a time, because 'make test-proof' begins with one.
exec 9>"$built/lock"
flock 9
needed=("${modules[@]}")
if [[ ${1:-} == model ]]; then needed=(History Formula Merge State Bytes Shown Deletion Json Run); fi
# The order above must have all files.
if [[ $(printf '%s.v\n' "${modules[@]}" Extract | sort) != $(cd proofs && ls -- *.v) ]]; then
  echo "Scripts/proof.sh and proofs/ have different modules" >&2
  exit 1
fi
# What leaves a proof open. 'Print Assumptions' below finds axioms, too, also those of libraries.
if grep -nwE 'Admitted|admit|Axiom|Axioms|Parameter|Parameters|Conjecture|Unset|bypass_check' proofs/*.v; then
  echo "the proofs must not assume anything" >&2
  exit 1
fi

# Modules are compiled again from the first that has changed. A failed run leaves no results behind.
changed=
for module in "${modules[@]}"; do
  if ! cmp -s "proofs/$module.v" "$built/$module.v"; then changed=yes; fi
  [[ -z $changed ]] || rm -f "$built/$module.vo" "$built/theorems" "$built/model"
done
for module in "${needed[@]}"; do
  if [[ ! -e $built/$module.vo ]]; then
    cp "proofs/$module.v" "$built/"
    compile "$module.v"
  fi
done

for file in proofs/Extract.v Tests/ProofTests/model_main.ml; do
  cmp -s "$file" "$built/${file##*/}" || rm -f "$built/model"
done
if [[ ! -x $built/model ]]; then
  cp proofs/Extract.v Tests/ProofTests/model_main.ml "$built/"
  compile Extract.v
  (cd "$built" && ocamlopt -w -a model.mli model.ml model_main.ml -o model)
fi
if [[ ${1:-} == model ]]; then exit; fi

# The theorems, as Module.name.
mapfile -t theorems < <(cd proofs && grep -HoE '^Theorem [A-Za-z0-9_]+' -- *.v |
  sed -E 's/^([A-Za-z]+)\.v:Theorem /\1./')
printf '%s\n' "${theorems[@]}" >"$built/theorems"
{
  printf 'From Pmgit Require %s.\n' "${modules[*]}"
  printf 'Print Assumptions Pmgit.%s.\n' "${theorems[@]}"
} >"$built/Assumptions.v"
compile Assumptions.v >"$built/assumptions"
# After a section, its variables and hypotheses are in the statement of each theorem.
{
  printf 'From Pmgit Require %s.\n' "${modules[*]}"
  echo 'Set Printing Width 100.'
  printf 'Check @Pmgit.%s.\n' "${theorems[@]}"
} >"$built/Statements.v"
compile Statements.v >"$built/statements"
mapfile -t assumptions <"$built/assumptions"
closed=0
for index in "${!theorems[@]}"; do
  echo "${theorems[index]}: ${assumptions[index]:-nothing was printed}"
  if [[ ${assumptions[index]:-} == 'Closed under the global context' ]]; then closed=$((closed + 1)); fi
done
if ((closed < ${#theorems[@]})) || ((${#theorems[@]} != ${#assumptions[@]})); then
  echo "a theorem needs an axiom; see above, and $built/assumptions" >&2
  exit 1
fi
echo "$closed theorems, no axioms; their hypotheses are in $built/statements"
python3 -B Tests/ProofTests/test_citations.py
