"""The state of GitHub: repositories with issues, and what GitHub does with changes of them.

The attributes are named after the fields of GitHub's GraphQL schema, so `graphql.py` can read them.
"""

import datetime
import itertools
import time

from graphql import Refused

MOST_ASSIGNEES = 10
LONGEST_TITLE = 256
LONGEST_BODY = 65536


def moment(seconds):
    """Returns a time as GitHub writes it."""
    return datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


class Node:
    """A thing with an id, by which mutations find it."""

    numbers = itertools.count(1)

    def __init__(self):
        self.database_id = next(self.numbers)
        self.id = f"{type(self).__name__[0]}_{self.database_id:08}"


class User(Node):
    """An account of a person, or of an app if `typename` is `Bot`."""

    def __init__(self, login, name="", typename="User"):
        super().__init__()
        self.login, self.name, self.typename = login, name or login, typename

    @property
    def rest(self):
        login = self.login + ("[bot]" if self.typename == "Bot" else "")
        return {"login": login, "id": self.database_id, "node_id": self.id, "type": self.typename}


class Label(Node):
    """A label of a repository."""

    color, description = "ededed", None

    def __init__(self, name):
        super().__init__()
        self.name = name

    @property
    def rest(self):
        return {"id": self.database_id, "node_id": self.id, "name": self.name, "color": self.color,
                "description": self.description}


class Milestone(Node):
    """A milestone of a repository."""

    description = None

    def __init__(self, repository, number, title, due_on=None, state="OPEN"):
        super().__init__()
        self.repository, self.number, self.title, self.due_on, self.state = repository, number, title, due_on, state

    @property
    def closed(self):
        return self.state == "CLOSED"

    @property
    def rest(self):
        return {"id": self.database_id, "node_id": self.id, "number": self.number, "title": self.title,
                "state": self.state.lower(), "due_on": self.due_on, "description": self.description}


class Comment(Node):
    """A comment on an issue."""

    typename = "IssueComment"
    author_association, includes_created_edit, is_minimized, minimized_reason = "MEMBER", False, False, None
    reaction_groups = []

    def __init__(self, issue, author, body, at):
        super().__init__()
        self.issue, self.author, self.body = issue, author, body
        self.created_at = self.updated_at = moment(at)

    @property
    def url(self):
        return f"{self.issue.url}#issuecomment-{self.database_id}"

    @property
    def viewer_did_author(self):
        return self.author is self.issue.repository.site.viewer

    @property
    def rest(self):
        return {"id": self.database_id, "node_id": self.id, "html_url": self.url, "body": self.body,
                "user": self.author and self.author.rest, "created_at": self.created_at,
                "updated_at": self.updated_at}


class Issue(Node):
    """An issue. People change it by its methods, or by its attributes and `touch`."""

    locked = is_pinned = False
    # What only Gitea has: the due day, and whether open issues stand in the way of closing it.
    due, blockers = None, False
    active_lock_reason = issue_type = None
    reaction_groups = []
    includes_created_edit = False

    def __init__(self, repository, number, author, title, body, at):
        super().__init__()
        self.repository, self.number, self.author = repository, number, author
        self.title, self.body = title, body
        self.state, self.reason, self.duplicate_of = "OPEN", None, None
        self.milestone = None
        self._labels, self._assignees, self._comments = [], [], []
        self.created_at = self.updated_at = moment(at)
        self.closed_at = None

    # What is shown

    @property
    def closed(self):
        return self.state == "CLOSED"

    @property
    def url(self):
        return f"{self.repository.url}/issues/{self.number}"

    def state_reason(self, enable_duplicate=False):
        """Returns the reason. A client that does not ask for duplicates sees `NOT_PLANNED`."""
        return "NOT_PLANNED" if self.reason == "DUPLICATE" and not enable_duplicate else self.reason

    def labels(self, order_by=None):
        return sorted(self._labels, key=lambda label: label.name.lower())

    def assignees(self):
        return list(self._assignees)

    assigned_actors = assignees

    def comments(self, order_by=None):
        return list(self._comments)

    def project_items(self, include_archived=True):
        return []

    def project_cards(self, archived_states=None):
        return []

    @property
    def viewer_can_update(self):
        return self.repository.may_write or self.author is self.repository.site.viewer

    def suggested_actors(self, capabilities=None, query=None, login_names=None, filter=None):
        return self.repository.suggested_actors(capabilities, query)

    @property
    def rest(self):
        return {
            "id": self.database_id, "node_id": self.id, "number": self.number, "title": self.title,
            "body": self.body or None, "html_url": self.url, "state": self.state.lower(),
            "state_reason": self.reason and self.reason.lower(), "user": self.author and self.author.rest,
            "labels": [label.rest for label in self.labels()], "comments": len(self._comments),
            "assignees": [user.rest for user in self._assignees],
            "milestone": self.milestone and self.milestone.rest, "created_at": self.created_at,
            "updated_at": self.updated_at, "closed_at": self.closed_at, "locked": self.locked}

    # What is changed

    def touch(self):
        self.updated_at = moment(self.repository.site.now())

    def close(self, reason="COMPLETED"):
        self.state, self.reason = "CLOSED", reason
        self.closed_at = moment(self.repository.site.now())
        self.touch()

    def reopen(self):
        self.state, self.reason, self.closed_at = "OPEN", "REOPENED", None
        self.touch()

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
        """Sets the assignees. GitHub drops those who can't be assigned, and all after the tenth."""
        able = [user for user in dict.fromkeys(users) if user in self.repository.assignable]
        self._assignees = able[:MOST_ASSIGNEES]
        self.touch()

    def comment(self, author, body, at=None):
        self._comments.append(Comment(self, author, body, self.repository.site.now() if at is None else at))
        self.touch()
        return self._comments[-1]

    def delete_comment(self, comment):
        self._comments.remove(comment)
        self.touch()


