/** Cases of a merge: people's edits, the next spec, and the expected project. */

import type { GenerateApiOptions, Status } from "../../mod.ts";
import { append, type Edit, edits, remove, replace, withCrlf } from "./edited_project.ts";

export interface MergeCase {
  readonly title: string;
  readonly spec: unknown;
  readonly edit: Edit;
  /** Spec of the second run; the first spec by default. */
  readonly next?: unknown;
  readonly options?: GenerateApiOptions;
  readonly status: Status;
  /** Files that the second run changes. */
  readonly changed: readonly string[];
  /** Texts from the edits that must still exist. */
  readonly kept?: readonly (readonly [path: string, text: string])[];
  /** Expected answers to requests such as `GET /users`. */
  readonly answers: Readonly<Record<string, unknown>>;
}

const ROUTE = "api/routes/users_route.py";
const SERVICE = "api/services/users_service.py";
const REPOSITORY = "api/repositories/users_repository.py";
const MODEL = "api/models/users_model.py";
const TEST = "tests/test_users_route.py";

interface Endpoint {
  readonly type: string;
  readonly body?: unknown;
  readonly mock?: unknown;
}

function users(mock: unknown, subroutes: Readonly<Record<string, Endpoint>>) {
  return { routes: { users: { type: "GET", mock, subroutes } } };
}

const ADA = { id: 1, name: "Ada" };
const BOB = { id: 2, name: "Bob" };
const ACTIVE = { type: "GET", mock: [{ id: 3 }] };
const SPEC = users(ADA, { active: ACTIVE });
const ARCHIVED = { user: 1, "notes?": ["x", 1], by: { name: "Ada" } };
const BIG = "x".repeat(20_000);

const nothing: Edit = (files) => files;

/** A header that a handler adds. */
const HANDLER_EDIT = replace(
  ROUTE,
  "    return jsonify(service().get())\n",
  '    answer = service().get()  # by hand\n    return jsonify(answer), {"X-By": "hand"}\n',
);
const HANDLER_KEPT = [ROUTE, '    return jsonify(answer), {"X-By": "hand"}\n'] as const;

/** A mock that was replaced by logic. */
const LOGIC_EDIT = replace(
  SERVICE,
  'return {"id": 1, "name": "Ada"}',
  'return {"id": 7, "name": "Grace"}',
);

const ACTIVE_HANDLER = '\n\n\n@users_bp.get("/active")\n' +
  "def get_active() -> ResponseReturnValue:\n    return jsonify(service().get_active())";

const ACTIVE_TEST = "\n\n\ndef test_get_active(client: FlaskClient, service: Mock) -> None:\n" +
  '    service.get_active.return_value = {"from": "the service"}\n\n' +
  '    response = client.get("/users/active")\n\n' +
  '    assert response.status_code == 200\n    assert response.json == {"from": "the service"}';

const OWN_CLASS = "\n\nclass Page(TypedDict):\n    number: int\n";

