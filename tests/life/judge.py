"""Judge states of a project: whether the application starts, its routes, and its answers.

Each line of stdin is a project as JSON, each line of stdout a judgement. Flask is loaded only once,
and each module is compiled only once. A fork judges the states, because some end the process. It
judges one state after the other, because forks take much longer than judgements.
"""

import gc
import json
import os
import py_compile
import re
import shutil
import signal
import sys
import tempfile
import traceback
from ast import literal_eval
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from importlib.util import cache_from_source
from inspect import signature
from pathlib import Path
from py_compile import PycInvalidationMode, PyCompileError
from types import ModuleType
from typing import Any

import flask
import flask.typing  # projects use it
from flask.testing import FlaskClient
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

sys.path.append(str(Path(__file__).parents[1] / "tools"))
from own_modules import own_modules

# A busy machine takes longer, but no state computes for longer.
SECONDS_OF_COMPUTING = 10
SECONDS_FOR_A_STATE = 300
HEADERS = {"Content-Type": "application/json"}
# Guards let these callers in.
SIGNED_IN = {"X-User": "ada", "X-Request-Id": "judge"}
UNAUTHORIZED = 401
# The first body to send. If the answer names problems, they are repaired.
FIRST = {"from": "the client"}
MAX_REPAIRS = 50
UNFIT = 422
# Values by the words for their types in problems.
VALUES = {
    "an object": {},
    "an array": [],
    "a string": "some",
    "an integer": 7,
    "a number": 1.5,
    "true or false": True,
}
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
# The first of the allowed values, as in `must be "open" or "closed"`.
CHOICE = re.compile(r"must be ((?P<quote>[\"']).*?(?<!\\)(?P=quote)|-?[\d.e+-]+|True|False)(?:,| or |$)")
EXAMPLE = re.compile(r"such as (\S+)$")
WITH_BODY = {"POST", "PUT", "PATCH"}
SAMPLES = {
    "int": "7",
    "float": "1.5",
    "path": "a/b",
    "uuid": "12345678-1234-5678-1234-567812345678",
}
PARAMETER = re.compile(r"<(?:(\w+)(?:\([^)]*\))?:)?\w+>")


def main() -> None:
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    warm_up()
    gc.collect()
    gc.freeze()
    folder = tempfile.mkdtemp(prefix="life-")
    sys.pycache_prefix = tempfile.mkdtemp(prefix="life-compiled-")
    try:
        present: dict[str, str] = {}
        fork = Fork(folder)
        for line in sys.stdin:
            files = json.loads(line)["files"]
            write(folder, present, files)
            present = files
            judged = fork.judgement(line)
            if judged is None:
                judged = f"{json.dumps(failed(f'The process ended with status {fork.status()}'))}\n"
                fork = Fork(folder)
            print(judged, end="", file=answers, flush=True)
        fork.status()
    finally:
        shutil.rmtree(folder)
        shutil.rmtree(sys.pycache_prefix)


def warm_up() -> None:
    """Load the modules that Flask and pydantic load late, so that no fork has to load them."""
    app = flask.Flask(__name__, static_folder=None)
    app.post("/")(lambda: flask.jsonify(flask.request.get_json()))
    app.test_client().post("/", data=b"[]", headers=HEADERS)
    with suppress(ImportError):  # only projects whose bodies have models need it
        from pydantic import BaseModel, Field, ValidationError, field_validator

        class Item(BaseModel):
            name: str = Field(default="")
            check = field_validator("name")(lambda name: name)

        with suppress(ValidationError):
            Item.model_validate({"name": 1})


def write(folder: str, before: dict[str, str], after: dict[str, str]) -> None:
    """Write these files to the folder. Most of them stay from the previous state."""
    for path in before.keys() - after.keys():
        target = Path(folder, path)
        target.unlink()
        while not any(target.parent.iterdir()):
            target = target.parent
            target.rmdir()
    for path, text in after.items():
        if before.get(path) != text:
            target = Path(folder, path)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(text.encode())
            if path.endswith(".py"):
                compile_once(target)


def compile_once(module: Path) -> None:
    """Compile a module for all states that have the same text of it."""
    Path(cache_from_source(str(module))).unlink(missing_ok=True)
    with suppress(PyCompileError):  # The fork that imports the module reports the error.
        py_compile.compile(
            str(module), doraise=True, invalidation_mode=PycInvalidationMode.UNCHECKED_HASH
        )


