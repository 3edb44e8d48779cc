"""Workers of a Dask cluster, by its address: the same games, on as many machines as there are.

    dask scheduler                                     on one machine: prints tcp://host:8786
    dask worker tcp://host:8786 --nworkers 2 --nthreads 1      on each machine, in the same folder
    plyground match … --cluster tcp://host:8786

Each Dask worker keeps a guarded process of its own, so that agents that hang, crash or eat memory
are dealt with as on one machine. A batch whose worker is lost is played again by another.
"""

import atexit
from collections.abc import Generator, Sequence
from typing import Any

from plyground.errors import BadParameter
from plyground.experiments.guard import Guard
from plyground.experiments.plan import Assignment, Experiment
from plyground.experiments.records import GameRecord

WAIT = 10
RETRIES = 5
_GUARDS: list[Guard] = []


def play_batch(experiment: Experiment, batch: Sequence[Assignment]) -> list[GameRecord]:
    """What a Dask worker does: one batch, in this process's own guard."""
    if not _GUARDS:
        _GUARDS.append(Guard())
        atexit.register(_GUARDS[0].stop)
    return list(_GUARDS[0].play(experiment, batch))


class ClusterWorkers:
    """The workers of a cluster."""

    def __init__(self, address: str) -> None:
        self._dask = _distributed()
        try:
            self._client = self._dask.Client(address, timeout=WAIT)
        except (OSError, ValueError) as error:
            raise BadParameter(
                f"there is no Dask scheduler at {address} ({error}): start one with "
                "`dask scheduler`, and workers with `dask worker ADDRESS`"
            ) from error
        if not self._client.scheduler_info(n_workers=-1)["workers"]:
            raise BadParameter(
                f"the cluster at {address} has no workers: `dask worker {address} --nthreads 1`"
            )

    def play(
        self, experiment: Experiment, batches: Sequence[Sequence[Assignment]]
    ) -> Generator[list[GameRecord], None, None]:
        """Records as they come; lost batches are played again."""
        futures = [
            self._client.submit(play_batch, experiment, batch, pure=False, retries=RETRIES)
            for batch in batches
        ]
        try:
            for future in self._dask.as_completed(futures):
                yield future.result()
        finally:
            self._client.cancel(futures)

    def close(self) -> None:
        """Leave the cluster; it goes on without us."""
        self._client.close()


def _distributed() -> Any:
    try:
        import distributed
    except ImportError as error:
        raise BadParameter(
            "a cluster needs Dask: pip install 'plyground[cluster]', or play with --workers"
        ) from error
    return distributed
