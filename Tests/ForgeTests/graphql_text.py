"""Parses GraphQL: the documents that clients send, and the types of a schema."""

import re
from dataclasses import dataclass, field

TOKEN = re.compile(
    r'(?:[\s,\ufeff]+|\#[^\n]*)'
    r'|(?P<block>"""(?:[^"\\]|\\.|"(?!""))*""")'
    r'|(?P<string>"(?:[^"\\\n]|\\.)*")'
    r'|(?P<name>[_A-Za-z][_0-9A-Za-z]*)'
    r'|(?P<number>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)'
    r'|(?P<mark>\.\.\.|[!$&()\[\]{}:=|@])')
ESCAPE = re.compile(r'\\(?:u([0-9A-Fa-f]{4})|(.))', re.S)
LETTERS = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


class Malformed(Exception):
    """A text that is not GraphQL, with the line and column of the first wrong token."""

    def __init__(self, message, line=1, column=1):
        super().__init__(message)
        self.line, self.column = line, column


class Enum(str):
    """A name as a value, such as `OPEN`."""


@dataclass(frozen=True)
class Variable:
    """A variable as a value: `$owner`."""
    name: str


@dataclass
class Field:
    """A field that a client asks for."""
    name: str
    alias: str
    arguments: dict
    directives: dict
    selections: list
    line: int
    column: int

    @property
    def location(self):
        return {"line": self.line, "column": self.column}


@dataclass
class Spread:
    """Selections for objects of one type; those of a fragment if it has a name."""
    on: str | None
    name: str | None
    directives: dict
    selections: list


@dataclass
class Operation:
    """A query or a mutation, with its variables as (type, default)."""
    kind: str
    name: str | None
    variables: dict
    selections: list


@dataclass
class Document:
    """A text with operations and fragments."""
    operations: list = field(default_factory=list)
    fragments: dict = field(default_factory=dict)


@dataclass
class Member:
    """A field of a type, or a value of an input, with its arguments as (type, default)."""
    name: str
    type: str
    arguments: dict


@dataclass
class Type:
    """A type of a schema. `possible` has the names of a union's types, or of an interface's."""
    kind: str
    name: str
    members: dict = field(default_factory=dict)
    possible: list = field(default_factory=list)
    values: list = field(default_factory=list)


