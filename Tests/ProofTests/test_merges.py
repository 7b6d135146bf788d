"""Compares the program with the proved model on random histories.

PROOF_MERGES=20000 compares that many merges, PROOF_SECONDS=600 compares for so long, and PROOF_SEED=17 begins with another
history. PROOF_VERBOSE=1 shows by what each damaged program was noticed.
"""

import collections
import concurrent.futures
import os
import shutil
import tempfile
import time
import unittest

import proved_model
from damages import DAMAGES, Damaged, kinds_with
from histories import Repository
from places import PEOPLE, Difference
from random_histories import random_history

PMGIT = os.environ.get("PMGIT", os.path.join(proved_model.ROOT, ".build/release/pmgit"))
MERGES = int(os.environ.get("PROOF_MERGES", "200"))
SECONDS = float(os.environ.get("PROOF_SECONDS", "0"))
SEED = int(os.environ.get("PROOF_SEED", "1"))
# What each run must have.
DEMANDED = ["syncs", "with several bases", "git merges", "hand merges", "octopus merges", "restorations of broken files",
            "with a broken side", "without a new commit", "commands", "imports", "undos", "paths undone", "rewritten remotes",
            "deletions and restorations", "boards that were read", "undos of two people", "fields written anew"]


class Merges(unittest.TestCase):
    def setUp(self):
        if not os.path.exists(proved_model.MODEL):
            self.fail(f"there is no {proved_model.MODEL}; run 'Scripts/proof.sh model'")
        shared = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
        self.folder = tempfile.mkdtemp(prefix="pmgit-proof-", dir=shared)
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def repository(self, kind=Repository, *arguments):
        repository = kind(tempfile.mkdtemp(dir=self.folder), PMGIT, PEOPLE[0], *arguments)
        self.addCleanup(repository.close)
        return repository

    def test_the_program_does_what_the_model_says(self):
        repository, tally, seed = self.repository(), collections.Counter(), SEED
        end = time.monotonic() + SECONDS
        while time.monotonic() < end if SECONDS else tally["merges"] < MERGES:
            try:
                random_history(repository, seed, tally)
            except Difference as difference:
                self.fail(f"after {tally['merges']} merges: {difference}")
            seed += 1
        print("compared", ", ".join(f"{count} {name}" for name, count in sorted(tally.items())))
        # A short run may lack some.
        for kind in DEMANDED if tally["merges"] >= 200 else []:
            self.assertGreater(tally[kind], 0, f"no {kind}")

    def test_a_single_common_ancestor_is_noticed(self):
        repository, tally, seed = self.repository(), collections.Counter(), SEED
        while tally["merges"] < max(MERGES, 200):
            history = random_history(repository, seed, tally)
            try:
                history.compare("one-base")
            except Difference:
                return
            seed += 1
        self.fail(f"{tally['merges']} merges by one common ancestor look right")

    def test_without_a_damage_nothing_is_noticed(self):
        """The histories in which damages are looked for are right if the program is."""
        repository, tally = self.repository(), collections.Counter()
        for kinds in {tuple(kinds.items()) for _, _, kinds in DAMAGES.values() if kinds}:
            with self.subTest(kinds):
                random_history(repository, SEED, tally, kinds_with(dict(kinds)))

    def test_each_damage_of_the_program_is_noticed(self):
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for name, noticed in zip(DAMAGES, pool.map(self.notices, DAMAGES)):
                if os.environ.get("PROOF_VERBOSE"):
                    print(f"{name}: {noticed}")
                with self.subTest(name):
                    self.assertIsNotNone(noticed, f"a program that {name} looks right")

    def notices(self, name):
        """Returns the first difference between a damaged program and the model."""
        repository, tally = self.repository(Damaged, name), collections.Counter()
        for seed in range(SEED, SEED + 30):
            try:
                random_history(repository, seed, tally, kinds_with(repository.kinds))
            except Difference as difference:
                return f"after {tally['merges']} merges: {str(difference).splitlines()[0]}"
        return None


if __name__ == "__main__":
    unittest.main()
