"""Numbers as people write them, alike in plots, tables and text.

    19607   137.28   0.1431   -3   nan   inf   None         what was measured
    19,607  137.3    0.1431   −3   –     ∞     –            what is shown: four digits that count

A column shares its decimals, so that its points stand below each other.
"""

from collections.abc import Sequence
from math import floor, inf, isfinite, isnan, log10

Cell = str | int | float | None

NOTHING, DIGITS = "–", 4
PLAIN = range(-4, 9)
"""The powers of ten that are written out; others become 3·10¹²."""
RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def shown(cell: Cell) -> str:
    """One cell by itself."""
    return column([cell])[0]


def column(cells: Sequence[Cell], digits: int = DIGITS) -> list[str]:
    """The cells of a column; its numbers share their decimals."""
    numbers = [cell for cell in cells if isinstance(cell, int | float)]
    exact = decimals(numbers, digits) if any(isinstance(cell, float) for cell in numbers) else 0
    return [_cell(cell, exact) for cell in cells]


def _cell(cell: Cell, exact: int) -> str:
    if cell is None:
        return NOTHING
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    return cell if isinstance(cell, str) else written(cell, exact)


def decimals(numbers: Sequence[float], digits: int = DIGITS) -> int:
    """Decimals that give the middle one of the numbers so many digits, without shared zeros."""
    real = [number for number in numbers if isfinite(number)]
    sizes = sorted(abs(number) for number in real if number)
    if not sizes:
        return 0
    wanted = max(0, min(12, digits - 1 - floor(log10(sizes[len(sizes) // 2]))))
    texts = [f"{number:.{wanted}f}" for number in real]
    while wanted and all(text.endswith("0") for text in texts):
        texts, wanted = [text[:-1] for text in texts], wanted - 1
    return wanted


def written(number: float, exact: int = 0) -> str:
    """The number with so many decimals; one that would round to nothing keeps two digits."""
    if isnan(number):
        return NOTHING
    if number in (inf, -inf):
        return "∞" if number > 0 else "−∞"
    if number and floor(log10(abs(number))) not in PLAIN:
        return _power(number)
    text = f"{number:,.{exact}f}"
    if number and not text.strip("-0.,"):
        text = f"{number:.2g}"
    return "0" + text[2:] if text.startswith("-0") and not number else text.replace("-", "−")


def _power(number: float) -> str:
    digits, power = f"{number:.3e}".split("e")
    times = digits.rstrip("0").rstrip(".").replace("-", "−")
    ten = f"10{str(int(power)).translate(RAISED)}"
    return ten if times == "1" else f"{times}·{ten}"


def signed(text: str) -> str:
    """The same with a plus before what is positive."""
    return text if text.startswith("−") or not text.strip("0.,–") else f"+{text}"


def with_interval(value: float, low: float, high: float) -> str:
    """`137.3 [130.1, 144.2]`."""
    first, *ends = column([float(value), float(low), float(high)])
    return f"{first} [{', '.join(ends)}]"


def counted(number: int, one: str, several: str = "") -> str:
    """`1 claim`, `2 claims`."""
    return f"{number:,} {one if number == 1 else several or one + 's'}"


def duration(seconds: float) -> str:
    """`2 min 13 s`, `4.1 s`, `12 ms`."""
    if seconds < 1:
        return f"{1000 * seconds:.0f} ms"
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {rest} s"
