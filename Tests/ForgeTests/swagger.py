"""Requests and answers of a REST interface, checked against a part of its published document in Swagger 2.0."""

import datetime
import json
import re


class Document:
    """A part of a document of Swagger 2.0."""

    def __init__(self, path):
        self.whole = json.loads(path.read_text())
        self.operations = [
            (method.upper(), re.compile(re.sub(r"{(\w+)}", r"(?P<\1>[^/]+)", place)), operation)
            for place, methods in self.whole["paths"].items() for method, operation in methods.items()]
        # `issues/comments` must come before `issues/{index}`.
        self.operations.sort(key=lambda one: one[1].groups)

    def operation(self, method, path):
        """Returns an operation and the values in its path; None if there is none."""
        for known, pattern, operation in self.operations:
            found = pattern.fullmatch(path)
            if found and known == method:
                return operation, found.groupdict()
        return None, {}

    def values(self, operation, path, query, body):
        """Returns the checked values of a request: those of the path and the query, and the document."""
        known = {(one["in"], one["name"]): one for one in operation["parameters"]}
        given = {("path", name): value for name, value in path.items()}
        given |= {("query", name): value for name, value in query.items()}
        values = {}
        for place, text in given.items():
            assert place in known, f"{operation['operationId']} has no parameter {place}"
            values[place[1]] = typed(known[place], text)
        schema = next((one["schema"] for (place, _), one in known.items() if place == "body"), None)
        if body is not None:
            assert schema, f"{operation['operationId']} takes no document"
            self.check(schema, body, "document")
        return values, body or {}

    def check_answer(self, operation, status, document):
        """Checks an answer, if the document describes answers of the status."""
        response = operation["responses"].get(str(status))
        if response is None:
            assert status >= 300, f"{operation['operationId']} never answers {status}"
            return
        schema = self.whole["responses"][response["$ref"].rsplit("/", 1)[1]].get("schema")
        if schema and status < 400:
            self.check(schema, document, f"answer of {operation['operationId']}")

    def check(self, schema, value, place):
        """Checks a value. Go writes null for a pointer, a list or a time without value."""
        if "$ref" in schema:
            name = schema["$ref"].rsplit("/", 1)[1]
            schema = self.whole["definitions"][name]
            if value is None and place.startswith("answer"):
                return
        kind = schema.get("type")
        mayBeNull = place.startswith("answer") and (kind == "array" or schema.get("format") == "date-time")
        if value is None and mayBeNull or kind is None:
            return
        assert isinstance(value, TYPES[kind]) and not (kind == "integer" and value is True), f"{place}: {value!r} is no {kind}"
        if schema.get("format") == "date-time":
            datetime.datetime.fromisoformat(value.replace("Z", "+00:00"))
        assert value in schema.get("enum", [value]), f"{place}: {value!r} is none of {schema.get('enum')}"
        if kind == "array":
            for number, item in enumerate(value):
                self.check(schema.get("items", {}), item, f"{place}[{number}]")
        if kind == "object":
            self.check_members(schema, value, place)

    def check_members(self, schema, value, place):
        properties = schema.get("properties", {})
        for name in schema.get("required", []):
            assert name in value, f"{place} lacks {name}"
        for name, member in value.items():
            assert name in properties, f"{place} has an unknown member {name}"
            self.check(properties[name], member, f"{place}.{name}")


TYPES = {"string": str, "integer": int, "boolean": bool, "array": list, "object": dict, "number": (int, float)}


def typed(parameter, text):
    """Returns the value of a parameter in a path or a query."""
    assert text in parameter.get("enum", [text]), f"{parameter['name']}: {text!r}"
    return int(text) if parameter["type"] == "integer" else text
