"""Commands about the games: look at them, count them, play them at random, check them."""

import sys
import time
from collections import Counter
from math import sqrt
from pathlib import Path
from typing import Annotated

import typer

from plyground import files, jit
from plyground.cli.terminal import (
    BAD,
    FAINT,
    GOOD,
    STRONG,
    at_least,
    board,
    colored,
    print_json,
    progress,
    progress_bar,
)
from plyground.conformance import check as check_game
from plyground.games import GAMES, Game, Position, games_in, load_game
from plyground.search.perft import parts, perft
from plyground.search.random_games import Settings, Tally, random_games
from plyground.text import Call, defaults
from plyground.warm import compile_ahead

GameText = Annotated[
    str,
    typer.Argument(metavar="GAME", help='Such as "connect_four(rows=3, columns=4, connect=3)".'),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
PositionArgument = Annotated[
    str, typer.Argument(help="Notation or moves from the start; - reads stdin.")
]
PositionText = Annotated[
    str, typer.Option("--position", help="Notation or moves from the start; - reads stdin.")
]


def add_to(app: typer.Typer) -> None:
    """Put the commands of this file into the app."""
    app.command("games")(games_command)
    app.command("show")(show_command)
    app.command("perft", context_settings={"ignore_unknown_options": True})(perft_command)
    app.command("random")(random_command)
    app.command("check")(check_command)
    app.command("warm")(warm_command)
    app.command("cache")(cache_command)
    app.command("tour")(tour_command)


def games_command(as_json: Json = False) -> None:
    """List the games, their parameters and rules."""
    if as_json:
        print_json(
            [{"name": name, "parameters": defaults(make), "rules": make().rules}
             for name, make in GAMES.items()]
        )  # fmt: skip
        return
    for name, make in GAMES.items():
        print(colored(str(Call(name, defaults(make))), STRONG))
        print("  " + make().rules.replace("\n", "\n  "))


def show_command(
    game: GameText,
    position: PositionArgument = "",
    svg: Annotated[Path | None, typer.Option(help="Write the picture to this file.")] = None,
    as_json: Json = False,
) -> None:
    """Draw a position, and name its legal moves."""
    rules = load_game(game)
    place = read_position(rules, position)
    moves = [rules.move_name(place, move) for move in rules.moves(place)]
    if svg:
        files.save(svg, rules.svg(place))
    if as_json:
        print_json(
            {
                "game": rules.text,
                "position": rules.position_name(place),
                "board": rules.show(place).splitlines(),
                "status": rules.status(place),
                "moves": moves,
            }
        )
        return
    _print_board(rules, place)
    print(colored(f"{rules.position_name(place)}", FAINT))
    if moves:
        print(colored("moves: " + " ".join(moves), FAINT))
    if svg:
        print(f"written: {svg}")


def perft_command(
    game: GameText,
    depth: Annotated[
        int, typer.Argument(metavar="DEPTH", parser=at_least(0), help="How many plies.")
    ],
    position: PositionText = "",
    divide: Annotated[
        bool, typer.Option("--divide", help="Also the count below each first move.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Count the ways to play so many plies; a game that ends earlier counts nothing."""
    rules = load_game(game)
    place = read_position(rules, position)
    count = perft(rules)
    count(place, 0)
    started = time.perf_counter()
    by_move: Counter[str] = Counter()
    leaves = 0
    for move, after, left in progress(parts(rules, place, depth), f"perft {rules.text} {depth}"):
        found = count(after, left)
        leaves += found
        if move is not None:
            by_move[rules.move_name(place, move)] += found
    seconds = time.perf_counter() - started
    if as_json:
        answer = {
            "game": rules.text,
            "position": rules.position_name(place),
            "depth": depth,
            "leaves": leaves,
            "seconds": round(seconds, 6),
            "leaves_per_second": round(leaves / seconds),
        }
        print_json(answer | ({"divide": dict(by_move)} if divide else {}))
        return
    if divide:
        for name, found in by_move.items():
            print(f"{name:>12} {found:>16,}")
    rate = colored(f"({seconds:.3f} s, {leaves / seconds / 1e6:.1f} M leaves/s)", FAINT)
    print(f"{rules.text} depth {depth}: {colored(f'{leaves:,}', STRONG)} leaves {rate}")


def random_command(
    game: GameText,
    games: Annotated[int, typer.Option(parser=at_least(1), help="How many games.")] = 1000,
    seed: Annotated[int, typer.Option(parser=at_least(0), help="Of the dice.")] = 1,
    max_plies: Annotated[
        int, typer.Option(parser=at_least(1), help="A longer game is a draw.")
    ] = Settings().most_plies,
    quiet_plies: Annotated[
        int, typer.Option(parser=at_least(1), help="So many plies without a capture are a draw.")
    ] = Settings().quiet_plies,
    as_json: Json = False,
) -> None:
    """Play random games: wins, draws and losses of the player who moves first."""
    rules = load_game(game)
    tally = random_games(rules)
    tally(seed, 0, 0, max_plies, quiet_plies)
    started = time.perf_counter()
    total, done, chunk = Tally(0, 0, 0, 0, 0), 0, 64
    with progress_bar(f"random games of {rules.text}", games) as show:
        while done < games:
            last = min(done + chunk, games)
            before = time.perf_counter()
            total += tally(seed, done, last, max_plies, quiet_plies)
            done = last
            chunk *= 2 if time.perf_counter() - before < 0.1 else 1
            show(done)
    seconds = time.perf_counter() - started
    if as_json:
        print_json(
            {
                "game": rules.text,
                "games": games,
                "seed": seed,
                "max_plies": max_plies,
                "quiet_plies": quiet_plies,
                "wins": total.wins,
                "draws": total.draws + total.cut,
                "draws_by_limit": total.cut,
                "losses": total.losses,
                "mean_plies": total.plies / games,
                "seconds": round(seconds, 6),
                "games_per_second": round(games / seconds),
            }
        )
        return
    print(colored(f"{rules.text}: {games:,} random games, seed {seed}", STRONG))
    for name, number in (
        ("first player wins", total.wins),
        ("draws", total.draws),
        ("draws by limit", total.cut),
        ("second player wins", total.losses),
    ):
        share = number / games
        margin = 1.96 * sqrt(share * (1 - share) / games)
        if number or name != "draws by limit":
            print(f"  {name:<18} {number:>12,}  {share:7.2%} ± {margin:.2%}")
    print(f"  {'mean length':<18} {total.plies / games:>12.1f}  plies")
    print(colored(f"  {games / seconds:,.0f} games/s", FAINT))


def check_command(
    target: Annotated[str, typer.Argument(metavar="FILE", help="Your my_game.py, or a GAME.")],
    positions: Annotated[int, typer.Option(parser=at_least(1), help="How many to look at.")] = 300,
    seed: Annotated[int, typer.Option(parser=at_least(0), help="Of the dice.")] = 1,
    as_json: Json = False,
) -> None:
    """Check a game against the contract; each failure says which rule is broken, and where."""
    if target.endswith(".py"):
        checked = [make() for make in games_in(Path(target)).values()]
    else:
        checked = [load_game(target)]
    failed = 0
    answer: dict[str, list[dict[str, object]]] = {}
    for game in checked:
        if not as_json:
            print(colored(game.text, STRONG))
        for verdict in check_game(game, positions, seed):
            failed += not verdict.kept
            answer.setdefault(game.text, []).append(vars(verdict) | {"kept": verdict.kept})
            if as_json:
                continue
            print(f"  {colored('✓', GOOD) if verdict.kept else colored('✗', BAD)} {verdict.rule}")
            if not verdict.kept:
                details = "\n".join(filter(None, (verdict.problem, verdict.position)))
                print("      " + details.replace("\n", "\n      "))
    if as_json:
        print_json(answer)
    elif failed:
        print(colored(f"{failed} rule{'s' * (failed > 1)} broken", BAD))
    else:
        print(colored("every rule holds", GOOD))
    if failed:
        raise typer.Exit(1)


def warm_command(
    games: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...")] = None,
) -> None:
    """Compile ahead: every game, or the ones named."""
    started = time.perf_counter()
    for text in games or list(GAMES):
        for title in compile_ahead(load_game(text)):
            print(f"compiling {title}", file=sys.stderr)
    count, size = jit.cache_size()
    print(
        f"ready in {time.perf_counter() - started:.1f} s: {count} pieces of machine code, "
        f"{size / 1e6:.1f} MB in {jit.cache_folder()}"
    )


def cache_command(
    clear: Annotated[bool, typer.Option("--clear", help="Forget all machine code.")] = False,
    as_json: Json = False,
) -> None:
    """Show where compiled code is kept and how much; or clear it."""
    count, size = jit.cache_size()
    if clear:
        jit.clear_cache()
    if as_json:
        answer = {"folder": str(jit.cache_folder()), "entries": count, "bytes": size}
        print_json(answer | {"cleared": clear})
        return
    did = "cleared" if clear else "kept"
    print(f"{did}: {count} pieces of machine code, {size / 1e6:.1f} MB in {jit.cache_folder()}")


TOUR = {"tic_tac_toe": 9, "connect_four": 9, "checkers": 9, "nine_mens_morris": 5, "isolation": 6}


def tour_command() -> None:
    """Show every game: its board, its rules, a short random game, and perft."""
    for name, deepest in TOUR.items():
        game = load_game(name)
        print("\n" + colored(f"── {game.text} " + "─" * (60 - len(name)), STRONG))
        print(game.rules)
        print(board(game, game.start))
        _show_random_game(game)
        _show_perft(game, deepest)
    print("\nMore: plyground --help, and plyground check my_game.py for a game of your own.")


def _show_random_game(game: Game, plies: int = 12) -> None:
    position, names = game.start, []
    for move in game.random_game(seed=1, number=0, most_plies=plies):
        names.append(game.move_name(position, move))
        position = game.plain.play(position, move)
    print(colored("\na random game begins " + " ".join(names), FAINT))
    _print_board(game, position)


def _show_perft(game: Game, deepest: int) -> None:
    count = perft(game)
    count(game.start, 0)
    started = time.perf_counter()
    counts = [count(game.start, depth) for depth in range(1, deepest + 1)]
    seconds = time.perf_counter() - started
    print("\nperft " + " ".join(f"{number:,}" for number in counts))
    print(colored(f"{sum(counts) / seconds / 1e6:,.0f} million leaves per second", FAINT))


def _print_board(game: Game, position: Position) -> None:
    print(board(game, position))
    if not game.moves(position):
        print(colored(game.status(position), STRONG))


def read_position(game: Game, text: str) -> Position:
    """The position a user typed, or piped in."""
    return game.parse_position(sys.stdin.read() if text == "-" else text)
