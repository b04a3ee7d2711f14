"""Sends bodies to a generated application, and measures how much its memory grows.

stdin: an object with the project's `folder`, the `path` to POST to, and `bodies`.
"""

import json
import os
import resource
import sys

asked = json.load(sys.stdin)
os.chdir(asked["folder"])
sys.path.insert(0, asked["folder"])

from api import create_app  # noqa: E402

client = create_app({}).test_client()


def post(body: str) -> int:
    return client.post(asked["path"], data=body, content_type="application/json").status_code


def peak() -> int:
    """Return the most memory that the process has had so far, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


post("{}")
before = peak()
statuses = [post(body) for body in asked["bodies"]]
json.dump({"statuses": statuses, "mebibytes": peak() - before}, sys.stdout)