export const MERGE_CASES: readonly MergeCase[] = [
  {
    // The first case is the one that mypy checks in the quick tier, so it has most kinds of code.
    title: "adds the first body beside an edited handler",
    spec: SPEC,
    edit: HANDLER_EDIT,
    next: users(ADA, { active: ACTIVE, archive: { type: "POST", body: ARCHIVED } }),
    status: "applied",
    changed: [
      "README.md",
      "api/models/body.py",
      MODEL,
      REPOSITORY,
      "api/request_body.py",
      ROUTE,
      SERVICE,
      "pyproject.toml",
      "tests/test_app.py",
      TEST,
    ],
    kept: [HANDLER_KEPT],
    answers: { "GET /users": ADA, "POST /users/archive": 422 },
  },
  {
    title: "replaces the mock in an unedited file",
    spec: SPEC,
    edit: nothing,
    next: users(BOB, { active: ACTIVE }),
    status: "applied",
    changed: [SERVICE],
    answers: { "GET /users": BOB, "GET /users/active": [{ id: 3 }] },
  },
  {
    title: "adds a subroute beside an edited handler",
    spec: SPEC,
    edit: HANDLER_EDIT,
    next: users(ADA, { active: ACTIVE, archive: { type: "POST" } }),
    status: "applied",
    changed: [REPOSITORY, ROUTE, SERVICE, TEST],
    kept: [HANDLER_KEPT],
    answers: {
      "GET /users": ADA,
      "POST /users/archive": "Successfully created archive for users with data: None",
    },
  },
  {
    title: "replaces a mock beside an edited one",
    spec: SPEC,
    edit: LOGIC_EDIT,
    next: users(ADA, { active: { type: "GET", mock: [{ id: 4 }] } }),
    status: "applied",
    changed: [SERVICE],
    kept: [[SERVICE, '"name": "Grace"']],
    answers: { "GET /users": { id: 7, name: "Grace" }, "GET /users/active": [{ id: 4 }] },
  },
  {
    title: "keeps an edited mock that the spec did not change",
    spec: SPEC,
    edit: LOGIC_EDIT,
    status: "unchanged",
    changed: [],
    answers: { "GET /users": { id: 7, name: "Grace" } },
  },
  {
    title: "keeps an edited mock that the spec changed",
    spec: SPEC,
    edit: LOGIC_EDIT,
    next: users(BOB, { active: ACTIVE }),
    status: "applied",
    changed: [],
    answers: { "GET /users": { id: 7, name: "Grace" } },
  },
  {
    title: "replaces an edited mock on request",
    spec: SPEC,
    edit: LOGIC_EDIT,
    next: users(BOB, { active: ACTIVE }),
    options: { replace: ["GET /users"] },
    status: "applied",
    changed: [SERVICE],
    answers: { "GET /users": BOB },
  },
  {
    title: "leaves deleted files deleted",
    spec: SPEC,
    edit: edits(remove("README.md"), remove(TEST)),
    status: "unchanged",
    changed: [],
    answers: { "GET /users": ADA },
  },
  {
    title: "creates deleted files again on request",
    spec: SPEC,
    edit: edits(remove(SERVICE), remove("README.md")),
    options: { restore: [SERVICE, "README.md"] },
    status: "applied",
    changed: ["README.md", SERVICE],
    answers: { "GET /users": ADA },
  },
  {
    title: "creates a deleted handler again on request",
    spec: SPEC,
    edit: edits(replace(ROUTE, ACTIVE_HANDLER, ""), replace(TEST, ACTIVE_TEST, "")),
    options: { restore: ["GET /users/active"] },
    status: "applied",
    changed: [ROUTE, TEST],
    answers: { "GET /users": ADA, "GET /users/active": [{ id: 3 }] },
  },
  {
    title: "leaves a deleted handler deleted",
    spec: SPEC,
    edit: edits(replace(ROUTE, ACTIVE_HANDLER, ""), replace(TEST, ACTIVE_TEST, "")),
    status: "unchanged",
    changed: [],
    answers: { "GET /users": ADA, "GET /users/active": 404 },
  },
  {
    title: "leaves a deleted handler deleted when others are added",
    spec: SPEC,
    edit: edits(replace(ROUTE, ACTIVE_HANDLER, ""), replace(TEST, ACTIVE_TEST, "")),
    next: users(ADA, { active: ACTIVE, archive: { type: "DELETE" } }),
    status: "applied",
    changed: [REPOSITORY, ROUTE, SERVICE, TEST],
    answers: {
      "GET /users/active": 404,
      "DELETE /users/archive": "Successfully deleted archive for users",
    },
  },
  {
    title: "refuses to overwrite a file that it never wrote",
    spec: SPEC,
    edit: append("api/services/orders_service.py", "MINE = 1\n"),
    next: { routes: { ...SPEC.routes, orders: { type: "GET" } } },
    status: "refused",
    changed: [],
    answers: { "GET /users": ADA, "GET /orders": 404 },
  },
  {
    title: "keeps a checkout with CRLF unchanged",
    spec: SPEC,
    edit: withCrlf,
    status: "unchanged",
    changed: [],
    answers: { "GET /users": ADA },
  },
  {
    title: "grows a checkout with CRLF",
    spec: SPEC,
    edit: edits(HANDLER_EDIT, withCrlf),
    next: users(BOB, { active: ACTIVE, archive: { type: "PUT", mock: 1 } }),
    status: "applied",
    changed: [REPOSITORY, ROUTE, SERVICE, TEST],
    answers: { "GET /users": BOB, "PUT /users/archive": 1 },
  },
  {
    title: "keeps edited files other than code",
    spec: SPEC,
    edit: edits(append("README.md", "\nOurs.\n"), append("pyproject.toml", "# ours\n")),
    next: { routes: { items: { type: "POST" }, ...SPEC.routes } },
    status: "applied",
    changed: [
      "api/repositories/items_repository.py",
      "api/routes/items_route.py",
      "api/services/items_service.py",
      "tests/test_items_route.py",
    ],
    kept: [["README.md", "\nOurs.\n"], ["pyproject.toml", "# ours\n"]],
    answers: {
      "GET /users": ADA,
      "POST /items": "Successfully created items with data: None",
    },
  },
  {
    title: "puts a nested model before the model that uses it",
    spec: SPEC,
    edit: append(MODEL, OWN_CLASS),
    next: users({ ...ADA, address: { city: "Rome" } }, { active: ACTIVE }),
    status: "applied",
    changed: [MODEL, SERVICE],
    kept: [[MODEL, OWN_CLASS]],
    answers: { "GET /users": { ...ADA, address: { city: "Rome" } } },
  },
  {
    title: "moves a model above the model that now uses it",
    spec: SPEC,
    edit: append(MODEL, OWN_CLASS),
    next: users({ active: { id: 2 } }, { active: ACTIVE }),
    status: "applied",
    changed: [MODEL, REPOSITORY, SERVICE],
    kept: [[MODEL, OWN_CLASS]],
    answers: { "GET /users": { active: { id: 2 } }, "GET /users/active": [{ id: 3 }] },
  },
  {
    title: "imports a model that only an edited service lacks",
    spec: users(1, {}),
    edit: append(SERVICE, "\n\nLIMIT = 5\n"),
    next: users(1, { active: ACTIVE }),
    status: "applied",
    changed: [MODEL, REPOSITORY, ROUTE, SERVICE, TEST],
    kept: [[SERVICE, "\n\nLIMIT = 5\n"]],
    answers: { "GET /users/active": [{ id: 3 }] },
  },
  {
    title: "renames models when keys can no longer be fields",
    spec: SPEC,
    edit: append(MODEL, OWN_CLASS),
    next: users({ "a-b": { id: 1 } }, { list: ACTIVE }),
    status: "applied",
    changed: [MODEL, REPOSITORY, ROUTE, SERVICE, TEST],
    kept: [[MODEL, OWN_CLASS]],
    answers: { "GET /users": { "a-b": { id: 1 } }, "GET /users/list": [{ id: 3 }] },
  },
  {
    title: "keeps the endpoint of a subroute that was removed from the spec",
    spec: SPEC,
    edit: nothing,
    next: users(ADA, {}),
    status: "unchanged",
    changed: [],
    answers: { "GET /users/active": [{ id: 3 }] },
  },
  {
    title: "moves a mock that became big to a data file, beside edits",
    spec: SPEC,
    edit: append(SERVICE, "\n\nLIMIT = 5\n"),
    next: users(BIG, { active: ACTIVE }),
    status: "applied",
    changed: ["api/mocks/__init__.py", "api/mocks/users/get.json", MODEL, REPOSITORY, SERVICE],
    kept: [[SERVICE, "\n\nLIMIT = 5\n"]],
    answers: { "GET /users": BIG, "GET /users/active": [{ id: 3 }] },
  },
  {
    title: "removes imports that no mock needs",
    spec: SPEC,
    edit: append(SERVICE, "\n\nLIMIT = 5\n"),
    next: users(1, { active: { type: "GET", mock: 2 } }),
    status: "applied",
    changed: [MODEL, REPOSITORY, SERVICE],
    kept: [[SERVICE, "\n\nLIMIT = 5\n"]],
    answers: { "GET /users": 1, "GET /users/active": 2 },
  },
  {
    title: "keeps an edited data file that the spec did not change",
    spec: users(BIG, {}),
    edit: (files) => ({ ...files, "api/mocks/users/get.json": "1" }),
    status: "unchanged",
    changed: [],
    answers: { "GET /users": 1 },
  },
  {
    title: "keeps an edited data file whose mock the spec changed",
    spec: users(BIG, {}),
    edit: (files) => ({ ...files, "api/mocks/users/get.json": "1" }),
    next: users(`${BIG}y`, {}),
    status: "applied",
    changed: [],
    answers: { "GET /users": 1 },
  },
];
