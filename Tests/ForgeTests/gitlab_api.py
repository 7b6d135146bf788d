"""GitLab's two interfaces, as bridges use them by `glab`: REST, and GraphQL for assignees."""

import json
import pathlib
import re
import urllib.parse

import graphql
from forge import Answer
from gitlab import REPORTER, State

SCHEMA = pathlib.Path(__file__).with_name("gitlab.graphql")

LONGEST_TITLE = 255
LONGEST_TEXT = 1 << 20
ROUTE = re.compile(r"projects/([^/]+)(?:/(.*))?")


class Refused(Exception):
    """A request that ends in an error."""

    def __init__(self, status, message):
        super().__init__(status, message)
        self.answer = error(status, message)


class Rest:
    """The paths below `/api/v4`."""

    def __init__(self, state):
        self.state = state

    def answer(self, method, path, query, body):
        if path == "user":
            return Answer(200, self.state.viewer.rest)
        if path in ("version", "metadata"):
            return Answer(200, {"version": "18.6.0", "revision": "0"})
        if path == "users":
            name = query.get("username", "").lower()
            return Answer(200, [user.rest for user in [self.state.users.get(name)] if user])
        found = ROUTE.fullmatch(path)
        if not found:
            raise Refused(404, "404 Not Found")
        project = self._project(method, urllib.parse.unquote(found[1]), found[2])
        parts = found[2].split("/") if found[2] else []
        route = "_".join([method.lower(), *("n" if part.isdigit() else part for part in parts)])
        handler = getattr(self, route, None)
        if not handler:
            raise Refused(404, "404 Not Found")
        place = project
        if len(parts) > 1:
            place = project.issues_by_number.get(int(parts[1]))
            if not place or not place.is_seen_by(self.state.viewer):
                raise Refused(404, "404 Not found")
        if method != "GET" and project.is_archived:
            raise Refused(403, "403 Forbidden")
        return handler(place, query, body)

    def _project(self, method, name, rest):
        """Returns a project by its path or its number. A path that it had before leads there, for reading only."""
        for project in self.state.repositories.values():
            if name.lower() == project.path.lower() or name == str(project.database_id):
                return project
            if name.lower() in project.former:
                if method != "GET":
                    raise Refused(405, "405 Method Not Allowed - Non GET methods are not allowed for moved projects")
                raise Moved(f"https://{self.state.host}/api/v4/projects/{project.database_id}/{rest or ''}")
        raise Refused(404, "404 Project Not Found")

    def get(self, project, query, body):
        return Answer(200, {
            "id": project.database_id, "path_with_namespace": project.path, "web_url": project.url,
            "namespace": {"id": 7, "kind": "group"}, "issues_enabled": True, "archived": project.is_archived})

    # Issues

    def get_issues(self, project, query, body):
        issues = [one for one in project.issues_by_number.values() if one.is_seen_by(self.state.viewer)]
        keys = {"created_at": lambda one: (one.created_at, one.database_id), "updated_at": lambda one: one.updated_at}
        issues.sort(key=keys[query.get("order_by", "created_at")], reverse=query.get("sort", "desc") == "desc")
        return paged(self.state.host, issues, query, f"projects/{project.database_id}/issues")

    def get_issues_n(self, issue, query, body):
        return Answer(200, issue.rest)

    def post_issues(self, project, query, body):
        if "title" not in body:
            return Answer(400, {"error": "title is missing"})
        check(body)
        issue = project.open(self.state.viewer, body["title"])
        self._set(issue, body)
        return Answer(201, issue.rest)

    def put_issues_n(self, issue, query, body):
        if not body:
            return Answer(400, {"error": "title, description, labels are missing, at least one parameter must be provided"})
        if not may_update(issue, self.state.viewer):
            raise Refused(403, "403 Forbidden")
        check(body)
        self._set(issue, body)
        issue.touch()
        return Answer(200, issue.rest)

    def _set(self, issue, body):
        """Changes an issue. What the viewer may not set is ignored, and nothing says so."""
        project = issue.repository
        if "title" in body:
            issue.title = body["title"].strip()
        if "description" in body:
            issue.body = self.state.kept(body["description"] or "")
        if body.get("state_event") == "close" and not issue.closed:
            issue.close(self.state.viewer)
        if body.get("state_event") == "reopen" and issue.closed:
            issue.reopen()
        if project.level_of(self.state.viewer) < REPORTER:
            return
        issue.label(*names(body.get("labels")), *names(body.get("add_labels")))
        issue.unlabel(*names(body.get("remove_labels")))
        if "milestone_id" in body:
            wanted = body["milestone_id"]
            issue.milestone = next((one for one in project.milestones() if one.database_id == wanted), None)
        if "assignee_ids" in body:
            users = {user.database_id: user for user in self.state.users.values()}
            issue.assign([users[id] for id in body["assignee_ids"] if id in users])

    # Comments

    def get_issues_n_notes(self, issue, query, body):
        notes = [note for note in issue.comments() if not note.system or query.get("activity_filter") != "only_comments"]
        notes.sort(key=lambda note: note.created_at, reverse=query.get("sort", "desc") == "desc")
        path = f"projects/{issue.repository.database_id}/issues/{issue.number}/notes"
        return paged(self.state.host, notes, query, path)

    def post_issues_n_notes(self, issue, query, body):
        if not body.get("body"):
            return Answer(400, {"error": "body is missing"})
        if issue.discussion_locked and issue.repository.level_of(self.state.viewer) < REPORTER:
            raise Refused(403, "403 Forbidden")
        return Answer(201, issue.comment(self.state.viewer, self.state.kept(body["body"])).rest)

    # Milestones

    def get_milestones(self, project, query, body):
        isWide = query.get("include_ancestors") == "true" or query.get("include_parent_milestones") == "true"
        found = [one for one in project.milestones() if isWide or not one.group]
        if "title" in query:
            found = [one for one in found if one.title == query["title"]]
        return paged(self.state.host, found, query, f"projects/{project.database_id}/milestones")

    def post_milestones(self, project, query, body):
        if any(one.title == body["title"] for one in project.milestones()):
            raise Refused(400, {"title": ["already being used for another group or project milestone."]})
        return Answer(201, project.milestone(body["title"], body.get("due_date")).rest)


