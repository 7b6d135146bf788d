"""Runs GraphQL documents on Python objects, with a schema that both must keep.

A field `createdAt` is the attribute `created_at` of the object; a method gets the arguments by their
names. Lists in the place of a connection are paged. The errors are worded as GitHub words them.
"""

import base64
import functools
import re

from graphql_text import Field, Malformed, Parser, Type, Variable

MOST_ON_A_PAGE = 100


class Refused(Exception):
    """An error of one field, with GitHub's type of it, such as `NOT_FOUND`."""

    def __init__(self, type, message):
        super().__init__(message)
        self.type, self.message = type, message


def base(type):
    """Returns the name in a type: `Issue` for `[Issue!]!`."""
    return type.strip("[]!")


def snake(name):
    """Returns the name of an attribute: `created_at` for `createdAt`."""
    return re.sub(r"(?<=[a-z0-9])[A-Z]", lambda found: "_" + found[0], name).lower()


class Introspected:
    """A type of the schema, as clients see it by `__type`."""

    typename = "__Type"

    def __init__(self, type):
        self.name, self.kind = type.name, type.kind.upper()
        self.input_fields = [IntrospectedName(name) for name in type.members] if type.kind == "input" else None
        self.enum_values = [IntrospectedName(name) for name in type.values]
        self._names = list(type.members)

    def fields(self, include_deprecated=False):
        return None if self.input_fields else [IntrospectedName(name) for name in self._names]


class IntrospectedName:
    """A field of a type, or a value of an enum."""

    def __init__(self, name):
        self.name = name


INTROSPECTION = """
type __Type { name: String kind: String fields(includeDeprecated: Boolean): [__Field!]
  inputFields: [__Field!] enumValues(includeDeprecated: Boolean): [__Field!] }
type __Field { name: String! }
"""


class Schema:
    """The types that a server knows.

    `lacks` has the fields that an older server does not have: `Issue.stateReason`.
    """

    def __init__(self, text, lacks=()):
        self.types = Parser(text + INTROSPECTION).schema()
        for name in ("String", "Int", "Float", "Boolean", "ID"):
            self.types[name] = Type("scalar", name)
        for type, member in (name.split(".") for name in lacks):
            self.types[type].members.pop(member)

    def type(self, name):
        """Answers `__type`."""
        found = self.types.get(name)
        return Introspected(found) if found else None

    def fits(self, object, type):
        """Whether an object is of a type, of its interface or of its union."""
        name = typename(object)
        return type in (None, name) or name in self.types[type].possible if type in self.types else False


def typename(object):
    return getattr(object, "typename", type(object).__name__)


