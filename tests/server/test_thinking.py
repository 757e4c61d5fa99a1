"""Where computer players think makes no difference to what they do."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from messdeck.games.registry import get_game
from messdeck.server.thinking import Thinkers

ROOT = Path(__file__).parent.parent.parent


async def asked(thinkers: Thinkers) -> object:
    game = get_game("voormsi")
    start = game.start(game.rules.create())
    position = start.play(start.draw_deal(Random(4)))
    try:
        return await thinkers.think("voormsi", "2", 1, position.view(position.turn))
    finally:
        await thinkers.close()


def test_in_this_process_and_in_another() -> None:
    here = asyncio.run(asked(Thinkers(0)))
    assert here is not None
    assert asyncio.run(asked(Thinkers(1))) == here


ON_A_CLUSTER = """
import asyncio, ray
from messdeck.server.thinking import Thinkers
from tests.server.test_thinking import asked

ray.init(num_cpus=1, log_to_driver=False, include_dashboard=False)
print(asyncio.run(asked(Thinkers(1, "auto"))) == asyncio.run(asked(Thinkers(0))))
"""


@pytest.mark.skipif(not os.environ.get("MESSDECK_RAY"), reason="Ray starts in time on a quiet machine only")
def test_on_a_ray_cluster() -> None:
    """In a process of its own: Ray leaves processes and threads behind."""
    run = subprocess.run([sys.executable, "-c", ON_A_CLUSTER], cwd=ROOT, capture_output=True, text=True)
    assert run.stdout.splitlines()[-1:] == ["True"], run.stderr
