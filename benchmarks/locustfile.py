"""People at tables of the web server, for locust: each opens a Voormsi table, sits down and plays by the API.

    pip install locust                      (in an environment of its own; messdeck does not need it)
    python benchmarks/load.py --serve load.db      prints the address of a server without limits on posts
    locust -f benchmarks/locustfile.py --headless -u 50 -r 10 -t 60s -H http://127.0.0.1:PORT

Locust sees requests only; how soon others see an action, `load.py` measures.
"""

from __future__ import annotations

import random

from locust import HttpUser, between, task

API = "/api/v1/tables"


class Player(HttpUser):
    """A person (by a program) with three computer players."""

    wait_time = between(0.5, 1.5)

    def on_start(self) -> None:
        new = {"game": "voormsi", "computers": [1, 2, 3], "level": "2", "pace": 1}
        self.code = self.client.post(API, json=new, name="open").json()["table"]
        joined = self.client.post(f"{API}/{self.code}/join", json={}, name="join").json()
        self.client.headers["Authorization"] = f"Bearer {joined['token']}"

    @task
    def play(self) -> None:
        """Look at the table, and at one's turn play any legal cards."""
        state = self.client.get(f"{API}/{self.code}", name="look").json()
        if state["view"]["turn"] == -2:
            self.on_start()
        elif state["view"]["turn"] == state["seat"]:
            act = {"version": state["version"], "action": random.choice(state["legal"])}
            with self.client.post(
                f"{API}/{self.code}/act", json=act, name="act", catch_response=True
            ) as done:
                if done.status_code == 409:  # the table has moved on meanwhile: no failure
                    done.success()
