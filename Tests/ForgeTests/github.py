"""The state of GitHub: repositories with issues, and what GitHub does with changes of them.

The attributes are named after the fields of GitHub's GraphQL schema, so `graphql.py` can read them.
"""

import tracker
from graphql import Refused
from tracker import moment

LONGEST_TITLE = 256
LONGEST_BODY = 65536


class Node(tracker.Node):
    """A thing with an id, by which mutations find it."""

    def __init__(self):
        super().__init__()
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


class Issue(tracker.Issue, Node):
    """An issue."""

    locked = is_pinned = False
    # What only Gitea has: the due day, and whether open issues stand in the way of closing it.
    due, blockers = None, False
    active_lock_reason = issue_type = None
    reaction_groups = []
    includes_created_edit = False

    def __init__(self, repository, number, author, title, body, at):
        super().__init__(repository, number, author, title, body, at)
        self.state, self.reason, self.duplicate_of = "OPEN", None, None

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

    assigned_actors = tracker.Issue.assignees

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

    def close(self, reason="COMPLETED"):
        self.state, self.reason = "CLOSED", reason
        self.closed_at = moment(self.repository.site.now())
        self.touch()

    def reopen(self):
        self.state, self.reason, self.closed_at = "OPEN", "REOPENED", None
        self.touch()

    def make_comment(self, author, body, at):
        return Comment(self, author, body, at)


class Repository(tracker.Repository, Node):
    """A repository."""

    most_assignees = 10

    has_issues_enabled, is_archived, is_private, visibility = True, False, False, "PUBLIC"
    is_blank_issues_enabled, is_security_policy_enabled = True, False
    is_template = is_fork = False
    parent = default_branch_ref = description = None
    has_wiki_enabled = merge_commit_allowed = rebase_merge_allowed = squash_merge_allowed = True

    def __init__(self, site, owner, name):
        super().__init__(site)
        self.owner, self.name = owner, name
        self.permission = "ADMIN"

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

    def make_label(self, name):
        return Label(name)

    def milestone(self, title, due_on=None, state="OPEN"):
        """Returns the milestone of a title, and makes it if there is none."""
        found = next((one for one in self._milestones if one.title == title), None)
        if not found:
            found = Milestone(self, len(self._milestones) + 1, title, due_on, state)
            self._milestones.append(found)
        return found

    def make_issue(self, *values):
        return Issue(self, *values)


class State(tracker.State):
    """The accounts and the repositories of one host."""

    make_user = User

    def make_repository(self, name):
        owner, short = name.split("/")
        return Repository(self, self.user(owner), short)

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