class Fork:
    """A process that judges states until one of them ends it, or takes too long."""

    def __init__(self, folder: str) -> None:
        states, asked = os.pipe()
        answers, judged = os.pipe()
        self.child = os.fork()
        if self.child == 0:
            os.close(asked)
            os.close(answers)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # the application's log
            with open(states, encoding="utf-8") as lines, open(judged, "w", encoding="utf-8") as out:
                for line in lines:
                    print(json.dumps(within_limits(folder, json.loads(line))), file=out, flush=True)
            os._exit(0)
        os.close(states)
        os.close(judged)
        self.asked = open(asked, "w", encoding="utf-8")
        self.answers = open(answers, encoding="utf-8")

    def judgement(self, line: str) -> str | None:
        """Return the judgement of a state; `None` if it ended the process."""
        self.asked.write(line)
        self.asked.flush()
        return self.answers.readline() or None

    def status(self) -> int:
        """Return the status with which the process ends."""
        self.asked.close()
        self.answers.close()
        return os.waitpid(self.child, 0)[1]


def within_limits(folder: str, asked: dict[str, Any]) -> dict[str, Any]:
    """Judge a state. The system ends this process if that takes too long."""
    signal.setitimer(signal.ITIMER_PROF, SECONDS_OF_COMPUTING)
    signal.alarm(SECONDS_FOR_A_STATE)
    try:
        with own_modules(folder):
            return judgement(folder, asked)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.alarm(0)


def judgement(folder: str, asked: dict[str, Any]) -> dict[str, Any]:
    faults = [found for name in asked["modules"] for found in import_faults(folder, name)]
    try:
        app = application(import_module(asked["module"]))
        flask.got_request_exception.connect(
            lambda _, exception, **__: faults.append(fault(folder, exception)), app, weak=False
        )
        asks = asked["requests"]
        served = [] if asks else list(endpoints(app))
        sent_statuses = statuses(app, asks) if asks else []
        return {
            "error": None,
            "endpoints": served,
            "statuses": sent_statuses,
            "faults": faults if asked["modules"] else [],
        }
    except BaseException as error:
        return {**failed(words(error)), "faults": [*faults, fault(folder, error)]}


def import_faults(folder: str, name: str) -> Iterator[dict[str, Any]]:
    """Import a module, and yield the fault that prevents it."""
    try:
        import_module(name)
    except BaseException as error:
        yield fault(folder, error)


def fault(folder: str, error: BaseException) -> dict[str, Any]:
    """Describe an error with the innermost place of the project."""
    frames = traceback.extract_tb(error.__traceback__)
    places = [(frame.filename, frame.lineno) for frame in frames]
    if isinstance(error, SyntaxError):
        places.append((error.filename or "", error.lineno))
    own = [(str(Path(file).relative_to(folder)), line) for file, line in places if below(file, folder)]
    file, line = own[-1] if own else (None, None)
    return {"error": words(error), "file": file, "line": line}


def below(file: str, folder: str) -> bool:
    return file.startswith(f"{folder}{os.sep}")


def words(error: BaseException) -> str:
    return "".join(traceback.format_exception_only(error)).strip()


def failed(error: str) -> dict[str, Any]:
    return {"error": error, "endpoints": [], "statuses": [], "faults": []}


def statuses(app: flask.Flask, requests: list[dict[str, Any]]) -> list[int]:
    """Return the statuses of the answers to requests."""
    client = app.test_client()
    paths = [PARAMETER.sub(sample, each["rule"]) for each in requests]
    return [
        sent(
            client,
            each["method"],
            path,
            each.get("body"),
            query={name: written(value) for name, value in each["query"].items()},
            headers={name: ", ".join(written(value)) for name, value in each["headers"].items()},
        ).status_code
        for each, path in zip(requests, paths, strict=True)
    ]


def written(value: Any) -> list[str]:
    """Return the texts of a parameter: one for each item of a list."""
    values = value if isinstance(value, list) else [value]
    return [each if isinstance(each, str) else json.dumps(each) for each in values]


