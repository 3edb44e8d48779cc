"""Grades: a heuristic or an agent against perfect play.

    Grading ── positions ──▶ truth of every move ──┬─ heuristic's values ──▶ Accuracy
    (who, where, how many,        (kept on disk)   ├─ moves at each depth ──▶ Decisions …
     seed: nothing else counts)                    └─ a random move ────────▶ the baseline

The same grading gives the same grade on any machine and with any number of workers, unless an agent
thinks by the clock.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from plyground.agents import load_agent
from plyground.errors import BadParameter
from plyground.experiments.grading_accuracy import Accuracy, accuracy
from plyground.experiments.grading_choices import chosen, preferred, searched, valued
from plyground.experiments.grading_decisions import (
    RANDOM,
    Choice,
    Decisions,
    decisions,
    random_choice,
)
from plyground.experiments.grading_oracle import grading_oracle
from plyground.experiments.grading_positions import (
    Phase,
    Play,
    Sampling,
    phases,
    sampled,
    settled,
)
from plyground.experiments.grading_truth import Question, questions
from plyground.games import load_game
from plyground.heuristics import DEFAULTS, Evaluation, load_evaluation
from plyground.text import parse, split_file

DEPTHS = (0, 1, 2, 4)
DEEPEST = 30
Progress = Callable[[str, int, int], None]
"""Told what is being done, how much of it is, and of how much."""


def silent(title: str, done: int, total: int) -> None:
    """The progress of those who do not watch."""


@dataclass(frozen=True)
class Grading:
    """Who is graded, on which positions: a heuristic (the game's own if none is named) at search
    depths, or an agent."""

    game: str
    heuristic: str = ""
    agent: str = ""
    positions: int = Sampling.positions
    seed: int = Sampling.seed
    depths: tuple[int, ...] = DEPTHS
    plays: tuple[Play, ...] = ()
    from_ply: int | None = None
    to_ply: int | None = None
    store: str = ""
    men: tuple[int, ...] = ()

    @property
    def sampling(self) -> Sampling:
        return Sampling(
            load_game(self.game).text,
            self.positions,
            self.seed,
            self.plays,
            self.from_ply,
            self.to_ply,
            self.store,
            self.men,
        )


@dataclass(frozen=True)
class Exam:
    """The positions and the truth about them: the same for everyone who is graded on them."""

    sampling: Sampling
    phases: tuple[Phase, ...]
    questions: tuple[Question, ...]
    unknown: int
    """Positions left out because the oracle does not know them."""

    @property
    def baseline(self) -> Decisions:
        """What a random move would be worth, on average."""
        choices = [random_choice(question) for question in self.questions]
        return decisions(RANDOM, self.questions, choices, self.phases)


@dataclass(frozen=True)
class Grade:
    """What was found about one heuristic or agent."""

    setting: Grading
    subject: str
    exam: Exam = field(repr=False)
    accuracy: Accuracy | None
    """None for an agent."""
    decisions: tuple[Decisions, ...]
    """A heuristic's at each depth, or the agent's."""
    baseline: Decisions
    problem: str = ""
    """Why a heuristic could not be compiled; empty if it could."""

    @property
    def deepest(self) -> Decisions:
        """The moves at the largest depth; of an agent, its only ones."""
        return self.decisions[-1]

    @property
    def reproducible(self) -> bool:
        """Whether nobody thinks by the clock."""
        return "seconds=" not in self.setting.agent


def graded(setting: Grading, workers: int = 1, progress: Progress = silent) -> Grade:
    """The grade of one heuristic or agent."""
    check(setting)
    return graded_on(examined(setting.sampling, workers, progress), setting, progress)


def check(setting: Grading) -> None:
    """Refuse at once what would be refused after minutes."""
    if setting.heuristic and setting.agent:
        raise BadParameter("a heuristic or an agent can be graded, not both at once")
    game = load_game(setting.game)
    if split_file(parse(setting.game).name)[0] is not None:
        raise BadParameter(f"{setting.game} is a game of your own, which nobody has solved here")
    grading_oracle(game.text, setting.store).holdings()
    if setting.agent:
        load_agent(setting.agent).player(game)
    elif not setting.heuristic and game.name not in DEFAULTS:
        raise BadParameter(f"{game.name} has no heuristic of its own: name one, or an agent")
    else:
        load_evaluation(game, setting.heuristic)
    bad = [depth for depth in setting.depths if not 0 <= depth <= DEEPEST]
    if bad or (not setting.depths and not setting.agent):
        said = f"a depth of {bad[0]}" if bad else "no depth"
        raise BadParameter(f"{said} (such as 0,1,2,4: each from 0 to {DEEPEST})")


def examined(sampling: Sampling, workers: int = 1, progress: Progress = silent) -> Exam:
    """The positions and the truth about them."""
    sampling = settled(sampling)
    progress("sampling positions", 0, sampling.positions)
    samples = sampled(sampling)

    def show(done: int, total: int) -> None:
        progress("perfect play", done, total)

    asked = questions(sampling.game, samples, workers, show, sampling.store)
    if not asked:
        raise BadParameter(
            f"the oracle of {sampling.game} knows none of these {len(samples)} positions"
        )
    unknown = len(samples) - len(asked)
    return Exam(sampling, tuple(phases(sampling)), tuple(asked), unknown)


def graded_on(exam: Exam, setting: Grading, progress: Progress = silent) -> Grade:
    """The grade of one heuristic or agent in this exam."""
    if setting.agent:
        agent = load_agent(setting.agent).text
        made = _watched(agent, chosen(setting.game, agent, exam.questions), exam, progress)
        found = decisions(agent, exam.questions, made, exam.phases)
        return Grade(setting, agent, exam, None, (found,), exam.baseline)
    evaluation = load_evaluation(load_game(setting.game), setting.heuristic)
    values = [valued(evaluation, question.position) for question in exam.questions]
    at_depths = tuple(
        decisions(
            f"depth {depth}",
            exam.questions,
            _watched(f"{evaluation.text}, depth {depth}",
                     _at_depth(depth, evaluation, exam), exam, progress),
            exam.phases,
        )
        for depth in sorted(set(setting.depths))
    )  # fmt: skip
    return Grade(
        setting,
        evaluation.text,
        exam,
        accuracy(exam.questions, values, exam.phases, setting.seed),
        at_depths,
        exam.baseline,
        evaluation.problem,
    )


def _at_depth(depth: int, evaluation: Evaluation, exam: Exam) -> Iterator[Choice]:
    if depth:
        return chosen(exam.sampling.game, searched(depth, evaluation.text), exam.questions)
    return (preferred(evaluation, question) for question in exam.questions)


def _watched(
    title: str, choices: Iterator[Choice], exam: Exam, progress: Progress
) -> Sequence[Choice]:
    """All choices, told about as they are made."""
    found = []
    for choice in choices:
        found.append(choice)
        progress(title, len(found), len(exam.questions))
    return found
