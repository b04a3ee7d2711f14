/** The tests of a generated project detect failures, and still pass after the project grows. */

import { deepEqual, equal, match } from "node:assert/strict";
import { checkedProject } from "../tools/checked_project.ts";
import { pytest } from "../tools/pytest.ts";
import { type Edit, edits, replace } from "../generators/edited_project.ts";
import { withProjects } from "../generators/written_projects.ts";
import { IS_WITHOUT_PYDANTIC, newestFlask } from "../tools/flask_pythons.ts";
import { testInFullTier } from "../tools/tier.ts";
import { inEditedProject } from "./edited_project.ts";

const ROUTE = "api/routes/users_route.py";
const SERVICE = "api/services/users_service.py";

/** Runs a project's own tests and returns the failures. */
async function failures(edit: Edit): Promise<readonly string[]> {
  return await inEditedProject(edit, async (folder) => {
    const complaints = await pytest([await checkedProject(folder)]);
    return complaints.map(({ output }) => output);
  });
}

Deno.test("a service that raises fails one test: the test of all GETs without path parameters", async () => {
  const [output = "", ...others] = await failures(
    replace(SERVICE, 'return {"id": 1}', 'raise RuntimeError("no data")'),
  );
  deepEqual(others, []);
  match(output, /FAILED tests\/test_app\.py::test_every_get_answers - RuntimeError: no data/);
  equal(output.match(/^FAILED /gm)?.length, 1);
});

testInFullTier("an explicit answer of 500 fails the same test", async () => {
  const [output = ""] = await failures(
    replace(ROUTE, "    return jsonify(service().get())", "    return jsonify(None), 500"),
  );
  match(output, /FAILED tests\/test_app\.py::test_every_get_answers - AssertionError: \/users\n/);
});

/** Endpoints that people add, to which the generated tests cannot send requests. */
const BY_HAND = `

@users_bp.get("/<int:number>")
def get_one(number: int) -> ResponseReturnValue:
    return jsonify(1 // (number - number))


@users_bp.get("/<path:rest>/first", defaults={"number": 1})
@users_bp.get("/all", defaults={"number": 1})
def get_page(number: int, rest: str = "") -> ResponseReturnValue:
    return jsonify([number, rest])


@users_bp.post("/broken")
def create_broken() -> ResponseReturnValue:
    raise RuntimeError("asked without a body")


@users_bp.get("/secret")
def get_secret() -> ResponseReturnValue:
    abort(401)


@users_bp.get("/moved")
def get_moved() -> ResponseReturnValue:
    return redirect("/users")


@users_bp.get("/events")
def get_events() -> ResponseReturnValue:
    return (str(number) for number in count()), 200
`;

Deno.test("a project's tests stay green when people add endpoints", async () => {
  const grown = edits(
    replace(ROUTE, '"""\n\n', '"""\n\nfrom itertools import count\n\n'),
    replace(ROUTE, "import Blueprint, jsonify", "import Blueprint, abort, jsonify, redirect"),
    (files) => ({ ...files, [ROUTE]: files[ROUTE] + BY_HAND }),
  );
  deepEqual(await failures(grown), []);
});

Deno.test({
  name: "pytest does not take the models of a route called 'test' for tests",
  ignore: IS_WITHOUT_PYDANTIC,
  fn: () =>
    withProjects(['{"routes": {"test": {"type": "POST", "body": {"n": 1}}}}'], async (folders) => {
      const projects = await Promise.all(folders.map(checkedProject));
      const env = { PYTEST_ADDOPTS: "-W error::pytest.PytestCollectionWarning" };
      deepEqual(await pytest(projects, { ...newestFlask, env }), []);
    }),
});
