"""GitHub's two interfaces, as `gh` uses them: GraphQL and REST."""

import pathlib
import re
import urllib.parse

import graphql
from forge import Answer
from github import LONGEST_BODY, LONGEST_TITLE, State
from graphql import Refused

SCHEMA = pathlib.Path(__file__).with_name("github.graphql")
DOCUMENTATION = "https://docs.github.com/rest"
OPERATION = re.compile(r"(query|mutation)\s+(\w+)")


class Query:
    """What can be asked by GraphQL."""

    def __init__(self, state):
        self.state = state

    @property
    def viewer(self):
        return self.state.viewer

    def repository(self, owner, name, follow_renames=True):
        found = self.state.repositories.get(f"{owner}/{name}".lower())
        if not found:
            raise Refused("NOT_FOUND", f"Could not resolve to a Repository with the name '{owner}/{name}'.")
        return found

    def user(self, login):
        found = self.state.users.get(login.lower())
        if not found:
            raise Refused("NOT_FOUND", f"Could not resolve to a User with the login of '{login}'.")
        return found

    def organization(self, login):
        raise Refused("NOT_FOUND", f"Could not resolve to an Organization with the login of '{login}'.")

    def node(self, id):
        found = self.state.node(id)
        if not found:
            raise Refused("NOT_FOUND", f"Could not resolve to a node with the global id of '{id}'")
        return found


class Payload:
    """What a mutation answers."""

    client_mutation_id = None

    def __init__(self, **members):
        self.__dict__.update(members)


class Mutation:
    """What can be changed by GraphQL."""

    def __init__(self, state):
        self.state, self.query = state, Query(state)

    def _issue(self, id, name, mayAuthor=True):
        """Returns the issue with an id, if the viewer may change it by a mutation."""
        issue = self.query.node(id)
        self._permit(issue.repository, name, mayAuthor and issue.author is self.state.viewer)
        return issue

    def _permit(self, repository, name, isAllowed=False):
        if repository.is_archived:
            raise Refused("UNPROCESSABLE", "Repository was archived so is read-only.")
        if not (repository.may_write or isAllowed):
            raise Refused(
                "FORBIDDEN",
                f"{self.state.viewer.login} does not have the correct permissions to execute `{name}`")

    @staticmethod
    def _check(title=None, body=None):
        """Refuses titles and bodies that GitHub refuses."""
        if title is not None and not title.strip():
            raise Refused("UNPROCESSABLE", "Title can't be blank")
        if title is not None and len(title) > LONGEST_TITLE:
            raise Refused("UNPROCESSABLE", f"Title is too long (maximum is {LONGEST_TITLE} characters)")
        if body is not None and len(body) > LONGEST_BODY:
            raise Refused("UNPROCESSABLE", f"Body is too long (maximum is {LONGEST_BODY} characters)")

    def create_issue(self, input):
        repository = self.query.node(input["repositoryId"])
        self._permit(repository, "CreateIssue", isAllowed=True)
        if not repository.has_issues_enabled:
            raise Refused("UNPROCESSABLE", "Issues are disabled for this repo")
        self._check(input["title"], input.get("body"))
        issue = repository.open(self.state.viewer, input["title"], input.get("body") or "")
        self._set(issue, input)
        return Payload(issue=issue)

    def update_issue(self, input):
        issue = self._issue(input["id"], "UpdateIssue")
        self._check(input.get("title"), input.get("body"))
        self._set(issue, input)
        return Payload(issue=issue, actor=self.state.viewer)

    def _set(self, issue, input):
        if input.get("title") is not None:
            issue.title = input["title"]
        if input.get("body") is not None:
            issue.body = input["body"]
        if issue.repository.may_write:
            self._classify(issue, input)
        issue.touch()

    def _classify(self, issue, input):
        """Sets what only those who may write can set. GitHub drops it for others, without an error."""
        if "milestoneId" in input:
            issue.milestone = input["milestoneId"] and self.query.node(input["milestoneId"])
        if input.get("labelIds") is not None:
            issue.unlabel(*issue.labels())
            issue.label(*map(self.query.node, input["labelIds"]))
        if input.get("assigneeIds") is not None:
            issue.assign([self.query.node(id) for id in input["assigneeIds"]])

    def close_issue(self, input):
        issue = self._issue(input["issueId"], "CloseIssue")
        issue.close(input.get("stateReason") or "COMPLETED")
        issue.duplicate_of = input.get("duplicateIssueId") and self.query.node(input["duplicateIssueId"])
        return Payload(issue=issue)

    def reopen_issue(self, input):
        issue = self._issue(input["issueId"], "ReopenIssue")
        issue.reopen()
        return Payload(issue=issue)

    def add_comment(self, input):
        issue = self._issue(input["subjectId"], "AddComment", mayAuthor=True)
        if not input["body"].strip():
            raise Refused("UNPROCESSABLE", "Body cannot be blank")
        self._check(body=input["body"])
        comment = issue.comment(self.state.viewer, input["body"])
        return Payload(comment_edge=graphql.Edge(comment), subject=issue)

    def add_labels_to_labelable(self, input):
        issue = self._issue(input["labelableId"], "AddLabelsToLabelable", mayAuthor=False)
        issue.label(*map(self.query.node, input["labelIds"]))
        return Payload(labelable=issue)

    def remove_labels_from_labelable(self, input):
        issue = self._issue(input["labelableId"], "RemoveLabelsFromLabelable", mayAuthor=False)
        issue.unlabel(*map(self.query.node, input["labelIds"]))
        return Payload(labelable=issue)

    def _assign(self, issue, users):
        issue.assign(users)
        return Payload(assignable=issue)

    def _named(self, input):
        """Returns the accounts of an input, by ids or by logins. Unknown logins are dropped."""
        users = [self.query.node(id) for id in input.get("actorIds") or input.get("assigneeIds") or []]
        logins = [login.removesuffix("[bot]").lower() for login in input.get("actorLogins") or []]
        return users + [self.state.users[login] for login in logins if login in self.state.users]

    def replace_actors_for_assignable(self, input):
        issue = self._issue(input["assignableId"], "ReplaceActorsForAssignable", mayAuthor=False)
        return self._assign(issue, self._named(input))

    def add_assignees_to_assignable(self, input):
        issue = self._issue(input["assignableId"], "AddAssigneesToAssignable", mayAuthor=False)
        return self._assign(issue, issue.assignees() + self._named(input))

    def remove_assignees_from_assignable(self, input):
        issue = self._issue(input["assignableId"], "RemoveAssigneesFromAssignable", mayAuthor=False)
        gone = self._named(input)
        return self._assign(issue, [user for user in issue.assignees() if user not in gone])