class Parser:
    """Reads one text from its first token to its last."""

    def __init__(self, text):
        self.tokens = list(self._tokens(text))
        self.at = 0

    @staticmethod
    def _tokens(text):
        position, line, start = 0, 1, 0
        while position < len(text):
            found = TOKEN.match(text, position)
            if not found:
                raise Malformed(f"Unexpected character {text[position]!r}", line, position - start + 1)
            if found.lastgroup:
                yield found.lastgroup, found[0], line, position - start + 1
            if "\n" in found[0]:
                line += found[0].count("\n")
                start = position + found[0].rindex("\n") + 1
            position = found.end()

    # Tokens

    @property
    def next(self):
        """The text of the next token; an empty text at the end."""
        return self.tokens[self.at][1] if self.at < len(self.tokens) else ""

    def take(self, text=None, kind=None):
        """Returns the next token, which must have the text or the kind."""
        if self.at == len(self.tokens):
            raise Malformed("Unexpected end of document")
        found, value, line, column = self.tokens[self.at]
        if text not in (None, value) or kind not in (None, found):
            raise Malformed(f"Expected {text or kind}, actual: {value}", line, column)
        self.at += 1
        return value

    def skip(self, text):
        """Whether the next token has the text; if so, it is taken."""
        if self.next != text:
            return False
        self.at += 1
        return True

    def several(self, open, close, read):
        """Returns what is read between two marks; nothing if the first mark is missing."""
        found = []
        if self.skip(open):
            while not self.skip(close):
                found.append(read())
        return found

    def name(self):
        return self.take(kind="name")

    def type(self):
        """Returns a type as it is written: `[String!]!`."""
        text = f"[{self.type()}{self.take(']')}" if self.skip("[") else self.name()
        return text + ("!" if self.skip("!") else "")

    def value(self):
        kind = self.tokens[self.at][0] if self.at < len(self.tokens) else ""
        if self.skip("$"):
            return Variable(self.name())
        if self.next == "[":
            return self.several("[", "]", self.value)
        if self.next == "{":
            return dict(self.several("{", "}", self.pair))
        text = self.take()
        if kind == "string":
            return ESCAPE.sub(self._character, text[1:-1])
        if kind == "block":
            return text[3:-3].strip()
        if kind == "number":
            return float(text) if any(mark in text for mark in ".eE") else int(text)
        return {"true": True, "false": False, "null": None}.get(text, Enum(text))

    @staticmethod
    def _character(found):
        return chr(int(found[1], 16)) if found[1] else LETTERS.get(found[2], found[2])

    def pair(self):
        name = self.name()
        self.take(":")
        return name, self.value()

    # Documents

    def document(self):
        found = Document()
        while self.next:
            if self.skip("fragment"):
                name = self.name()
                self.take("on")
                found.fragments[name] = Spread(self.name(), name, self.directives(), self.selections())
            else:
                found.operations.append(self.operation())
        return found

    def operation(self):
        if self.next == "{":
            return Operation("query", None, {}, self.selections())
        kind = self.name()
        name = self.name() if self.next not in "({@" else None
        variables = dict(self.several("(", ")", self.variable))
        self.directives()
        return Operation(kind, name, variables, self.selections())

    def variable(self):
        self.take("$")
        return self.parameter()

    def parameter(self):
        """Returns a name with its type and its default: `limit: Int = 30`."""
        name = self.name()
        self.take(":")
        type = self.type()
        default = self.value() if self.skip("=") else None
        self.directives()
        return name, (type, default)

    def directives(self):
        found = {}
        while self.skip("@"):
            name = self.name()
            found[name] = dict(self.several("(", ")", self.pair))
        return found

    def selections(self):
        return self.several("{", "}", self.selection)

    def selection(self):
        if self.skip("..."):
            if self.skip("on"):
                return Spread(self.name(), None, self.directives(), self.selections())
            name = self.name() if self.next not in ("{", "@") else None
            return Spread(None, name, self.directives(), self.selections())
        _, _, line, column = self.tokens[self.at]
        alias = name = self.name()
        if self.skip(":"):
            name = self.name()
        arguments = dict(self.several("(", ")", self.pair))
        return Field(name, alias, arguments, self.directives(), self.selections(), line, column)

    # Schemas

    def schema(self):
        """Returns the types of a schema by their names. Descriptions are skipped."""
        types = {}
        while self.next:
            self.description()
            kind, name = self.name(), self.name()
            found = types.setdefault(name, Type(kind, name))
            if self.skip("implements"):
                while self.next not in ("{", "@"):
                    self.skip("&")
                    types.setdefault(interface := self.name(), Type("interface", interface)).possible.append(name)
            self.directives()
            if self.skip("="):
                found.possible.append(self.name())
                while self.skip("|"):
                    found.possible.append(self.name())
            read = self.enumerated if kind == "enum" else self.member
            members = self.several("{", "}", read)
            if kind == "enum":
                found.values = members
            else:
                found.members = {member.name: member for member in members}
        return types

    def description(self):
        if self.at < len(self.tokens) and self.tokens[self.at][0] in ("string", "block"):
            self.at += 1

    def enumerated(self):
        self.description()
        name = self.name()
        self.directives()
        return name

    def member(self):
        self.description()
        name = self.name()
        arguments = dict(self.several("(", ")", self.argument))
        self.take(":")
        type = self.type()
        if self.skip("="):
            self.value()
        self.directives()
        return Member(name, type, arguments)

    def argument(self):
        self.description()
        return self.parameter()