def application(module: ModuleType) -> flask.Flask:
    """Return the application that a module's factory creates, or that the module contains."""
    if not hasattr(module, "create_app"):
        return module.app
    factory = module.create_app
    takes = signature(factory).parameters
    return factory({"TESTING": False}) if "config" in takes else factory()


def endpoints(app: flask.Flask) -> Iterator[dict[str, Any]]:
    client = app.test_client()
    for rule in app.url_map.iter_rules():
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
            path = sample_path(rule)
            response = answer(client, method, path)
            unknown = sent(client, method, path, FIRST if method in WITH_BODY else None, {})
            yield {
                "method": method,
                "rule": rule.rule,
                "endpoint": rule.endpoint,
                "status": response.status_code,
                "body": response.get_data(as_text=True),
                "guarded": unknown.status_code == UNAUTHORIZED != response.status_code,
            }


def answer(client: FlaskClient, method: str, path: str) -> TestResponse:
    """Return the answer to a request that fits, or to the last one."""
    body = FIRST if method in WITH_BODY else None
    parameters: dict[str, dict[str, str]] = {"query": {}, "header": {}}
    response = sent(client, method, path, body)
    for _ in range(MAX_REPAIRS):
        found = problems(response)
        if not found:
            break
        for problem in found:
            if "parameter" in problem:
                sent_before = parameters[problem["in"]]
                name, detail = problem["parameter"], problem["detail"]
                sent_before[name] = parameter(sent_before.get(name, ""), detail)
            else:
                body = repaired(body, parts(problem["pointer"]), problem["detail"])
        response = sent(
            client, method, path, body, query=parameters["query"], headers=parameters["header"]
        )
    return response


def parameter(value: str, detail: str) -> str:
    """Return a parameter without a problem."""
    choice = CHOICE.match(detail)
    if choice:
        return str(literal_eval(choice[1]))
    example = EXAMPLE.search(detail)
    if example:
        return example[1]
    if "characters" in detail:
        return str(bounded(value, detail))
    if NUMBER.search(detail):
        return json.dumps(bounded(value, detail))
    for kind, fitting in VALUES.items():
        if kind in detail:
            return json.dumps(fitting) if not isinstance(fitting, str) else fitting
    return "some"


def bounded(value: Any, detail: str) -> Any:
    """Return a value with the length or the size that a problem gives."""
    number = json.loads(NUMBER.search(detail)[0])  # type: ignore[index]
    return (str(value or "") + "x" * number)[:number] if "characters" in detail else number


def sent(
    client: FlaskClient,
    method: str,
    path: str,
    body: Any,
    who: dict[str, str] = SIGNED_IN,
    query: dict[str, Any] | None = None,
    headers: dict[str, str] | None = None,
) -> TestResponse:
    all_headers = {**(headers or {}), **who}
    if body is None:
        return client.open(path, method=method, headers=all_headers, query_string=query)
    return client.open(
        path,
        method=method,
        data=json.dumps(body),
        headers={**HEADERS, **all_headers},
        query_string=query,
    )


def problems(response: TestResponse) -> list[dict[str, str]]:
    """Return the problems of a request: where each one is, and its words."""
    if response.status_code != UNFIT:
        return []
    named: list[dict[str, str]] = json.loads(response.get_data()).get("errors", [])
    return named


def parts(pointer: str) -> list[str]:
    return [each.replace("~1", "/").replace("~0", "~") for each in pointer.split("/")[1:]]


def repaired(body: Any, at: list[str], detail: str) -> Any:
    """Return a body without a problem."""
    if not at:
        choice = CHOICE.match(detail)
        if choice:
            return literal_eval(choice[1])
        example = EXAMPLE.search(detail)
        if example:
            return example[1]
        if NUMBER.search(detail):
            return bounded(body, detail)
        return next((value for kind, value in VALUES.items() if kind in detail), {})
    first, *rest = at
    if isinstance(body, list):
        index = int(first)
        return [*body[:index], repaired(body[index], rest, detail), *body[index + 1 :]]
    if not rest and detail == "is not expected":
        return {key: value for key, value in body.items() if key != first}
    return {**body, first: repaired(body.get(first), rest, detail)}


def sample_path(rule: Rule) -> str:
    return PARAMETER.sub(sample, rule.rule)


def sample(found: re.Match[str]) -> str:
    return SAMPLES.get(found[1], "some")


if __name__ == "__main__":
    main()
