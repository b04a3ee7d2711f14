"""Send raw requests to generated projects: stdin and stdout are JSON, bytes are Latin-1."""

import json
import sys
from http.client import HTTPResponse
from socket import create_connection
from typing import Any

from flask_answers import HOST, forked, serve

Answer = dict[str, Any]


def main() -> None:
    asked = json.load(sys.stdin)
    answers = [project_answers(each["folder"], each["requests"]) for each in asked]
    json.dump(answers, sys.stdout)


def project_answers(folder: str, requests: list[str]) -> list[Answer]:
    with forked(serve, folder, "api") as receive:
        port = receive()
        return [answer(port, request.encode("latin-1")) for request in requests]


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
