"""Request paths of a generated project; report how often each request opened and closed SQLite."""

import json
import os
import sqlite3
import sys
from functools import partial
from importlib import import_module
from typing import Any

opened = 0
closed = 0


class CountedConnection(sqlite3.Connection):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        global opened
        opened += 1
        super().__init__(*args, **kwargs)

    def close(self) -> None:
        global closed
        closed += 1
        super().close()


def ask(client: Any, path: str) -> list[Any]:
    before = (opened, closed)
    response = client.get(path)
    return [response.status_code, response.text, opened - before[0], closed - before[1]]


sqlite3.connect = partial(sqlite3.connect, factory=CountedConnection)
asked = json.load(sys.stdin)
os.chdir(asked["folder"])
sys.path.insert(0, asked["folder"])
client = import_module("api").create_app({"DATABASE": "data.db"}).test_client()
json.dump([ask(client, path) for path in asked["paths"]], sys.stdout)
