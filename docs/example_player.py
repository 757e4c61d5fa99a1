"""A computer player of one's own (see api.md): python example_player.py http://127.0.0.1:8790 [CODE]"""

import json
import random
import sys
import time
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.request import Request, urlopen

base, headers = f"{sys.argv[1].rstrip('/')}/api/v1/tables", {"Content-Type": "application/json"}


def post(path="", **body):
    """Post JSON and read the answer."""
    with urlopen(Request(base + path, json.dumps(body).encode(), headers), timeout=30) as answer:
        return json.load(answer)


def states(code, last=""):
    """The table as it changes; goes on after the last state seen when the line breaks."""
    while True:
        try:
            ask = Request(f"{base}/{code}/events", headers={**headers, "Last-Event-ID": last})
            for line in urlopen(ask, timeout=60):
                name, _, value = line.decode().rstrip("\r\n").partition(": ")
                last = value if name == "id" else last
                if name == "data":
                    yield json.loads(value)
        except (OSError, HTTPException) as error:
            if getattr(error, "code", 503) < 500:
                raise
        time.sleep(1)


def play(state, code):
    """Try an idea, the first card of the hand; if the rules refuse it, any legal action."""
    idea = {"type": "play", "cards": state["view"]["hand"][:1]}
    for action in (idea, random.choice([a for a in state["legal"] if a["type"] != "concede"])):
        try:
            return post(f"/{code}/act", version=state["version"], action=action)
        except HTTPError as error:
            if error.code not in (409, 422):
                raise
            print(json.load(error)["message"])
            if error.code == 409:  # the table has moved on: its next state is on the way
                break


new = {"game": "voormsi", "options": {"target": 5}, "computers": [1, 2, 3], "pace": 0}
table = sys.argv[2] if len(sys.argv) > 2 else post(**new)["table"]
joined = post(f"/{table}/join", name="Example")
headers["Authorization"] = f"Bearer {joined['token']}"
for now in states(table):
    if now["view"]["turn"] == -2:
        print("over:", now["view"]["scores"], "winners:", now["view"]["winners"])
        break
    if now["view"]["turn"] == now["seat"]:
        play(now, table)
