"""A grade in words: one honest paragraph that follows from the numbers and says what they do not.

where      how many positions, from which games, and what was not looked at
accuracy   whether its values know the winner: yes, the wrong way round, or cannot be told
moves      how often it throws the game away, and whether a random move does so more often
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from plyground.experiments.grading import Exam, Grade
from plyground.experiments.grading_decisions import Decisions
from plyground.experiments.grading_leaderboard import Leaderboard, criterion
from plyground.experiments.grading_positions import BOTH, NAMES, Phase
from plyground.experiments.numerals import counted
from plyground.experiments.samples import Estimate, mean

COIN = 0.5


def percent(share: Estimate | None) -> str:
    """`71 % [67, 75]`, with a decimal where shares are near none or all."""
    if share is None:
        return "–"
    digits = 0 if 0.1 <= share.value <= 0.9 else 1
    numbers = [f"{100 * each:.{digits}f}" for each in (share.value, share.low, share.high)]
    value, low, high = ({"0.0": "0", "100.0": "100"}.get(each, each) for each in numbers)
    return f"{value} % [{low}, {high}]"


def figure(number: Estimate | None, digits: int = 2) -> str:
    """`0.71 [0.67, 0.75]`."""
    if number is None:
        return "–"
    ends = (number.value, number.low, number.high)
    value, low, high = (f"{each:.{digits}f}".replace("-", "−") for each in ends)
    return f"{value} [{low}, {high}]"


def sentence(grade: Grade) -> str:
    """What can be told of a heuristic or an agent, and what cannot."""
    said = [*_accuracy_words(grade), *_decision_words(grade), where(grade.exam)]
    if not grade.reproducible:
        said.append("It thinks by the clock: these figures cannot be reproduced exactly.")
    return " ".join(said)


def where(exam: Exam) -> str:
    """Where positions are from, and what they say nothing about."""
    positions = counted(len(exam.questions), "position")
    drawn = exam.phases[0].by_men
    source = _numbers(exam.phases) if drawn else _games(exam)
    said = f"Measured on {positions} of `{exam.sampling.game}` ({source}"
    said += f"; seed {exam.sampling.seed})"
    asked = exam.sampling.positions
    if len(exam.questions) + exam.unknown < asked:
        said += f", of {asked} asked for: no more different ones were found"
    if exam.unknown:
        said += f", without {exam.unknown} that the oracle does not know"
    if drawn:
        return f"{said}; whether play leads there is not asked, and nothing is said about others."
    return f"{said}; nothing is said about earlier plies." if exam.phases[0].low else f"{said}."


def _games(exam: Exam) -> str:
    """`80 from random play; plies 9 to 12`."""
    counts = Counter(question.play for question in exam.questions)
    plays = " and ".join(f"{counts[play]} from {NAMES[play]}" for play in BOTH if counts[play])
    return f"{plays}; plies {exam.phases[0].low} to {exam.phases[-1].high}"


def _numbers(phases: Sequence[Phase]) -> str:
    """`drawn by lot from all placements of 6, 7 and 8 men`."""
    *others, last = [str(phase.low) for phase in phases]
    unit = phases[0].name.removeprefix(f"{phases[0].low} ")
    numbers = f"{', '.join(others)} and {last}" if others else last
    return f"drawn by lot from all placements of {numbers} {unit}"


def _accuracy_words(grade: Grade) -> Iterator[str]:
    if grade.accuracy is None:
        return
    found = grade.accuracy.overall
    split = f"{found.won} won and {found.lost} lost"
    if found.auc is None:
        yield f"With {split} there is no pair to tell apart: accuracy cannot be told."
        return
    share = percent(found.auc)
    about = (
        f"`{grade.subject}` rates the won one higher in {share} of the pairs of a won and a lost"
    )
    if len(set(grade.accuracy.values)) == 1:
        yield f"`{grade.subject}` is the same everywhere and tells nothing about who wins."
    elif not found.auc.excludes(COIN):
        yield f"{about} position ({split}): whether it knows more than a coin cannot be told."
    elif found.auc.value < COIN:
        yield f"{about} position ({split}): worse than a coin, it points the wrong way."
    else:
        yield f"{about} position ({split}; a coin: 50 %)."


def _decision_words(grade: Grade) -> Iterator[str]:
    """About the moves at the largest depth, next to a random one."""
    last = grade.deepest
    risk = last.overall.thrown
    who = f"At {last.name} it" if grade.accuracy else f"`{last.name}`"
    if risk.estimate is None:
        yield "In none of them can a move throw the game away: nothing is told about its moves."
        return
    base = grade.baseline.overall.thrown.estimate
    assert base is not None  # the same positions
    places = counted(risk.positions, "position")
    chance = against_chance(last, grade.baseline)
    yield (
        f"{who} throws the game away in {percent(risk.estimate)} of the {places} where that is "
        f"possible (a random move: {100 * base.value:.0f} %), {chance}"
    )


def against_chance(found: Decisions, baseline: Decisions) -> str:
    """Whether somebody's moves give away less than random ones: over the same positions."""
    saved = [chance - own for chance, own in zip(baseline.regrets, found.regrets, strict=True)]
    if not any(saved):
        return "which is what a random move does."
    gain = mean(saved)
    points = f"{abs(gain.value):.3f} points a move"
    if not gain.excludes(0):
        return "and whether it is any better than a random move cannot be told."
    if gain.value > 0:
        return f"and gives away {points} less than a random move."
    return f"and gives away {points} more than a random move."


# --- the board -----------------------------------------------------------------------------------


def board_sentence(board: Leaderboard) -> str:
    """Who leads, and which neighbors cannot be told apart."""
    best = board.grades[0]
    value = criterion(best, board.by)
    if board.by == "auc":
        led = f"First is `{best.subject}`, which rates {percent(value)} of pairs rightly."
    else:
        points = f"{figure(value, 3)} points a move"
        led = f"First is `{best.subject}`, which gives away {points} at {best.deepest.name}."
    return " ".join(filter(None, [led, told_apart(board), where(board.exam)]))


def told_apart(board: Leaderboard) -> str:
    """Which neighbors differ by more than chance."""
    if not board.neighbors:
        return ""
    alike = [pair for pair in board.neighbors if not pair.told_apart]
    if not alike:
        return "Each is told apart from the next (paired tests, Holm's correction, 5 %)."
    chains = [[alike[0].better, alike[0].worse]]
    for pair in alike[1:]:
        if chains[-1][-1] == pair.better:
            chains[-1].append(pair.worse)
        else:
            chains.append([pair.better, pair.worse])
    names = "; ".join(" ~ ".join(f"`{name}`" for name in chain) for chain in chains)
    others = " All others are told apart." if len(alike) < len(board.neighbors) else ""
    return f"Neighbors whose order cannot be told on these positions: {names}.{others}"


def plain(words: str) -> str:
    """The same for a terminal, where nothing marks code."""
    return words.replace("`", "")
