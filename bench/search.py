"""Searches: nodes per second against peers, and what the engine reaches on its own.

Against the peers both sides run plain alpha-beta, moves in the game's order, no table, to the same
depth, with the same evaluation in plain Python (ours is compiled). From the empty board of Connect
Four all sides visit the very same tree, and that they do is checked: wins within seven plies all
come at the seventh, so it does not matter how a side scores a sooner one.
"""

import statistics
from collections.abc import Callable

from bench import peer_aima, peer_easyai, peer_imparaai, peer_open_spiel
from bench.answer import Answer
from bench.measure import Row, Seconds, WrongAnswer, side_by_side
from plyground.agents import load_agent
from plyground.games import Game, Position, load_game
from plyground.heuristics import load_evaluation
from plyground.players import EnginePlayer
from plyground.search.alpha_beta import alpha_beta
from plyground.search.memory import memory
from plyground.search.results import NODES, Found, SearchResult, counters

SEED = 2024
OPENINGS = 20
SECONDS = 0.15
UDACITY = "Udacity's framework reaches 7"


def against_open_spiel() -> list[Row]:
    """Rules in C++ and search in Python on their side."""
    return [_connect_four("OpenSpiel", 7, peer_open_spiel.search, peer_open_spiel.answer, 100)]


def against_aima() -> list[Row]:
    """The textbook's code."""
    return [_connect_four("aima-python", 7, peer_aima.search, peer_aima.answer, 200)]


def against_easyai() -> list[Row]:
    """A game framework for beginners; five plies take it as long as we like to wait."""
    return [_connect_four("easyAI", 5, peer_easyai.search, peer_easyai.answer, None)]


def _connect_four(
    peer: str,
    depth: int,
    search: Callable[[int], object],
    answer: Callable[[int], Answer],
    goal: float | None,
) -> Row:
    theirs = answer(depth)
    ours = _alpha_beta("connect_four", "center", depth)
    found, nodes = ours()
    column = found.move // 7  # bits of a column, the spare one included
    score = found.score if theirs.score is not None else None
    if Answer(column, score, nodes) != theirs:
        raise WrongAnswer(f"alpha-beta {depth}: ours {found}, {nodes} nodes; {peer} {theirs}")
    return _row(
        f"connect_four: alpha-beta {depth} with center",
        (nodes, theirs.nodes),
        side_by_side(ours, lambda: search(depth)),
        peer,
        goal,
    )


def checkers() -> list[Row]:
    """The course's agent, from the start; its order differs, so only the values are compared."""
    depth = 4
    ours = _alpha_beta("checkers", "piece_count", depth)
    (found, nodes), (value, peer_nodes) = ours(), peer_imparaai.search(depth)
    if found.score != value:
        raise WrongAnswer(f"checkers alpha-beta {depth}: {found.score}, but {value} by imparaai")
    seconds = side_by_side(ours, lambda: peer_imparaai.search(depth))
    work = f"checkers: alpha-beta {depth} with piece_count"
    return [_row(work, (nodes, peer_nodes), seconds, "imparaai", 5_000)]


def _alpha_beta(text: str, heuristic: str, depth: int) -> Callable[[], tuple[Found, int]]:
    """search() from the start, and how many positions it visits."""
    game = load_game(text)
    best = alpha_beta(game, load_evaluation(game, heuristic).leaf).best

    def search() -> tuple[Found, int]:
        counts = counters()
        found = best(game.start, depth, 0, counts)
        return found, int(counts[NODES])

    return search


def _row(work: str, nodes: tuple[int, int], seconds: Seconds, peer: str, goal: float | None) -> Row:
    return Row(
        work=work,
        ours=nodes[0] / seconds.ours,
        peer=nodes[1] / seconds.theirs,
        unit="nodes/s",
        peer_name=peer,
        at_least=goal,
    )


# --- on our own -----------------------------------------------------------------------------------


def isolation() -> list[Row]:
    """How deep the engine sees in time, on random openings, knowing nothing before each."""
    game = load_game("isolation")
    player = _engine(game, f"deepening(seconds={SECONDS}, heuristic=improved)")
    player.choose(game.start)  # compiles, loads
    early = _thoughts(game, player, (2, 3))
    later = _thoughts(game, player, (4, 5))
    nodes = sum(each.nodes for each in later) / sum(each.seconds for each in later)
    where = f"isolation, {SECONDS} s a move, improved"
    return [
        Row(work=f"{where}: plies seen at move 1", ours=_depth(early), unit="plies"),
        Row(
            work=f"{where}: plies seen at move 2 ({UDACITY})",
            ours=_depth(later),
            unit="plies",
            at_least=15,
        ),
        Row(work=f"{where}: nodes at move 2", ours=nodes, unit="nodes/s"),
    ]


def _thoughts(game: Game, player: EnginePlayer, plies: tuple[int, int]) -> list[SearchResult]:
    """Each side's move after random ones; plies 0 and 1 place, so 4 is the first's move 2."""
    thoughts = []
    for number in range(OPENINGS):
        moves = game.random_game(SEED, number, most_plies=max(plies))
        for ply in plies:
            _forget(player)
            thoughts.append(player.choose(_after(game, moves[:ply])))
    return thoughts


def _after(game: Game, moves: list[int]) -> Position:
    position = game.start
    for move in moves:
        position = game.plain.play(position, move)
    return position


def _depth(thoughts: list[SearchResult]) -> float:
    """The mean of the last finished iterations; a search that proved its end may stop early."""
    return statistics.fmean(each.depth for each in thoughts)


def morris() -> list[Row]:
    """The engine to depth 9 on the empty board, knowing nothing before: the best of three."""
    game = load_game("nine_mens_morris")
    player = _engine(game, "deepening(depth=9, heuristic=phases)")
    player.choose(game.start)
    thoughts = []
    for _ in range(3):
        _forget(player)
        thoughts.append(player.choose(game.start))
    best = min(thoughts, key=lambda each: each.seconds)
    where = "nine_mens_morris: deepening 9 with phases"
    return [
        Row(work=where, ours=best.seconds, unit="s", at_most=1.0),
        Row(work=where, ours=best.nodes, unit="nodes"),
        Row(work=where, ours=best.nodes / best.seconds, unit="nodes/s"),
    ]


def _engine(game: Game, text: str) -> EnginePlayer:
    player = load_agent(text).player(game)
    if not isinstance(player, EnginePlayer):
        raise TypeError(f"{text} is not the engine")
    return player


def _forget(player: EnginePlayer) -> None:
    """Table, killers and history: left alone, the last two save a third of morris's nodes."""
    player.engine.memory[:] = memory(player.engine.slots)
