"""Where boards are played: here, in processes of this machine, or on a Ray cluster. The same boards bring
the same results on each, in the same order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice
from typing import Any, TypeAlias

from messdeck.arena.boards import Board, Played, play_board
from messdeck.core.errors import BadText

Pool: TypeAlias = Callable[[Iterable[Board]], Iterator[Played]]
AHEAD = 4
"""Boards in hand for each worker: a match that stops early has played few for nothing."""


def here(boards: Iterable[Board]) -> Iterator[Played]:
    """One board after the other, in this process."""
    return map(play_board, boards)


def processes(jobs: int) -> Pool:
    """In so many processes of this machine."""

    def play(boards: Iterable[Board]) -> Iterator[Played]:
        with ProcessPoolExecutor(jobs) as pool:
            try:
                yield from _in_order(
                    boards, jobs * AHEAD, lambda board: pool.submit(play_board, board), Future.result
                )
            finally:
                pool.shutdown(wait=False, cancel_futures=True)

    return play


def connect(address: str) -> Any:
    """Ray with a cluster at an address (`local` starts one here). Errors: BadText without either."""
    try:
        import ray
    except ImportError:
        raise BadText.of("R5.10", "bad.no_ray") from None
    try:
        where = None if address == "local" else address
        ray.init(where, log_to_driver=False, include_dashboard=False, ignore_reinit_error=True)
    except (ConnectionError, ValueError) as error:
        raise BadText.of("R5.10", "bad.ray", value=address, why=str(error).splitlines()[0]) from None
    return ray


def ray_cluster(address: str) -> Pool:
    """On the Ray cluster at an address. Errors: BadText, see `connect`."""
    ray = connect(address)

    def play(boards: Iterable[Board]) -> Iterator[Played]:
        remote = ray.remote(play_board)
        width = int(ray.cluster_resources().get("CPU", 1)) * AHEAD
        try:
            yield from _in_order(boards, width, remote.remote, ray.get)
        finally:
            ray.shutdown()

    return play


def _in_order(
    boards: Iterable[Board], width: int, start: Callable[[Board], Any], wait: Callable[[Any], Played]
) -> Iterator[Played]:
    """Results in the order of the boards, at most `width` of them under way at once."""
    boards = iter(boards)
    under_way = deque(start(board) for board in islice(boards, width))
    while under_way:
        yield wait(under_way.popleft())
        under_way.extend(start(board) for board in islice(boards, 1))