class Rest:
    """GitHub's REST interface: the paths by which issues are read and changed, and what they need."""

    def __init__(self, state):
        self.state = state

    def answer(self, method, path, query, body):
        """Answers a request below `repos/OWNER/REPO`, or for the user."""
        if path == "meta":
            return Answer(200, {"installed_version": "3.16.0", "verifiable_password_authentication": False})
        if path == "user":
            return Answer(200, self.state.viewer.rest)
        found = re.fullmatch(r"repos/([^/]+/[^/]+)(?:/(.*))?", path)
        repository = found and self.state.repositories.get(found[1].lower())
        parts = (found[2] or "").split("/") if found and found[2] else []
        route = "_".join([method.lower(), *("n" if part.isdigit() else part for part in parts)])
        place = repository and self._place(repository, parts)
        handler = getattr(self, route, None)
        if not place or not handler:
            return error(404, "Not Found")
        if method != "GET" and not repository.may_write and route not in ("post_issues", "post_issues_n_comments"):
            return error(403, "Must have admin rights to Repository.")
        return handler(place, query, body)

    @staticmethod
    def _place(repository, parts):
        """Returns what a path names: a repository, an issue or a milestone."""
        if len(parts) < 2:
            return repository
        number = int(parts[1]) if parts[1].isdigit() else None
        if parts[0] == "milestones":
            return next((one for one in repository.milestones() if one.number == number), None)
        return repository.issues_by_number.get(number)

    def get(self, repository, query, body):
        return Answer(200, {
            "id": repository.database_id, "node_id": repository.id, "full_name": repository.name_with_owner,
            "has_issues": repository.has_issues_enabled, "archived": repository.is_archived})

    def get_issues(self, repository, query, body):
        state = query.get("state", "open").upper()
        order = {"field": "CREATED_AT", "direction": query.get("direction", "desc").upper()}
        issues = repository.issues(None if state == "ALL" else [state], order)
        return paged([issue.rest for issue in issues], query, f"repos/{repository.name_with_owner}/issues")

    def get_issues_n(self, issue, query, body):
        return Answer(200, issue.rest)

    def patch_issues_n(self, issue, query, body):
        repository = issue.repository
        if body.get("milestone") and not any(one.number == body["milestone"] for one in repository.milestones()):
            return invalid("Issue", "milestone", "invalid", body["milestone"])
        for name in ("title", "body"):
            if name in body:
                setattr(issue, name, body[name] or "")
        if "milestone" in body:
            issue.milestone = next((one for one in repository.milestones() if one.number == body["milestone"]), None)
        if "labels" in body:
            issue.unlabel(*issue.labels())
            issue.label(*[one if isinstance(one, str) else one["name"] for one in body["labels"]])
        if "assignees" in body:
            issue.assign([self.state.users[one.lower()] for one in body["assignees"] if one.lower() in self.state.users])
        self._state(issue, body)
        issue.touch()
        return Answer(200, issue.rest)

    @staticmethod
    def _state(issue, body):
        if body.get("state") == "closed":
            issue.close((body.get("state_reason") or "completed").upper())
        elif body.get("state") == "open" and issue.closed:
            issue.reopen()

    def post_issues(self, repository, query, body):
        if not body.get("title", "").strip():
            return invalid("Issue", "title", "missing_field")
        issue = repository.open(self.state.viewer, body["title"], body.get("body") or "")
        answer = self.patch_issues_n(issue, query, body) if repository.may_write else None
        return Answer(201, answer.document if answer else issue.rest)

    def get_issues_n_comments(self, issue, query, body):
        return paged(
            [one.rest for one in issue.comments()], query,
            f"repos/{issue.repository.name_with_owner}/issues/{issue.number}/comments")

    def post_issues_n_comments(self, issue, query, body):
        if not body.get("body", "").strip():
            return invalid("IssueComment", "body", "missing_field")
        return Answer(201, issue.comment(self.state.viewer, body["body"]).rest)

    def get_labels(self, repository, query, body):
        return paged([one.rest for one in repository.labels()], query, f"repos/{repository.name_with_owner}/labels")

    def post_labels(self, repository, query, body):
        if repository.found_label(body["name"]):
            return invalid("Label", "name", "already_exists")
        if len(body["name"]) > 50:
            return invalid("Label", "name", "invalid")
        return Answer(201, repository.label(body["name"]).rest)

    def get_milestones(self, repository, query, body):
        state = query.get("state", "open").upper()
        found = repository.milestones(None if state == "ALL" else [state])
        return paged([one.rest for one in found], query, f"repos/{repository.name_with_owner}/milestones")

    def post_milestones(self, repository, query, body):
        if any(one.title == body["title"] for one in repository.milestones()):
            return invalid("Milestone", "title", "already_exists")
        return Answer(201, repository.milestone(body["title"], body.get("due_on")).rest)

    def patch_milestones_n(self, milestone, query, body):
        milestone.title = body.get("title", milestone.title)
        milestone.state = body.get("state", milestone.state).upper()
        return Answer(200, milestone.rest)


