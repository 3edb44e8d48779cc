"""What a result is worth: the statistics of experiments, by idea.

    question                                              file      functions
    how sure is a share, a mean, a median?                samples   wilson, mean, median, bootstrap
    do two methods differ on the same tasks?              samples   sign_test, signed_rank_test
    and after looking at many of them?                    samples   holm, benjamini_hochberg
    how much stronger is A than B? how many games more?   elo       strength, games_to_settle
    may the match stop now?                               sprt      sprt
    how strong is each of a pool?                         ratings   ratings
    who is above whom?                                    ranking   ranked, separated

Everything here is pure: counts in, frozen records out, chance only from a seed.
"""

from plyground.experiments.elo import (
    Games,
    Pairs,
    Results,
    Strength,
    elo,
    elo_difference,
    expected_score,
    games_for_margin,
    games_to_settle,
    normalized_elo,
    score,
    score_margin,
    settled,
    strength,
    superiority,
)
from plyground.experiments.ranking import Comparison, Ranking, ranked, separated
from plyground.experiments.ratings import Ratings, ratings
from plyground.experiments.samples import (
    Estimate,
    PairedTest,
    benjamini_hochberg,
    bootstrap,
    holm,
    mean,
    median,
    sign_test,
    signed_rank_test,
    wilson,
)
from plyground.experiments.sprt import Model, Sprt, Verdict, log_likelihood_ratio, sprt

__all__ = [
    "Comparison",
    "Estimate",
    "Games",
    "Model",
    "PairedTest",
    "Pairs",
    "Ranking",
    "Ratings",
    "Results",
    "Sprt",
    "Strength",
    "Verdict",
    "benjamini_hochberg",
    "bootstrap",
    "elo",
    "elo_difference",
    "expected_score",
    "games_for_margin",
    "games_to_settle",
    "holm",
    "log_likelihood_ratio",
    "mean",
    "median",
    "normalized_elo",
    "ranked",
    "ratings",
    "score",
    "score_margin",
    "separated",
    "settled",
    "sign_test",
    "signed_rank_test",
    "sprt",
    "strength",
    "superiority",
    "wilson",
]
