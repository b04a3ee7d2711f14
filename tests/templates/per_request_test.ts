/** Objects that live as long as a request: opened once, and closed when the request ends. */

import { deepEqual, equal, match } from "node:assert/strict";
import { type Edit, edits, replace } from "../generators/edited_project.ts";
import { checkedProject } from "../tools/checked_project.ts";
import { mypy } from "../tools/mypy.ts";
import { pytest } from "../tools/pytest.ts";
import { testInFullTier } from "../tools/tier.ts";
import { runPython } from "../tools/run_python.ts";
import { inEditedProject } from "./edited_project.ts";

const ROUTE = "api/routes/users_route.py";
const SERVICE = "api/services/users_service.py";
const REPOSITORY = "api/repositories/users_repository.py";

/**
 * An edit that follows the README's advice literally: the class, the environment variable, the
 * setting in tests.
 */
const withDatabase: Edit = (files) => {
  const [, advice = ""] = /```python\n(class UsersRepository:\n[^`]+)```/.exec(
    files["README.md"] ?? "",
  ) ?? [];
  match(advice, /sqlite3\.connect/);
  return edits(
    replace(REPOSITORY, "class UsersRepository:\n", `${advice}\n`),
    replace(
      REPOSITORY,
      '"""\n\nfrom typing import Any\n',
      '"""\n\nimport sqlite3\nfrom typing import Any\n\nfrom flask import current_app\n',
    ),
    replace(
      REPOSITORY,
      "    def get(self) -> UsersModel:\n        raise NotImplementedError\n",
      "    def get(self) -> UsersModel:\n" +
        '        return {"id": self.connection.execute("SELECT 7").fetchone()[0]}\n',
    ),
    replace(SERVICE, 'return {"id": 1}', "return self.repository.get()"),
    replace("tests/conftest.py", '"TESTING": True', '"TESTING": True, "DATABASE": ":memory:"'),
  )(files);
};

/** Handlers that get the service twice, or fail afterwards. */
const BY_HAND = `

@users_bp.get("/twice")
def get_twice() -> ResponseReturnValue:
    return jsonify([service().get(), service().get()])


@users_bp.get("/failing")
def get_failing() -> ResponseReturnValue:
    service().get()
    raise RuntimeError("after the connection was opened")


@users_bp.get("/plain")
def get_plain() -> ResponseReturnValue:
    return jsonify("no service")
`;

Deno.test("the README's repository opens one connection per request, and Flask closes it", async () => {
  const grown = edits(
    withDatabase,
    (files) => ({ ...files, [ROUTE]: files[ROUTE] + BY_HAND }),
  );
  await inEditedProject(grown, async (folder) => {
    const paths = ["/users", "/users/twice", "/users/failing", "/users/plain", "/users"];
    const counts = await runPython("count_connections.py", { folder, paths }) as unknown[][];
    deepEqual(
      counts.map(([status, , opened, closed]) => [status, opened, closed]),
      [[200, 1, 1], [200, 1, 1], [500, 1, 1], [200, 0, 0], [200, 1, 1]],
    );
    equal(counts[1]?.[1], '[{"id":7},{"id":7}]\n');
  });
});

for (
  const [tool, check, test] of [["its own tests", pytest, Deno.test], [
    "mypy",
    mypy,
    testInFullTier,
  ]] as const
) {
  test(`a project that follows the README passes ${tool}`, async () => {
    await inEditedProject(withDatabase, async (folder) => {
      deepEqual(await check([await checkedProject(folder)]), []);
    });
  });
}

const CLOSING_TEST = `import pytest

from api import create_app
from api.per_request import per_request


class First:
    def close(self) -> None:
        print("first")
        raise RuntimeError("first failed to close")


class Second:
    def __init__(self) -> None:
        self.first = per_request(First)

    def close(self) -> None:
        print("second")
        raise RuntimeError("second failed to close")


def test_closing(capsys: pytest.CaptureFixture[str]) -> None:
    app = create_app()
    with pytest.raises(RuntimeError, match="first failed"), app.app_context():
        per_request(Second)
    assert capsys.readouterr().out.split() == ["second", "first"]
`;

Deno.test("all objects are closed, newest first, even if closing one fails", async () => {
  const addTest: Edit = (files) => ({ ...files, "tests/test_closing.py": CLOSING_TEST });
  await inEditedProject(addTest, async (folder) => {
    deepEqual(await pytest([await checkedProject(folder)]), []);
  });
});
