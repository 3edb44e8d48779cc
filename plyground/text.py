"""Text forms: "alpha_beta(depth=6, heuristic=center)" <-> a name and its parameters.

    call  =  name [ "(" [ name "=" value { "," name "=" value } ] ")" ]
    value =  number | true | false | "string" | call

Text is data: it is read, never evaluated. `parse` and `str` are inverses; `bind` checks the
parameters against the signature of the function they are meant for.
"""

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

from plyground.errors import BadParameter, BadText, UnknownName

TOKEN = re.compile(
    r"""\s*(?:
        (?P<number>[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?![\w./]))
      | (?P<string>"[^"]*"|'[^']*')
      | (?P<name>[A-Za-z_./~][\w./:~-]*)
      | (?P<mark>[(),=])
    )""",
    re.VERBOSE,
)
WORDS = {"true": True, "True": True, "false": False, "False": False}


@dataclass(frozen=True)
class Call:
    """A name with parameters, the common form of games, heuristics and agents."""

    name: str
    parameters: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        inside = ", ".join(f"{name}={_shown(value)}" for name, value in self.parameters.items())
        return f"{self.name}({inside})" if inside else self.name


def parse(text: str) -> Call:
    """Read a text form; say where it stops making sense."""
    reader = _Reader(text)
    call = reader.call()
    reader.expect_end()
    return call


def split_file(name: str) -> tuple[Path | None, str]:
    """./mine.py:threats as a file and a name in it; no file where the name is an ordinary one."""
    file, _, inner = name.rpartition(":") if ".py:" in name else (name, "", "")
    return (Path(file), inner) if file.endswith(".py") else (None, name)


def bind(function: Callable[..., object], call: Call) -> dict[str, object]:
    """The parameters of `call`, checked against the signature of `function`, defaults filled in."""
    signature = inspect.signature(function)
    hints = get_type_hints(function)
    for name in call.parameters:
        if name not in signature.parameters:
            raise UnknownName(f"parameter of {call.name}", name, signature.parameters)
    bound: dict[str, object] = {}
    for name, parameter in signature.parameters.items():
        if name in call.parameters:
            bound[name] = _checked(call.name, name, call.parameters[name], hints.get(name))
        elif parameter.default is inspect.Parameter.empty:
            raise BadParameter(f"{call.name} needs a value for {name}: {call.name}({name}=…)")
        else:
            bound[name] = parameter.default
    return bound


def defaults(function: Callable[..., object]) -> dict[str, object]:
    """The parameters of a function and their default values."""
    parameters = inspect.signature(function).parameters.values()
    return {each.name: each.default for each in parameters}


def differing(function: Callable[..., object], bound: Mapping[str, object]) -> dict[str, object]:
    """The parameters whose values are not the defaults: what a text form has to say."""
    usual = defaults(function)
    return {name: value for name, value in bound.items() if value != usual[name]}


def _checked(owner: str, name: str, value: object, hint: Any) -> object:
    if get_origin(hint) is Literal:
        word = str(value)
        if word not in get_args(hint):
            choices = ", ".join(get_args(hint))
            raise BadParameter(f"{owner}: {name}={_shown(value)} is not one of {choices}")
        return word
    if hint is str and isinstance(value, (Call, str)):
        return str(value)
    if hint is bool and not isinstance(value, bool):
        raise BadParameter(f"{owner}: {name}={_shown(value)} should be true or false")
    if hint is int and (isinstance(value, bool) or not isinstance(value, int)):
        raise BadParameter(f"{owner}: {name}={_shown(value)} should be a whole number")
    if hint is float and (isinstance(value, bool) or not isinstance(value, (int, float))):
        raise BadParameter(f"{owner}: {name}={_shown(value)} should be a number")
    return value


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        plain = re.fullmatch(r"[A-Za-z_./~][\w./:~-]*", value) and value not in WORDS
        return value if plain else '"' + value + '"'
    return str(value)


class _Reader:
    """Walks over the tokens of a text form."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def call(self) -> Call:
        name = self.take("name", "a name")
        if not self.next_is("("):
            return Call(name)
        self.take("mark", "(")
        parameters: dict[str, object] = {}
        while not self.next_is(")"):
            key = self.take("name", "a parameter name such as rows=6")
            self.take_mark("=")
            if key in parameters:
                raise self.problem(f"{key} is given twice")
            parameters[key] = self.value()
            if not self.next_is(")") and not self.next_is(","):
                raise self.problem("expected , or )")
            if self.next_is(","):
                self.take_mark(",")
        self.take_mark(")")
        return Call(name, parameters)

    def value(self) -> object:
        match = self.match()
        if match is None:
            raise self.problem("expected a value")
        if match.lastgroup == "number":
            self.at = match.end()
            number = match["number"]
            return int(number) if re.fullmatch(r"[-+]?\d+", number) else float(number)
        if match.lastgroup == "string":
            self.at = match.end()
            return match["string"][1:-1]
        call = self.call()
        return call if call.parameters else WORDS.get(call.name, call.name)

    def take(self, group: str, wanted: str) -> str:
        match = self.match()
        if match is None or match.lastgroup != group:
            raise self.problem(f"expected {wanted}")
        self.at = match.end()
        return match[group]

    def take_mark(self, mark: str) -> None:
        if not self.next_is(mark):
            raise self.problem(f"expected {mark}")
        self.take("mark", mark)

    def next_is(self, mark: str) -> bool:
        match = self.match()
        return match is not None and match["mark"] == mark

    def match(self) -> re.Match[str] | None:
        return TOKEN.match(self.text, self.at)

    def expect_end(self) -> None:
        if self.text[self.at :].strip():
            raise self.problem("expected nothing more")

    def problem(self, wanted: str) -> BadText:
        rest = self.text[self.at :].strip()
        found = f"found {rest!r}" if rest else "the text ends"
        return BadText(f"cannot read {self.text!r}: {wanted}, but {found}")