class Check:
    """Looks for what a document asks for and the schema does not have."""

    def __init__(self, schema, document, operation, variables):
        self.schema, self.document = schema, document
        self.errors = []
        self._walk(operation.selections, operation.kind.capitalize(), [operation.kind + named(operation)])
        for name, (type, default) in operation.variables.items():
            problems = list(self._problems(variables.get(name, default), type, []))
            if problems:
                self._refuse_variable(name, type, variables.get(name), problems)

    def _error(self, message, code, field, path, **details):
        self.errors.append({
            "path": path + [field.alias], "locations": [field.location], "message": message,
            "extensions": {"code": code, **details}})

    def _walk(self, selections, type, path):
        for one in selections:
            if isinstance(one, Field):
                self._field(one, type, path)
            elif one.name:
                fragment = self.document.fragments[one.name]
                self._walk(fragment.selections, fragment.on, ["fragment " + one.name])
            else:
                self._walk(one.selections, one.on or type, path + [f"... on {one.on}"])

    def _field(self, one, type, path):
        if one.name == "__typename" or one.name == "__type" and type == "Query":
            return
        member = self.schema.types[type].members.get(one.name) if type in self.schema.types else None
        if not member:
            return self._error(
                f"Field '{one.name}' doesn't exist on type '{type}'", "undefinedField", one, path,
                typeName=type, fieldName=one.name)
        for name in one.arguments:
            if name not in member.arguments:
                self._error(
                    f"Field '{one.name}' doesn't accept argument '{name}'", "argumentNotAccepted", one,
                    path, name=one.name, typeName="Field", argumentName=name)
        inner = self.schema.types[base(member.type)]
        if inner.kind in ("scalar", "enum"):
            return None
        if not one.selections:
            return self._error(
                f"Field must have selections (field '{one.name}' returns {inner.name} but has no "
                f"selections. Did you mean '{one.name} {{ ... }}'?)", "selectionMismatch", one, path,
                nodeName=f"field '{one.name}'", typeName=inner.name)
        return self._walk(one.selections, inner.name, path + [one.alias])

    def _problems(self, value, type, path):
        """Yields what is wrong in the value of a variable."""
        if value is None:
            if type.endswith("!"):
                yield path, "Expected value to not be null"
            return
        if isinstance(value, list):
            for index, item in enumerate(value):
                yield from self._problems(item, type.rstrip("!")[1:-1], path + [index])
            return
        known = self.schema.types[base(type)]
        if known.kind == "enum" and value not in known.values:
            yield path, f'Expected "{value}" to be one of: {", ".join(known.values)}'
        if known.kind != "input" or not isinstance(value, dict):
            return
        for name in value:
            if name not in known.members:
                yield path + [name], f"Field is not defined on {known.name}"
        for name, member in known.members.items():
            yield from self._problems(value.get(name), member.type, path + [name])

    def _refuse_variable(self, name, type, value, problems):
        words = ", ".join(f"{'.'.join(map(str, path))} ({reason})" for path, reason in problems)
        self.errors.append({
            "extensions": {
                "value": value, "problems": [{"path": path, "explanation": reason} for path, reason in problems]},
            "locations": [{"line": 1, "column": 1}],
            "message": f"Variable ${name} of type {type} was provided invalid value for {words}"})


@functools.cache
def schema(path, lacks=()):
    """Returns the schema of a file, without the fields that an older server lacks."""
    return Schema(path.read_text(encoding="utf-8"), lacks)


def named(operation):
    return f" {operation.name}" if operation.name else ""


class Run:
    """One operation, run on the objects at the root of queries and of mutations."""

    def __init__(self, schema, document, operation, variables, roots):
        self.schema, self.document, self.errors = schema, document, []
        self.variables = {name: default for name, (_, default) in operation.variables.items()} | variables
        self.used = set()
        self.data = self._object(
            roots[operation.kind], operation.kind.capitalize(), operation.selections, [])

    def _value(self, value):
        if isinstance(value, Variable):
            return self.variables.get(value.name)
        if isinstance(value, list):
            return [self._value(item) for item in value]
        if isinstance(value, dict):
            return {name: self._value(item) for name, item in value.items() if not self._is_absent(item)}
        return value

    def _is_absent(self, value):
        return isinstance(value, Variable) and value.name not in self.variables

    def _is_wanted(self, one):
        include, skip = one.directives.get("include"), one.directives.get("skip")
        return not (include and not self._value(include["if"]) or skip and self._value(skip["if"]))

    def _fields(self, object, selections):
        """Yields the fields that are selected for an object, without fragments."""
        for one in filter(self._is_wanted, selections):
            if isinstance(one, Field):
                yield one
            else:
                spread = self.document.fragments[one.name] if one.name else one
                if self.schema.fits(object, spread.on):
                    yield from self._fields(object, spread.selections)

    def _object(self, object, type, selections, path):
        actual = typename(object) if self.schema.types[type].kind in ("interface", "union") else type
        found = {}
        for one in self._fields(object, selections):
            value = self._field(object, actual, one, path + [one.alias])
            old = found.get(one.alias)
            found[one.alias] = merged(old, value) if old is not None else value
        return found

    def _field(self, object, type, one, path):
        if one.name == "__typename":
            return type
        try:
            if one.name == "__type":
                value, kind = self.schema.type(self._value(one.arguments["name"])), "__Type"
            else:
                member = self.schema.types[type].members[one.name]
                self.used.add(f"{type}.{one.name}")
                value, kind = self._resolve(object, member, one), member.type
            return self._shaped(value, kind, one, path)
        except Refused as error:
            self.errors.append({
                "type": error.type, "path": path, "locations": [one.location], "message": error.message})
            return None

    def _resolve(self, object, member, one):
        arguments = {
            name: self._value(value) for name, value in one.arguments.items() if not self._is_absent(value)}
        is_list = base(member.type).endswith("Connection")
        limits = {name: arguments.pop(name, None) for name in ("first", "last", "after", "before")} if is_list else {}
        value = getattr(object, snake(member.name))
        if callable(value):
            value = value(**{snake(name): item for name, item in arguments.items()})
        if not is_list:
            return value
        kinds = {field.name for field in self._fields(None, one.selections)}
        return Page(value, one.name, limits, isPaged=bool(kinds & {"nodes", "edges"}))

    def _shaped(self, value, type, one, path):
        """Returns a value as JSON, in the form of a type."""
        if value is None:
            return None
        if type.rstrip("!").startswith("["):
            inner = type.rstrip("!")[1:-1]
            return [self._shaped(item, inner, one, path + [index]) for index, item in enumerate(value)]
        if self.schema.types[base(type)].kind in ("scalar", "enum"):
            return value
        return self._object(value, base(type), one.selections, path)


