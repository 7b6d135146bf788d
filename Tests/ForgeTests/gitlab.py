"""The state of GitLab: projects with issues, and what GitLab does with changes of them."""

import datetime
import re

import tracker

GUEST, REPORTER = 10, 20
# A line that GitLab takes for a command, wherever it stands in a text.
QUICK_ACTION = re.compile(r"^ *(/[a-z_]+)\b", re.M)
CODE = re.compile(r"^(```|~~~).*?^\1[^\S\n]*$", re.M | re.S)


def moment(seconds):
    """Returns a time as GitLab writes it."""
    time = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc)
    return time.strftime("%Y-%m-%dT%H:%M:%S.") + f"{time.microsecond // 1000:03}Z"


class User(tracker.Node):
    """An account of a person, or of a bot."""

    def __init__(self, username, name="", bot=False):
        super().__init__()
        self.login = self.username = username
        self.name, self.bot = name or username, bot

    @property
    def rest(self):
        return {"id": self.database_id, "username": self.login, "public_email": None, "name": self.name,
                "state": "active", "locked": False, "avatar_url": None, "web_url": f"https://gitlab.com/{self.login}"}


class Label(tracker.Node):
    """A label of a project."""

    def __init__(self, name):
        super().__init__()
        self.name = name


class Milestone(tracker.Node):
    """A milestone of a project, or of a group above it."""

    def __init__(self, project, number, title, due_on=None, state="active", group=False):
        super().__init__()
        self.project, self.number, self.title, self.due_on = project, number, title, due_on and due_on[:10]
        self.state, self.group = state, group

    @property
    def rest(self):
        owner = {"group_id": 7} if self.group else {"project_id": self.project.database_id}
        return {"id": self.database_id, "iid": self.number, **owner, "title": self.title, "description": "",
                "state": self.state, "due_date": self.due_on, "start_date": None, "expired": False,
                "web_url": f"{self.project.url}/-/milestones/{self.number}"}


class Note(tracker.Node):
    """A comment on an issue, or a note of the system."""

    def __init__(self, issue, author, body, at, system=False):
        super().__init__()
        self.issue, self.author, self.body, self.system = issue, author, body, system
        self.created_at = self.updated_at = moment(at)

    @property
    def rest(self):
        return {"id": self.database_id, "type": None, "body": self.body, "attachment": None,
                "author": self.issue.site.shown(self.author).rest, "created_at": self.created_at,
                "updated_at": self.updated_at, "system": self.system, "noteable_id": self.issue.database_id,
                "noteable_type": "Issue", "project_id": self.issue.repository.database_id, "resolvable": False,
                "confidential": False, "internal": False, "imported": False, "imported_from": "none",
                "noteable_iid": self.issue.number, "commands_changes": {}}


class Issue(tracker.Issue):
    """An issue, or another item with a number of its own, such as an incident."""

    moment = staticmethod(moment)
    confidential, issue_type = False, "issue"
    discussion_locked = due_date = moved_to = closed_by = None

    def __init__(self, *values):
        super().__init__(*values)
        self.state = "opened"
        self.site = self.repository.site

    @property
    def closed(self):
        return self.state == "closed"

    @property
    def url(self):
        return f"{self.repository.url}/-/{'work_items' if self.issue_type == 'task' else 'issues'}/{self.number}"

    @property
    def iid(self):
        return str(self.number)

    def is_seen_by(self, user):
        return not self.confidential or self.author is user or self.repository.level_of(user) >= REPORTER

    @property
    def rest(self):
        shown, path = self.site.shown, self.repository.path
        assignees = [user.rest for user in self._assignees]
        notes = [note for note in self._comments if not note.system]
        return {
            "id": self.database_id, "iid": self.number, "project_id": self.repository.database_id,
            "title": self.title, "description": self.body or None, "state": self.state,
            "created_at": self.created_at, "updated_at": self.updated_at, "closed_at": self.closed_at,
            "closed_by": self.closed_by and self.closed_by.rest, "labels": [one.name for one in self.labels()],
            "milestone": self.milestone and self.milestone.rest, "assignees": assignees,
            "author": shown(self.author).rest, "type": self.issue_type.upper(),
            "assignee": assignees[0] if assignees else None, "user_notes_count": len(notes),
            "merge_requests_count": 0, "upvotes": 0, "downvotes": 0, "due_date": self.due_date,
            "confidential": self.confidential, "discussion_locked": self.discussion_locked,
            "issue_type": self.issue_type, "web_url": self.url,
            "time_stats": {"time_estimate": 0, "total_time_spent": 0, "human_time_estimate": None,
                           "human_total_time_spent": None},
            "task_completion_status": {"count": 0, "completed_count": 0}, "has_tasks": False,
            "_links": {"self": f"https://{self.site.host}/api/v4/projects/{self.repository.database_id}"
                               f"/issues/{self.number}", "closed_as_duplicate_of": None},
            "references": {"short": f"#{self.number}", "relative": f"#{self.number}",
                           "full": f"{path}#{self.number}"},
            "severity": "UNKNOWN", "moved_to_id": self.moved_to, "imported": False, "imported_from": "none",
            "service_desk_reply_to": None, **self.repository.paid_members(self)}

    def close(self, by=None):
        self.state, self.closed_at, self.closed_by = "closed", moment(self.site.now()), by
        self.touch()

    def reopen(self):
        self.state, self.closed_at, self.closed_by = "opened", None, None
        self.touch()

    def make_comment(self, author, body, at):
        return Note(self, author, body, at)


class Project(tracker.Repository):
    """A project. Without a licence it has one assignee an issue. `levels` has what its members may do."""

    has_licence = is_archived = False

    def __init__(self, site, path):
        super().__init__(site)
        self.path, self.levels = path, {}
        # The paths that the project had before.
        self.former = []

    @property
    def most_assignees(self):
        return 200 if self.has_licence else 1

    @property
    def name_with_owner(self):
        return self.path

    @property
    def url(self):
        return f"https://{self.site.host}/{self.path}"

    def level_of(self, user):
        return self.levels.get(user, GUEST)

    def paid_members(self, issue):
        return {"weight": None, "health_status": None, "epic": None} if self.has_licence else {}

    def issues(self):
        return sorted(self.issues_by_number.values(), key=lambda one: one.number)

    def issue(self, number):
        return self.issues_by_number[number]

    def milestones(self):
        return self._milestones

    def milestone(self, title, due_on=None, state="active", group=False):
        """Returns the milestone of a title, and makes it if there is none."""
        found = next((one for one in self._milestones if one.title == title), None)
        if not found:
            found = Milestone(self, len(self._milestones) + 1, title, due_on, state, group)
            self._milestones.append(found)
        return found

    def found_label(self, name):
        return next((label for label in self._labels if label.name == name), None)

    def make_label(self, name):
        return Label(name)

    def make_issue(self, *values):
        return Issue(self, *values)


class State(tracker.State):
    """The accounts and the projects of one host. `acted` has the commands that texts have run."""

    make_user = User

    def __init__(self, host):
        super().__init__(host)
        self.acted = []
        self.ghost = self.user("ghost", "Ghost User")

    def make_repository(self, name):
        return Project(self, name)

    def shown(self, user):
        """Returns an account, or that of deleted ones."""
        return user or self.ghost

    def kept(self, text):
        """Returns what GitLab keeps of a text: it runs the lines that are commands, outside of code."""
        code = [found.span() for found in CODE.finditer(text)]
        for found in QUICK_ACTION.finditer(text):
            if not any(start <= found.start() < end for start, end in code):
                self.acted.append(found[1])
        return text