def error(status, message, **headers):
    """Returns an error as the REST interface words it."""
    return Answer(status, {"message": message, "documentation_url": DOCUMENTATION, "status": str(status)}, headers)


def invalid(resource, field, code, value=None):
    """Returns the error of a value that GitHub does not take."""
    problem = {"resource": resource, "field": field, "code": code} | ({"value": value} if value else {})
    return Answer(422, {"message": "Validation Failed", "errors": [problem], "documentation_url": DOCUMENTATION})


def paged(items, query, path):
    """Returns a page of a list, with the address of the next page in a header."""
    size, number = min(int(query.get("per_page", 30)), 100), int(query.get("page", 1))
    page = items[(number - 1) * size:number * size]
    headers = {}
    if number * size < len(items):
        following = urllib.parse.urlencode(query | {"per_page": size, "page": number + 1})
        headers["Link"] = f'<https://api.github.com/{path}?{following}>; rel="next"'
    return Answer(200, page, headers)


class GitHub:
    """The host of GitHub's interfaces: `github.com`, or that of an Enterprise server."""

    def __init__(self, host="github.com", lacks=()):
        self.state = State(host)
        self.schema = graphql.schema(SCHEMA, tuple(lacks))
        self.used = set()

    @property
    def hosts(self):
        """The names under which the host is reached."""
        return ["api.github.com", "github.com"] if self.state.host == "github.com" else [self.state.host]

    def path(self, request):
        """Returns the path of a request, without the prefix of Enterprise servers."""
        path = urllib.parse.urlsplit(request.path).path.lstrip("/")
        return path.removeprefix("api/v3/").removeprefix("api/")

    def name(self, request):
        """Returns the name of a request: that of a GraphQL operation, or `GET /path`."""
        path = self.path(request)
        if path != "graphql":
            return f"{request.method} /{path}"
        query = request.json.get("query", "")
        found = OPERATION.search(query)
        return found[2] if found else "query"

    def answer(self, request):
        found = re.fullmatch(r"(?:token|bearer) (\S+)", request.headers.get("Authorization", ""), re.I)
        self.state.viewer = self.state.tokens.get(found[1]) if found else None
        if not self.state.viewer:
            return error(401, "Bad credentials")
        limits = {
            "X-OAuth-Scopes": "repo, read:org, project", "X-GitHub-Request-Id": "1", "X-RateLimit-Limit": "5000",
            "X-RateLimit-Remaining": "4900"}
        path = self.path(request)
        if path == "graphql":
            roots = {"query": Query(self.state), "mutation": Mutation(self.state)}
            document, used = graphql.answer(self.schema, request.json, roots)
            self.used |= used
            return Answer(200, document, limits)
        query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(request.path).query))
        answer = Rest(self.state).answer(request.method, path, query, request.json)
        answer.headers |= limits
        return answer
