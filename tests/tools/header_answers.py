"""Send requests with headers to a generated project; report the answers and the log."""

import json
import os
import sys
from importlib import import_module
from typing import Any


def ask(client: Any, method: str, path: str, headers: dict[str, str]) -> dict[str, Any]:
    response = client.open(path, method=method, headers=headers)
    return {
        "status": response.status_code,
        "headers": dict(response.headers),
        "body": response.text,
    }


asked = json.load(sys.stdin)
os.chdir(asked["folder"])
sys.path.insert(0, asked["folder"])
read, write = os.pipe()
os.dup2(write, sys.stderr.fileno())
client = import_module("api").create_app().test_client()
answers = [ask(client, *each) for each in asked["requests"]]
os.write(write, b"\0")
json.dump({"answers": answers, "log": os.read(read, 65536).decode()[:-1]}, sys.stdout)
