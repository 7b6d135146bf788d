"""What is in the way of the folder of 'pmgit export --site'. Needs no browser."""

import os
import pathlib
import shutil
import stat
import subprocess

from publish import PNG, PublishCase


class Folders(PublishCase):
    def setUp(self):
        super().setUp()
        self.one.pmgit("add", "Alpha")

    def test_former_files_are_removed_and_others_stay(self):
        plan = self.one.pmgit("add", "Beta", "--label", "old")
        path = pathlib.Path(self.one.folder, "a.png")
        path.write_bytes(PNG)
        self.one.pmgit("attach", plan, str(path))
        self.publish()
        self.assertEqual(len(list((self.folder / "files").iterdir())), 1)
        (self.folder / "CNAME").write_text("example.org")
        (self.folder / "data" / "own.js").write_text("mine")
        self.one.pmgit("delete", plan)
        self.publish()
        self.assertFalse((self.folder / "files").exists())
        self.assertEqual((self.folder / "CNAME").read_text(), "example.org")
        self.assertEqual((self.folder / "data" / "own.js").read_text(), "mine")

    def test_a_folder_of_somebody_else(self):
        self.folder.mkdir()
        (self.folder / "thesis.txt").write_text("all of it")
        self.assertIn("is not empty, and pmgit has not published it", self.refused())
        self.assertEqual(self.files(), {"thesis.txt": b"all of it"})

    def test_a_foreign_file_in_the_place_of_a_new_one(self):
        self.publish()
        shutil.rmtree(self.folder / "data")
        listed = (self.folder / ".pmgit-publish").read_text().replace("data/board.js\n", "")
        (self.folder / ".pmgit-publish").write_text(listed)
        (self.folder / "data").mkdir()
        (self.folder / "data" / "board.js").write_text("mine")
        self.assertIn("site/data/board.js' was not published by pmgit", self.refused())
        self.assertEqual((self.folder / "data" / "board.js").read_text(), "mine")

    def test_an_empty_folder_of_a_git_work_tree(self):
        self.folder.mkdir()
        (self.folder / ".git").write_text("gitdir: elsewhere")
        self.publish()
        self.assertTrue((self.folder / "index.html").exists())

    def test_a_list_that_names_other_files(self):
        victim = pathlib.Path(self.team.folder, "victim")
        victim.write_text("precious")
        for name in ["../victim", str(victim), ".git", "a//b", "x/../../victim", "-rf", "a/b/c/d"]:
            self.publish()
            with open(self.folder / ".pmgit-publish", "a", encoding="utf-8") as file:
                file.write(name + "\n")
            self.assertIn("was not written by this version of pmgit", self.refused(), name)
            self.assertEqual(victim.read_text(), "precious")
            shutil.rmtree(self.folder)

    def test_links_are_not_followed(self):
        outside = pathlib.Path(self.team.folder, "outside")
        outside.mkdir()
        self.publish()
        shutil.rmtree(self.folder / "data")
        (self.folder / "data").symlink_to(outside)
        self.assertIn("/data' is not a folder", self.refused())
        self.assertEqual(list(outside.iterdir()), [])
        (self.folder / "data").unlink()
        target = pathlib.Path(self.team.folder, "target")
        target.write_text("precious")
        (self.folder / "index.html").unlink()
        (self.folder / "index.html").symlink_to(target)
        self.publish()
        self.assertEqual(target.read_text(), "precious")
        self.assertFalse((self.folder / "index.html").is_symlink())

    def test_a_link_to_a_folder_and_one_that_leads_nowhere(self):
        real = pathlib.Path(self.team.folder, "real")
        real.mkdir()
        self.folder.symlink_to(real)
        self.publish()
        self.assertTrue((real / "index.html").exists())
        self.folder.unlink()
        self.folder.symlink_to(pathlib.Path(self.team.folder, "nowhere"))
        self.assertIn("no link may lead nowhere", self.refused())

    def test_a_file_and_a_missing_parent(self):
        self.folder.write_text("a file")
        self.assertIn("name a folder, and not a file", self.refused())
        self.assertIn("the folder around it must exist", self.refused(folder=self.folder.parent / "no" / "site"))

    def test_no_permission(self):
        self.folder.mkdir()
        os.chmod(self.folder, stat.S_IRUSR | stat.S_IXUSR)
        if os.geteuid() == 0:
            self.skipTest("root may write anywhere")
        self.assertIn("name a folder that you may write", self.refused())

    def test_a_disk_without_room(self):
        place = pathlib.Path(self.team.folder, "small")
        place.mkdir()
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", place], capture_output=True)
        if mounted.returncode != 0:
            self.skipTest("only root can make a small disk")
        self.addCleanup(subprocess.run, ["umount", place])
        said = self.refused(folder=place / "site")
        self.assertIn("make room on the disk", said)
        subprocess.run(["mount", "-o", "remount,size=8m", place], check=True)
        self.publish(folder=place / "site")
        self.publish()
        self.assertEqual(self.files(place / "site"), self.files())

    def test_a_board_without_plans_and_a_wrong_query(self):
        self.publish("#nothing")
        self.assertEqual(self.data("board")["cards"]["plans"], [])
        self.assertIn("due", self.refused("due:nonsense"))
