"""The REST interface of Gitea and Forgejo, as bridges use it, on the same state as the played GitHub."""

import base64
import datetime
import json
import pathlib
import urllib.parse

from forge import Answer
from github import State
from swagger import Document

FOLDER = pathlib.Path(__file__).parent


class Gitea:
    """A server. `zone` is the hours of its clock ahead of UTC, `most` the items of a page.

    `kind` is `gitea` or `forgejo`; every request and answer is checked against that document.
    """

    version = "1.25.0"

    def __init__(self, host, kind="gitea", folder=""):
        self.state, self.document, self.folder = State(host), Document(FOLDER / f"{kind}.json"), folder
        self.zone, self.most, self.organizations, self.renamed = 0, 50, {}, {}
        self.hosts = [host]

    # Requests

    def path(self, request):
        path = urllib.parse.urlsplit(request.path).path
        assert path.startswith(f"{self.folder}/api/v1/"), f"{path} is not in the interface"
        return path.removeprefix(f"{self.folder}/api/v1")

    def name(self, request):
        """Returns the id of an operation, such as `issueEditIssue`."""
        operation, _ = self.document.operation(request.method, self.path(request))
        return operation["operationId"] if operation else f"{request.method} {request.path}"

    def answer(self, request):
        operation, path = self.document.operation(request.method, self.path(request))
        assert operation, f"no such operation: {request.method} {request.path}"
        query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(request.path).query))
        path = {name: urllib.parse.unquote(value) for name, value in path.items()}
        body = json.loads(request.body) if request.body else None
        values, body = self.document.values(operation, path, query, body)
        answer = self.permit(request, values) or getattr(self, operation["operationId"])(values, body)
        self.document.check_answer(operation, answer.status, answer.document)
        return answer

    def permit(self, request, values):
        """Returns the answer to a request that is not carried out; None if it is."""
        header = request.headers.get("Authorization", "")
        self.state.viewer = None
        if header:
            name, _, token = base64.b64decode(header.removeprefix("Basic ")).decode().partition(":")
            self.state.viewer = self.state.tokens.get(token)
            if not self.state.viewer:
                return error(401, "invalid username, password or token")
        if "repo" not in values:
            return None
        name = f"{values['owner']}/{values['repo']}"
        if name in self.renamed:
            address = request.path.replace(name, self.renamed[name])
            return Answer(307, None, {"Location": f"https://{self.state.host}{address}"})
        repository = self.repository(values)
        if not repository or repository.is_private and not self.state.viewer:
            return error(404, "The target couldn't be found.")
        if request.method == "GET":
            return None
        if not self.state.viewer:
            return error(401, "token is required")
        if repository.is_archived:
            return error(423, f"{name} is archived")
        if "index" in values and not self.issue(values):
            return error(404, "The target couldn't be found.")
        return None

    def repository(self, values):
        return self.state.repositories.get(f"{values['owner']}/{values['repo']}".lower())

    def issue(self, values):
        return self.repository(values).issues_by_number.get(values["index"])

    def may_write(self, issue):
        return issue.repository.may_write

    # Operations that read

    def getVersion(self, values, body):
        return Answer(200, {"version": self.version})

    def issueListIssues(self, values, body):
        assert (values["state"], values["type"]) == ("all", "issues")
        found = sorted(self.repository(values).issues_by_number.values(), key=lambda one: -one.number)
        return self.paged(found, values, self.shown)

    def issueGetRepoComments(self, values, body):
        found = [note for issue in self.repository(values).issues_by_number.values() for note in issue.comments()]
        found.sort(key=lambda note: (note.created_at, note.database_id))
        return self.paged(found, values, self.comment)

    def issueGetIssue(self, values, body):
        issue = self.issue(values)
        return Answer(200, self.shown(issue)) if issue else error(404, "The target couldn't be found.")

    def issueListLabels(self, values, body):
        return self.paged(self.repository(values).labels(), values, self.label)

    def orgListLabels(self, values, body):
        if values["org"] not in self.organizations:
            return error(404, "GetOrgByName")
        return self.paged(self.organizations[values["org"]], values, self.label)

    def issueGetMilestonesList(self, values, body):
        assert values["state"] == "all"
        return self.paged(self.repository(values).milestones(), values, self.milestone)

    def repoGetAssignees(self, values, body):
        return Answer(200, [self.user(one) for one in self.repository(values).assignable])

    def paged(self, items, values, show):
        size = min(values["limit"], self.most)
        page = items[(values["page"] - 1) * size:values["page"] * size]
        return Answer(200, [show(one) for one in page], {"X-Total-Count": str(len(items))})

    # Operations that change something

    def issueCreateIssue(self, values, body):
        issue = self.repository(values).open(self.state.viewer, body["title"], body.get("body", ""))
        return Answer(201, self.shown(issue))

    def issueEditIssue(self, values, body):
        issue, repository = self.issue(values), self.repository(values)
        if not self.may_write(issue) and issue.author is not self.state.viewer:
            return Answer(403, None)
        issue.title = body.get("title") or issue.title
        issue.body = body.get("body", issue.body)
        # What only writers may do is left out for others, without an error.
        if self.may_write(issue):
            if "assignees" in body:
                wanted = [self.state.users.get(login.lower()) for login in body["assignees"]]
                if None in wanted:
                    return error(500, "")
                issue._assignees = []
                if any(user not in repository.assignable for user in wanted):
                    return error(500, "")
                issue.assign(wanted)
            if "milestone" in body:
                found = [one for one in repository.milestones() if one.database_id == body["milestone"]]
                if body["milestone"] and not found:
                    return error(500, "")
                issue.milestone = found[0] if found else None
            if body.get("unset_due_date"):
                issue.due = None
            elif "due_date" in body:
                moment = datetime.datetime.fromisoformat(body["due_date"].replace("Z", "+00:00"))
                issue.due = moment.replace(hour=23, minute=59, second=59)
        if "state" in body:
            if body["state"] == "closed" and issue.blockers:
                return error(412, "cannot close this issue or pull request because it still has open dependencies")
            if issue.closed != (body["state"] == "closed"):
                issue.close() if body["state"] == "closed" else issue.reopen()
        issue.touch()
        return Answer(201, self.shown(issue))

    def issueAddLabel(self, values, body):
        issue = self.issue(values)
        if not self.may_write(issue):
            return error(403, "write permission is required")
        known = self.repository(values).labels() + self.organizations.get(values["owner"], [])
        assert all(isinstance(id, int) for id in body["labels"]), "older servers take ids only"
        for label in [one for one in known if one.database_id in body["labels"]]:
            if getattr(label, "exclusive", False):
                scope = label.name.rpartition("/")[0]
                issue.unlabel(*[
                    one.name for one in issue.labels() if getattr(one, "exclusive", False)
                    and one.name.rpartition("/")[0] == scope and one is not label])
            issue.label(label)
        return Answer(200, [self.label(one) for one in issue.labels()])

    def issueRemoveLabel(self, values, body):
        issue = self.issue(values)
        if not self.may_write(issue):
            return Answer(403, None)
        issue.unlabel(*[one for one in issue.labels() if one.database_id == values["id"]])
        return Answer(204, None)

    def issueCreateComment(self, values, body):
        issue = self.issue(values)
        if issue.locked and not self.may_write(issue):
            return error(403, "you can't comment on a locked issue")
        return Answer(201, self.comment(issue.comment(self.state.viewer, body["body"])))

    # Documents

    def moment(self, text):
        """Returns a time in the zone of the server."""
        if text is None:
            return None
        zone = datetime.timezone(datetime.timedelta(hours=self.zone))
        found = text if isinstance(text, datetime.datetime) else datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))
        return found.astimezone(zone).isoformat().replace("+00:00", "Z")

    def user(self, user):
        if user is None:
            return {"id": -1, "login": "Ghost", "full_name": "", "created": "0001-01-01T00:00:00Z"}
        return {
            "id": user.database_id, "login": user.login, "full_name": user.name, "email": f"{user.login}@noreply.localhost",
            "is_admin": False, "created": self.moment("2020-01-01T00:00:00Z")}

    def label(self, label):
        return {
            "id": label.database_id, "name": label.name, "exclusive": getattr(label, "exclusive", False),
            "is_archived": False, "color": label.color, "description": "", "url": ""}

    def milestone(self, milestone):
        return milestone and {
            "id": milestone.database_id, "title": milestone.title, "description": "", "state": milestone.state.lower(),
            "open_issues": 1, "closed_issues": 0, "created_at": self.moment("2020-01-01T00:00:00Z"), "updated_at": None,
            "closed_at": None, "due_on": self.moment(milestone.due_on)}

    def comment(self, note):
        return {
            "id": note.database_id, "html_url": note.url, "pull_request_url": "", "issue_url": note.issue.url,
            "user": self.user(note.author), "original_author": "", "original_author_id": 0, "body": note.body,
            "assets": [], "created_at": self.moment(note.created_at), "updated_at": self.moment(note.updated_at)}

    def shown(self, issue):
        people = [self.user(one) for one in issue.assignees()]
        return {
            "id": issue.database_id, "url": f"{issue.url}?api", "html_url": issue.url, "number": issue.number,
            "user": self.user(issue.author), "original_author": "", "original_author_id": 0, "title": issue.title,
            "body": issue.body, "ref": "", "assets": [], "labels": [self.label(one) for one in issue.labels()],
            "milestone": self.milestone(issue.milestone), "assignee": people[0] if people else None,
            "assignees": people or None, "state": issue.state.lower(), "is_locked": issue.locked,
            "comments": len(issue.comments()), "created_at": self.moment(issue.created_at),
            "updated_at": self.moment(issue.updated_at), "closed_at": self.moment(issue.closed_at),
            "due_date": self.moment(issue.due), "pull_request": None, "pin_order": int(issue.is_pinned),
            "repository": {"id": 1, "name": "app", "owner": "octo", "full_name": "octo/app"}}


def error(status, message):
    return Answer(status, {"message": message, "url": "https://git.example.com/api/swagger"})