class Repository(Node):
    """A repository. `assignable` has the people that may be assigned."""

    has_issues_enabled, is_archived, is_private, visibility = True, False, False, "PUBLIC"
    is_blank_issues_enabled, is_security_policy_enabled = True, False
    is_template = is_fork = False
    parent = default_branch_ref = description = None
    has_wiki_enabled = merge_commit_allowed = rebase_merge_allowed = squash_merge_allowed = True

    def __init__(self, site, owner, name):
        super().__init__()
        self.site, self.owner, self.name = site, owner, name
        self.permission = "ADMIN"
        self.assignable, self._labels, self._milestones = [], [], []
        self.issues_by_number = {}

    @property
    def name_with_owner(self):
        return f"{self.owner.login}/{self.name}"

    @property
    def url(self):
        return f"https://{self.site.host}/{self.name_with_owner}"

    @property
    def viewer_permission(self):
        return self.permission

    @property
    def may_write(self):
        return self.permission in ("TRIAGE", "WRITE", "MAINTAIN", "ADMIN")

    # What is shown

    def issues(self, states=None, order_by=None, filter_by=None, labels=None):
        order = order_by or {"field": "CREATED_AT", "direction": "ASC"}
        keys = {"CREATED_AT": "created_at", "UPDATED_AT": "updated_at"}
        found = [one for one in self.issues_by_number.values() if not states or one.state in states]
        found.sort(
            key=lambda one: (getattr(one, keys[order["field"]]), one.number), reverse=order["direction"] == "DESC")
        return found

    def issue(self, number):
        found = self.issues_by_number.get(number)
        if not found:
            raise Refused("NOT_FOUND", f"Could not resolve to an Issue with the number of {number}.")
        return found

    def issue_or_pull_request(self, number):
        found = self.issues_by_number.get(number)
        if not found:
            raise Refused(
                "NOT_FOUND", f"Could not resolve to an issue or pull request with the number of {number}.")
        return found

    def labels(self, query=None, order_by=None):
        return sorted(self._labels, key=lambda label: label.name.lower())

    def milestones(self, states=None, order_by=None, query=None):
        return [one for one in self._milestones if not states or one.state in states]

    def assignable_users(self, query=None):
        return [user for user in self.assignable if user.typename == "User"]

    def suggested_actors(self, capabilities=None, query=None, login_names=None, filter=None):
        return [user for user in self.assignable if not query or query.lower() in user.login.lower()]

    def projects(self, **_):
        return []

    projects_v2 = projects
    issue_types = issue_templates = projects

    # What is changed

    def label(self, name):
        """Returns the label of a name, which GitHub makes for a person who types a new one."""
        found = self.found_label(name)
        if not found:
            found = Label(name)
            self._labels.append(found)
        return found

    def found_label(self, name):
        """Returns the label of a name, in upper or lower case."""
        return next((label for label in self._labels if label.name.lower() == name.lower()), None)

    def milestone(self, title, due_on=None, state="OPEN"):
        """Returns the milestone of a title, and makes it if there is none."""
        found = next((one for one in self._milestones if one.title == title), None)
        if not found:
            found = Milestone(self, len(self._milestones) + 1, title, due_on, state)
            self._milestones.append(found)
        return found

    def open(self, author, title, body="", at=None):
        """Makes an issue."""
        number = max(self.issues_by_number, default=0) + 1
        issue = Issue(self, number, author, title, body, self.site.now() if at is None else at)
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

    def user(self, login, name="", typename="User"):
        """Returns the account with a login, and makes it if there is none."""
        key = login.lower()
        if key not in self.users:
            self.users[key] = User(login, name, typename)
        return self.users[key]

    def repository(self, name):
        """Returns a repository, `octo/app`, and makes it if there is none."""
        key = name.lower()
        if key not in self.repositories:
            owner, short = name.split("/")
            self.repositories[key] = Repository(self, self.user(owner), short)
        return self.repositories[key]

    def node(self, id):
        """Returns the thing with an id; None if there is none."""
        for user in self.users.values():
            if user.id == id:
                return user
        for repository in self.repositories.values():
            for one in self._nodes(repository):
                if one.id == id:
                    return one
        return None

    @staticmethod
    def _nodes(repository):
        yield repository
        yield from repository.labels()
        yield from repository.milestones()
        for issue in repository.issues_by_number.values():
            yield issue
            yield from issue.comments()
