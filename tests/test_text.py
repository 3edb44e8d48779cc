"""Text forms are read as data, and reading inverts writing."""

from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground.errors import BadParameter, BadText, PlygroundError, UnknownName
from plyground.text import Call, bind, parse

names = st.from_regex(r"[a-z_][a-z0-9_]{0,8}", fullmatch=True).filter(
    lambda name: name not in ("true", "false")
)
values = st.one_of(
    st.integers(-1000, 1000),
    st.booleans(),
    st.floats(allow_nan=False, allow_infinity=False),
    names,
    st.text("abc XYZ,()=:1", max_size=6),
)
flat_calls = st.builds(Call, names, st.dictionaries(names, values, max_size=4))
calls = st.builds(
    Call, names, st.dictionaries(names, values | flat_calls.filter(lambda c: bool(c.parameters)))
)


@given(call=calls)
def test_reading_inverts_writing(call: Call) -> None:
    assert parse(str(call)) == call


@given(text=st.text(max_size=30))
def test_any_text_is_read_or_refused_in_words(text: str) -> None:
    try:
        parse(text)
    except PlygroundError as error:
        assert "cannot read" in str(error)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("connect_four(rows=3", "expected , or ), but the text ends"),
        ("connect_four(6, 7)", "a parameter name such as rows=6, but found '6, 7)'"),
        ("connect_four(rows=)", "expected a name, but found ')'"),
        ("connect_four(rows=1, rows=2)", "rows is given twice"),
        ("connect_four) ", "expected nothing more, but found ')'"),
        ("", "expected a name, but the text ends"),
        ("__import__('os')", "expected a parameter name"),
    ],
)
def test_what_cannot_be_read_is_shown_with_what_would_do(text: str, message: str) -> None:
    with pytest.raises(BadText) as caught:
        parse(text)
    assert message in str(caught.value)


def example(
    size: int, fast: bool = True, kind: Literal["a", "b"] = "a", share: float = 0.5
) -> None:
    """A signature to bind to."""


def test_binding_fills_in_defaults() -> None:
    bound = bind(example, parse("example(size=3, kind=b)"))
    assert bound == {"size": 3, "fast": True, "kind": "b", "share": 0.5}


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("example", BadParameter, "example needs a value for size"),
        ("example(size=2.5)", BadParameter, "size=2.5 should be a whole number"),
        ("example(size=true)", BadParameter, "size=true should be a whole number"),
        ("example(size=1, fast=1)", BadParameter, "fast=1 should be true or false"),
        ("example(size=1, kind=c)", BadParameter, "kind=c is not one of a, b"),
        ("example(size=1, share=x)", BadParameter, "share=x should be a number"),
        ("example(sise=1)", UnknownName, "did you mean size?"),
    ],
)
def test_wrong_parameters_are_refused_in_words(
    text: str, error: type[PlygroundError], message: str
) -> None:
    with pytest.raises(error) as caught:
        bind(example, parse(text))
    assert message in str(caught.value)
