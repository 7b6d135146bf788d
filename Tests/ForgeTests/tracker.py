"""What a played tracker has, whichever it is: accounts, and issues that people change.

Tests change issues by these methods, as somebody else does on the tracker's page.
"""

import datetime
import itertools
import time


def moment(seconds):
    """Returns a time as GitHub writes it."""
    return datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


class Node:
    """A thing with an id."""

    numbers = itertools.count(1)

    def __init__(self):
        self.database_id = next(self.numbers)


class Issue(Node):
    """An issue. People change it by its methods, or by its attributes and `touch`."""

    # How the tracker writes a time.
    moment = staticmethod(moment)

    def __init__(self, repository, number, author, title, body, at):
        super().__init__()
        self.repository, self.number, self.author = repository, number, author
        self.title, self.body = title, body
        self.milestone = None
        self._labels, self._assignees, self._comments = [], [], []
        self.created_at = self.updated_at = self.moment(at)
        self.closed_at = None

    def labels(self, order_by=None):
        return sorted(self._labels, key=lambda label: label.name.lower())

    def assignees(self):
        return list(self._assignees)

    def comments(self, order_by=None):
        return list(self._comments)

    def touch(self):
        self.updated_at = self.moment(self.repository.site.now())

    def label(self, *labels):
        """Adds labels, by their names or as they are."""
        for label in labels:
            label = self.repository.label(label) if isinstance(label, str) else label
            if label not in self._labels:
                self._labels.append(label)
        self.touch()

    def unlabel(self, *labels):
        names = {label if isinstance(label, str) else label.name for label in labels}
        self._labels = [label for label in self._labels if label.name not in names]
        self.touch()

    def assign(self, users):
        """Sets the assignees. The tracker drops those who can't be assigned, and those who are too many."""
        able = [user for user in dict.fromkeys(users) if self.repository.may_assign(user)]
        self._assignees = able[:self.repository.most_assignees]
        self.touch()

    def comment(self, author, body, at=None):
        self._comments.append(self.make_comment(author, body, self.repository.site.now() if at is None else at))
        self.touch()
        return self._comments[-1]

    def delete_comment(self, comment):
        self._comments.remove(comment)
        self.touch()


class Repository(Node):
    """The issues and labels of a repository. `assignable` has the people that may be assigned."""

    def __init__(self, site):
        super().__init__()
        self.site = site
        self.assignable, self._labels, self._milestones = [], [], []
        self.issues_by_number = {}

    def may_assign(self, user):
        return user in self.assignable

    def labels(self, query=None, order_by=None):
        return sorted(self._labels, key=lambda label: label.name.lower())

    def label(self, name):
        """Returns the label of a name, which the tracker makes for a person who types a new one."""
        found = self.found_label(name)
        if not found:
            found = self.make_label(name)
            self._labels.append(found)
        return found

    def found_label(self, name):
        """Returns the label of a name, in upper or lower case."""
        return next((label for label in self._labels if label.name.lower() == name.lower()), None)

    def open(self, author, title, body="", at=None):
        """Makes an issue."""
        number = max(self.issues_by_number, default=0) + 1
        issue = self.make_issue(number, author, title, body, self.site.now() if at is None else at)
        self.issues_by_number[number] = issue
        return issue


class State:
    """The accounts and the repositories of one host. `viewer` is who sends the present request."""

    def __init__(self, host):
        self.host = host
        self.late = 0
        self.users, self.repositories, self.tokens = {}, {}, {}
        self.viewer = None

    def now(self):
        """The time of the host's clock, in seconds."""
        return time.time() + self.late

    def user(self, login, name="", **options):
        """Returns the account with a login, and makes it if there is none."""
        key = login.lower()
        if key not in self.users:
            self.users[key] = self.make_user(login, name, **options)
        return self.users[key]

    def repository(self, name):
        """Returns a repository, `octo/app`, and makes it if there is none."""
        key = name.lower()
        if key not in self.repositories:
            self.repositories[key] = self.make_repository(name)
        return self.repositories[key]
