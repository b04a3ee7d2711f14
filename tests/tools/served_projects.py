"""Serve generated projects until stdin ends: their folders as JSON on its first line, their ports on stdout."""

import json
import sys
from contextlib import ExitStack

from flask_answers import forked, serve


def main() -> None:
    folders = json.loads(sys.stdin.readline())
    with ExitStack() as stack:
        receivers = [
            stack.enter_context(forked(serve, folder, "api")) for folder in folders
        ]
        print(json.dumps([receive() for receive in receivers]), flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main()
