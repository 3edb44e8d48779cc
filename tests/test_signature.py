"""The bench signature: any unintended change of the rules shows as another number."""

from bench.signature import signature


def test_the_signature_is_unchanged() -> None:
    """If you changed it on purpose, say why in the commit."""
    assert signature() == 3_692_359
