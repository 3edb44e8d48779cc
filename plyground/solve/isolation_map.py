"""The openings of Isolation as a table and as maps.

first   wins   of       a row for each cell of the first player, up to symmetry:
a1        24   48       against how many cells of the second player it wins

3 1 2 1                 a map: X is the first player's cell; every other one says who wins
2 2 1 2                 if the second player takes it
1 X 2 1
  a b c
"""

from collections.abc import Iterator

from plyground.games.grids import Grid
from plyground.solve.isolation_openings import Openings, cell_name

WIDTH = 78


def as_text(found: Openings) -> str:
    """Everything, for a person to read."""
    parts = [_totals(found), _table(found), _maps(found)]
    return "\n\n".join("\n".join(lines) for lines in parts)


def _totals(found: Openings) -> list[str]:
    placing = "first" if found.first_wins_with_free_placement else "second"
    lost, ordered_lost = len(found.openings) - found.won, found.ordered - found.ordered_won
    lines = [
        f"{found.game}: {len(found.openings):,} classes of openings up to symmetry, "
        f"{found.ordered:,} openings",
        f"  first player wins   {found.won:>6,} classes {found.ordered_won:>7,} openings",
        f"  second player wins  {lost:>6,} classes {ordered_lost:>7,} openings",
    ]
    for same, name in ((True, "the same color"), (False, "different colors")):
        won, of = found.by_color(same)
        lines.append(f"  on cells of {name} the first player wins {won:,} of {of:,}")
    return [*lines, f"  with free placement the {placing} player wins"]


def _table(found: Openings) -> list[str]:
    grid = Grid(found.rows, found.columns)
    lines = ["first   wins    of"]
    for cell in found.first_cells:
        winners = found.winners(cell)
        lines.append(f"{cell_name(grid, cell):<5} {sum(winners.values()):>6} {len(winners):>5}")
    return lines


def _maps(found: Openings) -> list[str]:
    """Maps side by side, as many as fit."""
    maps = [_map(found, cell) for cell in found.first_cells]
    beside = max(1, (WIDTH + 3) // (len(maps[0][0]) + 3))
    lines = ["X: first player's cell; 1, 2: who wins if the second player takes this cell", ""]
    for at in range(0, len(maps), beside):
        lines += ["   ".join(row).rstrip() for row in zip(*maps[at : at + beside], strict=True)]
        lines.append("")
    return lines[:-1]


def _map(found: Openings, first: int) -> list[str]:
    """One map with its rulers, all lines equally long."""
    grid = Grid(found.rows, found.columns)
    winners = found.winners(first)
    left = len(str(found.rows))

    def marks(row: int) -> Iterator[str]:
        for cell in range(row * found.columns, (row + 1) * found.columns):
            yield "X" if cell == first else "1" if winners[cell] else "2"

    rows = [f"{row + 1:>{left}} " + " ".join(marks(row)) for row in reversed(range(found.rows))]
    return [*rows, " " * (left + 1) + " ".join(grid.below)]