class Payload:
    """What a mutation answers."""

    client_mutation_id, errors = None, ()

    def __init__(self, issue):
        self.issue = issue


class Mutation:
    """What can be changed by GraphQL."""

    def __init__(self, state):
        self.state = state

    def issue_set_assignees(self, input):
        project = self.state.repositories.get(input["projectPath"].lower())
        issue = project and project.issues_by_number.get(int(input["iid"]))
        viewer = self.state.viewer
        if not issue or not issue.is_seen_by(viewer) or not may_update(issue, viewer) or project.is_archived:
            raise graphql.Refused(
                "FORBIDDEN", "The resource that you are attempting to access does not exist or you don't have "
                "permission to perform this action")
        named = [self.state.users.get(name.lower()) for name in input["assigneeUsernames"]]
        users = [user for user in named if user]
        old = issue.assignees()
        match input.get("operationMode", "REPLACE"):
            case "APPEND": users = old + users
            case "REMOVE": users = [user for user in old if user not in users]
        if project.level_of(viewer) >= REPORTER:
            issue.assign(users)
        return Payload(issue)


def may_update(issue, user):
    return issue.author is user or issue.repository.level_of(user) >= REPORTER


class Moved(Exception):
    """A path of a project that has another one now."""


def names(value):
    """Returns the names of labels, in which a comma separates two."""
    texts = value if isinstance(value, list) else [value or ""]
    return [name.strip() for text in texts for name in text.split(",") if name.strip()]


def check(body):
    """Refuses titles and texts that GitLab refuses."""
    if "title" in body and not body["title"].strip():
        raise Refused(400, {"title": ["can't be blank"]})
    if len(body.get("title") or "") > LONGEST_TITLE:
        raise Refused(400, {"title": [f"is too long (maximum is {LONGEST_TITLE} characters)"]})
    if len((body.get("description") or "").encode()) > LONGEST_TEXT:
        raise Refused(400, {"description": ["is too long. The maximum size is 1 MiB."]})


def error(status, message, **headers):
    """Returns an error as GitLab words it."""
    return Answer(status, {"message": message}, headers)


LIMITED = Answer(429, "Retry later\n", {
    "Retry-After": "60", "RateLimit-Limit": "2000", "RateLimit-Remaining": "0", "RateLimit-Reset": "60",
    "Content-Type": "text/plain"})


def paged(host, items, query, path):
    """Returns a page of a list, with the address of the next page in a header."""
    size, number = min(int(query.get("per_page", 20)), 100), int(query.get("page", 1))
    page = items[(number - 1) * size:number * size]
    last = max(1, -(-len(items) // size))
    following = str(number + 1) if number < last else ""
    headers = {"X-Total": str(len(items)), "X-Total-Pages": str(last), "X-Per-Page": str(size),
               "X-Page": str(number), "X-Next-Page": following, "X-Prev-Page": str(number - 1) if number > 1 else ""}
    if following:
        address = urllib.parse.urlencode(query | {"per_page": size, "page": following})
        headers["Link"] = f'<https://{host}/api/v4/{path}?{address}>; rel="next"'
    return Answer(200, [one.rest for one in page], headers)


class GitLab:
    """The host of GitLab's interface: `gitlab.com`, or a server of somebody's own."""

    def __init__(self, host="gitlab.com"):
        self.state = State(host)
        self.schema = graphql.schema(SCHEMA)

    @property
    def hosts(self):
        return [self.state.host]

    def _path(self, request):
        return urllib.parse.urlsplit(request.path).path.removeprefix("/api/v4/").rstrip("/")

    def name(self, request):
        """Returns the name of a request without the project and the number: `PUT issue`, `GET issues`."""
        path = self._path(request)
        if path == "/api/graphql":
            return "SetAssignees"
        parts = path.split("/")
        if parts[0] != "projects":
            return f"{request.method} {parts[0]}"
        if len(parts) < 3:
            return f"{request.method} project"
        rest = [part for part in parts[2:] if not part.isdigit()]
        isOne = len(rest) == 1 and len(parts) > 3
        return f"{request.method} {rest[-1].removesuffix('s') if isOne else rest[-1]}"

    def answer(self, request):
        token = request.headers.get("Private-Token") or request.headers.get("Authorization", "").removeprefix("Bearer ")
        self.state.viewer = self.state.tokens.get(token)
        if not self.state.viewer:
            return error(401, "401 Unauthorized")
        query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(request.path).query, keep_blank_values=True))
        if request.body and not request.headers.get("Content-Type", "").startswith("application/json"):
            return Answer(415, {"error": "The provided content-type is not supported."})
        body = json.loads(request.body) if request.body else {}
        if self._path(request) == "/api/graphql":
            return Answer(200, graphql.answer(self.schema, body, {"query": None, "mutation": Mutation(self.state)})[0])
        try:
            return Rest(self.state).answer(request.method, self._path(request), query, body)
        except Refused as refused:
            return refused.answer
        except Moved as moved:
            return Answer(301, {"message": "301 Moved Permanently"}, {"Location": f"{moved}?{urllib.parse.urlencode(query)}"})
