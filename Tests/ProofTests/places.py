"""What random histories write: the people, the paths of the plan, and what is raised."""

PEOPLE = ["Dev One <one@example.com>", "Dev Two <two@example.com>"]
TITLE, DUE, PRIORITY = ("fields", "title"), ("fields", "due"), ("fields", "priority")
NOTE, EXTRA = ("fields", "note"), ("other", "extra")  # which pmgit does not know
BUG, UI = ("sets", "labels", "bug"), ("sets", "labels", "ui")
DELETED = ("fields", "deleted")
# A command: the path that it changes, the value that is then there, and its options.
NO_BUG = (BUG, None, ["--no-label", "bug"])


class Difference(Exception):
    """The program does not do what was stated, or what the model says."""
