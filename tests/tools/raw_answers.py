"""Send raw requests to generated projects: stdin and stdout are JSON, bytes are Latin-1."""

import json
import sys
from collections.abc import Callable
from functools import wraps
from http.client import HTTPResponse
from socket import create_connection
from typing import Any

from flask import Response, after_this_request
from flask_answers import HOST, forked, serve

Answer = dict[str, Any]


def main() -> None:
    asked = json.load(sys.stdin)
    answers = [project_answers(each["folder"], each["requests"]) for each in asked]
    json.dump(answers, sys.stdout)


def project_answers(folder: str, requests: list[str]) -> list[Answer]:
    with forked(serve, folder, "api", show_arguments) as receive:
        port = receive()
        return [answer(port, request.encode("latin-1")) for request in requests]


def show_arguments() -> None:
    """Let services send their keyword arguments in a header of the response."""
    for name, module in list(sys.modules.items()):
        for service in vars(module).values() if name.startswith("api.services.") else ():
            if isinstance(service, type) and service.__module__ == name:
                for method, function in list(vars(service).items()):
                    if not method.startswith("_"):
                        setattr(service, method, showing(function))


def showing(function: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(function)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        @after_this_request
        def show(response: Response) -> Response:
            response.headers["X-Arguments"] = json.dumps(list(kwargs.values()))
            return response

        return function(*args, **kwargs)

    return wrapper


def answer(port: int, request: bytes) -> Answer:
    with create_connection((HOST, port), timeout=30) as connection:
        connection.sendall(request)
        response = HTTPResponse(connection, method=request.split(b" ", 1)[0].decode())
        response.begin()
        return {
            "status": response.status,
            "headers": response.getheaders(),
            "body": response.read().decode("latin-1"),
        }


if __name__ == "__main__":
    main()
