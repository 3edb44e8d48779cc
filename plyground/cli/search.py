"""Commands about searches: heuristics, agents, and what an agent thinks of a position."""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from plyground import files
from plyground.advice import Values, values_by
from plyground.agents import AGENTS, load_agent, with_parameters
from plyground.cli.games import GameText, Json, PositionArgument, read_position
from plyground.cli.terminal import (
    FAINT,
    STRONG,
    board,
    colored,
    in_background,
    print_json,
    warn,
)
from plyground.errors import BadParameter
from plyground.games import GAMES, Game, Position, load_game
from plyground.heuristics import DEFAULTS, HEURISTICS
from plyground.heuristics.template import template
from plyground.players import FixedDepthPlayer, Player
from plyground.search.results import SearchResult, in_words
from plyground.search.tree import Tree, recorded_tree
from plyground.text import Call, defaults, parse
from plyground.tree_view import tree_html, tree_svg

HeuristicText = Annotated[
    str, typer.Option("--heuristic", help="For agents that name none: name, or ./mine.py:name.")
]
PRUNING = {"minimax": False, "alpha_beta": True}
AgentText = Annotated[
    str, typer.Option("--agent", help='Such as "alpha_beta(depth=6, heuristic=center)".')
]


def add_to(app: typer.Typer) -> None:
    """Put the commands of this file into the app."""
    app.command("heuristics")(heuristics_command)
    app.command("agents")(agents_command)
    app.command("analyze")(analyze_command)
    app.command("new-heuristic")(new_heuristic_command)


def heuristics_command(
    game: Annotated[str, typer.Argument(metavar="[GAME]", help="Only of this game.")] = "",
    as_json: Json = False,
) -> None:
    """List the heuristics: what each is, its parameters and its claims."""
    names = [load_game(game).name] if game else list(GAMES)
    rows = [
        {
            "game": name,
            "heuristic": _written(entry.name, entry.function),
            "default": DEFAULTS.get(name) == entry.name,
            "antisymmetric": entry.antisymmetric,
            "one_sided": entry.one_sided,
            "about": entry.doc,
        }
        for name in names
        for entry in HEURISTICS.get(name, {}).values()
    ]
    if as_json:
        print_json({"heuristics": rows})
        return
    for name in names:
        print(colored(name, STRONG))
        for row in (row for row in rows if row["game"] == name):
            star = "*" if row["default"] else " "
            print(f" {star} {row['heuristic']}{' (one-sided)' if row['one_sided'] else ''}")
            print(colored(f"     {row['about']}", FAINT))
    print(colored("* the default; your own: --agent 'alpha_beta(heuristic=./mine.py:name)'", FAINT))


def agents_command(as_json: Json = False) -> None:
    """List the agents and their parameters."""
    rows = [
        {"agent": _written(name, make), "about": (make.__doc__ or "").split("\n")[0]}
        for name, make in AGENTS.items()
    ]
    if as_json:
        print_json({"agents": rows})
        return
    for row in rows:
        print(colored(row["agent"], STRONG))
        print(f"  {row['about']}")


def analyze_command(
    game: GameText,
    position: PositionArgument = "",
    agent: AgentText = "deepening(depth=8)",
    tree: Annotated[
        Path | None, typer.Option(help="Write the search tree here: .json, .svg or .html.")
    ] = None,
    compare: Annotated[
        str, typer.Option(help="Another agent beside it; it takes over depth and heuristic.")
    ] = "",
    heuristic: HeuristicText = "",
    as_json: Json = False,
) -> None:
    """What an agent thinks of a position: best move, score, line, and the score of every move."""
    rules = load_game(game)
    place = read_position(rules, position)
    if not rules.moves(place):
        raise BadParameter(f"there is nothing to analyze: {rules.status(place)}")
    if heuristic:
        agent = with_parameters(agent, {"heuristic": heuristic})
    if compare:
        compare = with_parameters(compare, parse(agent).parameters)
    if tree:
        _write_tree(rules, place, agent, tree)
    answers = {}
    for text in filter(None, (agent, compare)):
        thinker = load_agent(text)
        player = thinker.player(rules)
        warn(getattr(player, "problem", ""))
        answers[thinker.text] = in_background(partial(_thought, player, place))
    if as_json:
        found = [_as_json(rules, place, text, *both) for text, both in answers.items()]
        print_json(found[0] | ({"compare": found[1]} if compare else {}))
        return
    print(board(rules, place))
    for text, (result, values) in answers.items():
        _print_result(rules, place, text, result, values)
    if compare:
        one, other = (result.nodes for result, _ in answers.values())
        print(f"nodes: {one:,} against {other:,}, a ratio of {one / max(other, 1):.4g}")


