"""Send requests to generated projects: requests on stdin, responses on stdout, both as JSON."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from importlib import import_module
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from own_modules import own_modules
from werkzeug.serving import make_server

HOST = "127.0.0.1"
# Every project has a package `api`, so each server runs in a fork, which has already loaded Flask.
FORK = get_context("fork")

Request = dict[str, Any]
Answer = dict[str, Any]


def main() -> None:
    asked = json.load(sys.stdin)
    answers = {"client": client_answers, "server": server_answers}[asked["mode"]]
    json.dump(
        [
            answers(each["folder"], each.get("module", "api"), each["requests"])
            for each in asked["projects"]
        ],
        sys.stdout,
    )


def client_answers(folder: str, module: str, requests: list[Request]) -> list[Answer]:
    try:
        with own_modules(folder):
            client = load(module).test_client()
            return [ask_client(client, request) for request in requests]
    except Exception as error:
        raise RuntimeError(f"The application in '{folder}' failed") from error


def ask_client(client: FlaskClient, request: Request) -> Answer:
    response = client.open(
        request["path"],
        method=request["method"],
        data=request["body"],
        headers=headers(request),
    )
    return answer(response.status_code, response.content_type, response.data)


def server_answers(folder: str, module: str, requests: list[Request]) -> list[Answer]:
    with forked(serve, folder, module) as receive:
        port = receive()
        return [ask_server(port, request) for request in requests]


def serve(
    connection: Connection,
    folder: str,
    module: str,
    prepare: Callable[[], None] = lambda: None,
) -> None:
    with own_modules(folder):
        app = load(module)
        prepare()
        server = make_server(HOST, 0, app)
        connection.send(server.port)
        server.serve_forever()


def ask_server(port: int, request: Request) -> Answer:
    connection = HTTPConnection(HOST, port, timeout=30)
    body = request["body"]
    connection.request(
        request["method"],
        request["path"],
        body=None if body is None else body.encode(),
        headers=headers(request),
    )
    response = connection.getresponse()
    return answer(response.status, response.headers["Content-Type"], response.read())


@contextmanager
def forked(work: Callable[..., None], folder: str, *rest: Any) -> Iterator[Any]:
    ours, theirs = FORK.Pipe(duplex=False)
    process = FORK.Process(target=work, args=(theirs, folder, *rest))
    process.start()
    theirs.close()

    def receive() -> Any:
        try:
            return ours.recv()
        except EOFError:
            sys.exit(f"The application in '{folder}' failed")

    try:
        yield receive
    finally:
        process.terminate()
        process.join()


def load(module: str) -> Flask:
    loaded = import_module(module)
    if hasattr(loaded, "create_app"):
        app: Flask = loaded.create_app({"TESTING": False})
    else:
        app = loaded.app
    return app


def headers(request: Request) -> dict[str, str]:
    content = {} if request["body"] is None else {"Content-Type": "application/json"}
    return {**content, **request.get("headers", {})}


def answer(status: int, content_type: str | None, body: bytes) -> Answer:
    return {"status": status, "contentType": content_type, "body": body.decode()}


if __name__ == "__main__":
    main()