def merged(old, new):
    """Returns two answers of one field, which a client has selected twice."""
    if isinstance(old, dict) and isinstance(new, dict):
        return old | {name: merged(old.get(name), value) for name, value in new.items()}
    if isinstance(old, list) and isinstance(new, list):
        return [merged(*pair) for pair in zip(old, new)]
    return new


class Edge:
    """A place in a connection."""

    def __init__(self, node):
        self.node, self.cursor = node, cursor(node)


class PageInfo:
    """Where a page begins and ends."""


class Page:
    """A part of a list, as a connection shows it."""

    def __init__(self, items, name, limits, isPaged):
        self.total_count = len(items)
        first, last = limits["first"], limits["last"]
        if isPaged and first is None and last is None:
            raise Refused(
                "MISSING_PAGINATION_BOUNDARIES",
                f"You must provide a `first` or `last` value to properly paginate the `{name}` connection.")
        for word, limit in (("first", first), ("last", last)):
            if limit is not None and limit > MOST_ON_A_PAGE:
                raise Refused(
                    "EXCESSIVE_PAGINATION", f"Requesting {limit} records on the `{name}` connection exceeds "
                    f"the `{word}` limit of {MOST_ON_A_PAGE} records.")
        places = {cursor(item): index for index, item in enumerate(items)}
        start = places.get(limits["after"], -1) + 1
        end = places.get(limits["before"], len(items))
        if first is not None:
            end = min(end, start + first)
        if last is not None:
            start = max(start, end - last)
        self.nodes = items[start:end]
        self.edges = [Edge(item) for item in self.nodes]
        self.page_info = PageInfo()
        self.page_info.has_next_page = end < len(items)
        self.page_info.has_previous_page = start > 0
        self.page_info.start_cursor = cursor(self.nodes[0]) if self.nodes else None
        self.page_info.end_cursor = cursor(self.nodes[-1]) if self.nodes else None


def cursor(item):
    """Returns the opaque text that names an item of a list."""
    return base64.b64encode(f"cursor:v2:{getattr(item, 'id', item)}".encode()).decode()


def answer(schema, request, roots):
    """Runs a request and returns the answer's document, and the names of the fields that it used."""
    variables = request.get("variables") or {}
    try:
        document = Parser(request["query"]).document()
    except Malformed as error:
        place = {"line": error.line, "column": error.column}
        return {"errors": [{"message": str(error), "locations": [place]}]}, set()
    wanted = request.get("operationName")
    operation = next(one for one in document.operations if wanted in (None, "", one.name))
    check = Check(schema, document, operation, variables)
    if check.errors:
        return {"errors": check.errors}, set()
    run = Run(schema, document, operation, variables, roots)
    return {"data": run.data} | ({"errors": run.errors} if run.errors else {}), run.used