TREES: dict[str, Callable[[Tree], str]] = {
    ".json": lambda tree: json.dumps(tree.to_json(), ensure_ascii=False),
    ".svg": tree_svg,
    ".html": tree_html,
}


def _write_tree(game: Game, position: Position, agent: str, file: Path) -> None:
    """Record the tree of a minimax or alpha_beta agent and write it in the file's form."""
    player = load_agent(agent).player(game)
    if not isinstance(player, FixedDepthPlayer) or player.search.name not in PRUNING:
        raise BadParameter(f"{agent} keeps no tree: use minimax(depth=…) or alpha_beta(depth=…)")
    if file.suffix not in TREES:
        raise BadParameter(f"{file} should end in {', '.join(TREES)}")
    pruning = PRUNING[player.search.name]
    recorded = recorded_tree(game, player.evaluation, position, player.depth, pruning)
    files.save(file, TREES[file.suffix](recorded))
    warn(f"written: {file} ({recorded.nodes:,} nodes)")


def new_heuristic_command(
    game: GameText,
    file: Annotated[Path, typer.Argument(help="The file to write, such as my_ideas.py.")],
) -> None:
    """Write a file with a heuristic to start from."""
    if file.exists():
        raise BadParameter(f"{file} exists already; choose another name")
    rules = load_game(game)
    files.save(file, template(rules))
    print(f"written: {file}")
    print(f"try it:  plyground analyze {game!r} --agent 'alpha_beta(heuristic={file}:my_idea)'")


def _written(name: str, function: Any) -> str:
    own = {
        key: value for key, value in defaults(function).items() if key not in ("game", "position")
    }
    return str(Call(name, own))


Thought = tuple[SearchResult, Values | None]


def _thought(player: Player, position: Position) -> Thought:
    return player.choose(position), values_by(player, position)


def _as_json(
    game: Game, position: Position, text: str, result: SearchResult, values: Values | None
) -> dict[str, object]:
    worths = {
        game.move_name(position, move): worth
        for move, worth in (values.worths.items() if values else ())
    }
    return {
        "game": game.text,
        "position": game.position_name(position),
        "agent": text,
        "move": game.move_name(position, result.move),
        "score": result.score,
        "score_in_words": in_words(result.score, result.exact),
        "exact": result.exact,
        "line": _names(game, position, result.line),
        "depth": result.depth,
        "nodes": result.nodes,
        "seconds": round(result.seconds, 6),
        "nodes_per_second": round(result.nodes / max(result.seconds, 1e-9)),
        "moves": {name: worth.score for name, worth in worths.items()},
        "moves_in_words": {name: worth.words for name, worth in worths.items()},
        "moves_exact": bool(values and values.exact),
    }


def _print_result(
    game: Game, position: Position, text: str, result: SearchResult, values: Values | None
) -> None:
    print("\n" + colored(text, STRONG))
    score = in_words(result.score, result.exact) + (", exact" if result.exact else "")
    print(f"  best move  {game.move_name(position, result.move)}  ({score})")
    print("  line       " + " ".join(_names(game, position, result.line)))
    speed = f" ({result.nodes / max(result.seconds, 1e-9) / 1e6:.1f} M/s)" if result.nodes else ""
    print(f"  {effort(result)}{speed}")
    worths = values.worths.items() if values else ()
    for move, worth in sorted(worths, key=lambda each: -each[1].score):
        print(f"  {game.move_name(position, move):>12}  {worth.words}")


def effort(result: SearchResult) -> str:
    """What an answer took; an oracle counts no nodes."""
    nodes = f"{result.nodes:,} nodes, " if result.nodes else ""
    return f"depth {result.depth}, {nodes}{result.seconds:.3f} s"


def _names(game: Game, position: Position, line: tuple[int, ...]) -> list[str]:
    names = []
    for move in line:
        names.append(game.move_name(position, move))
        position = game.plain.play(position, move)
    return names
