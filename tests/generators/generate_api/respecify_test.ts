/** Specs that change the method of an endpoint, and handlers that people edited, moved or deleted. */

import { deepEqual, equal, ok } from "node:assert/strict";
import {
  type ApiSpecInput,
  createMemoryWorkspace,
  type GenerateApiOptions,
  type ListedEndpoint,
  projectStatus,
  removeRoute,
  type Report,
} from "../../../mod.ts";
import { presentConflicts } from "../../../presentation/present_conflicts.ts";
import { PLAIN_VIEW } from "../../../presentation/view.ts";
import {
  differences,
  type Edit,
  edits,
  type Files,
  generate,
  regenerate,
  replace,
  run,
} from "../edited_project.ts";

const ROUTE = "api/routes/users_route.py";
const SERVICE = "api/services/users_service.py";
const REPOSITORY = "api/repositories/users_repository.py";
const MODEL = "api/models/users_model.py";
const TEST = "tests/test_users_route.py";

function spec(type: "GET" | "POST" | "PUT" | "DELETE"): ApiSpecInput {
  const active = { type, mock: { id: 1 } };
  return { routes: { users: { type: "GET", subroutes: { active } } } };
}

const PUT = spec("PUT");
const POST = spec("POST");

/** Makes the endpoint require a login, which is no edit. */
const GUARDED = edits(
  replace(ROUTE, "users_bp = ", "def login(view):\n    return view\n\n\nusers_bp = "),
  replace(ROUTE, '@users_bp.put("/active")\n', '@users_bp.put("/active")\n@login\n'),
);

/** The first line of a handler, and that line with an edit of the handler. */
const HEADER = "def update_active() -> ResponseReturnValue:\n";

const EDITED = edits(GUARDED, replace(ROUTE, HEADER, `${HEADER}    # Ours.\n`));

const SERVED: Edit = replace(
  SERVICE,
  "        # Mock. With real data: return self.repository.update_active(data)\n" +
    '        return {"id": 1}\n',
  "        return self.repository.update_active(data)\n",
);

const TWO_METHODS = edits(
  EDITED,
  replace(ROUTE, 'users_bp.put("/active")', 'users_bp.route("/active", methods=["PUT", "PATCH"])'),
);

const HANDLER = '\n\n\n@users_bp.put("/active")\ndef update_active() -> ResponseReturnValue:\n' +
  "    return jsonify(service().update_active(json_body()))\n";

interface Case {
  readonly what: string;
  readonly edit: Edit;
  readonly options?: GenerateApiOptions;
  readonly status: "applied" | "refused";
  /** The files that change. */
  readonly changed: readonly string[];
  /** The endpoints that the report lists, such as `kept PUT /users/active`. */
  readonly listed: readonly string[];
  /** Texts in the routes module afterwards. */
  readonly has?: string;
}

const KEEP = "PUT /users/active";

const CASES: readonly Case[] = [
  {
    what: "is as generated: it is replaced in every layer",
    edit: (files) => files,
    status: "applied",
    changed: [REPOSITORY, ROUTE, SERVICE, TEST].sort(),
    listed: ["outdated POST /users/active: was PUT"],
    has: "def create_active()",
  },
  {
    what: "has a guard: its method follows the spec",
    edit: GUARDED,
    status: "applied",
    changed: [ROUTE, TEST],
    listed: ["outdated POST /users/active: was PUT"],
    has: '@users_bp.post("/active")\n@login\ndef update_active()',
  },
  {
    what: "has a docstring: its method follows the spec",
    edit: replace(ROUTE, HEADER, `${HEADER}    """Ours."""\n`),
    status: "applied",
    changed: [ROUTE, TEST],
    listed: ["outdated POST /users/active: was PUT"],
    has: `@users_bp.post("/active")\n${HEADER}    """Ours."""\n`,
  },
  ...[EDITED, SERVED].map((edit): Case => ({
    what: "is edited: nothing changes",
    edit,
    status: "refused",
    changed: [],
    listed: ["conflict PUT /users/active: is now POST"],
  })),
  ...[
    { keepEdited: true },
    ...[KEEP, "POST /users/active", "put /users/active", "  conflict  PUT  /users/active  api/x"]
      .map((keep) => ({ keep: [keep] })),
  ].map((options): Case => ({
    what: `is kept by ${JSON.stringify(options)}`,
    edit: EDITED,
    options,
    status: "applied",
    changed: [],
    listed: ["kept PUT /users/active: instead of POST, until the spec changes it again"],
    has: '@users_bp.put("/active")\n@login\n',
  })),
  ...[
    { force: true },
    ...[KEEP, "POST /users/active", "conflict  Put  /users/active"].map((replace) => ({
      replace: [replace],
    })),
  ].map((options): Case => ({
    what: `follows the spec by ${JSON.stringify(options)}: only its method changes`,
    edit: EDITED,
    options,
    status: "applied",
    changed: [ROUTE, TEST],
    listed: ["outdated POST /users/active: was PUT"],
    has: '@users_bp.post("/active")\n@login\ndef update_active()',
  })),
  {
    what: "has two methods: no flag takes the spec's",
    edit: TWO_METHODS,
    options: { force: true },
    status: "refused",
    changed: [],
    listed: ["conflict PUT /users/active: is now POST"],
  },
  {
    what: "has two methods: it can be kept",
    edit: TWO_METHODS,
    options: { keepEdited: true },
    status: "applied",
    changed: [],
    listed: ["kept PUT /users/active: instead of POST, until the spec changes it again"],
  },
  {
    what: "is renamed, but not edited: its method follows the spec",
    edit: replace(ROUTE, "def update_active(", "def change_active("),
    status: "applied",
    changed: [ROUTE, TEST],
    listed: ["outdated POST /users/active: was PUT"],
    has: '@users_bp.post("/active")\ndef change_active()',
  },
  {
    what: "was deleted: it stays deleted",
    edit: replace(ROUTE, HANDLER, "\n"),
    status: "applied",
    changed: [],
    listed: ["deleted POST /users/active: --restore brings it back, --keep settles it"],
  },
  {
    what: "has the spec's method already: only its record changes",
    edit: edits(EDITED, replace(ROUTE, "users_bp.put(", "users_bp.post(")),
    status: "applied",
    changed: [],
    listed: [],
  },
];

function listedIn({ data }: Report): readonly string[] {
  const states: readonly Record<string, string>[] = Object(data).states ?? [];
  return states.map(({ state, method, path, note }) => `${state} ${method} ${path}: ${note}`);
}

async function driftOf(files: Files, wanted: ApiSpecInput): Promise<number | undefined> {
  const { data } = await projectStatus(createMemoryWorkspace(files), "demo", { spec: wanted });
  return data?.drift;
}

function withoutBackups(files: Files): Files {
  return Object.fromEntries(
    Object.entries(files).filter(([path]) => !path.startsWith(".layerwright/backup/")),
  );
}

for (const { what, edit, options, status, changed, listed, has } of CASES) {
  Deno.test(`generateApi() with another method in the spec, if the handler ${what}`, async () => {
    const before = edit(await generate(PUT));
    const { report, files } = await regenerate(before, POST, options);
    equal(report.status, status, report.message);
    deepEqual(differences(before, withoutBackups(files)), changed);
    deepEqual(listedIn(report), listed);
    if (has !== undefined) ok(files[ROUTE]?.includes(has), String(files[ROUTE]));
    if (status === "refused") return deepEqual(files, before);
    const again = await regenerate(files, POST);
    equal(again.report.status, "unchanged", "the second run");
    const left = listed.filter((each) => each.startsWith("deleted"));
    equal(await driftOf(files, POST), left.length);
  });
}

Deno.test("generateApi() shows the change that would follow the spec, and names both ways", async () => {
  const { report } = await regenerate(EDITED(await generate(PUT)), POST);
  deepEqual(report.diagnostics.map(({ code, message, hint }) => [code, message, hint]), [[
    "conflict-handler",
    "The spec changes 1 endpoint whose handler you edited. Nothing was written.",
    "--keep 'PUT /users/active' keeps yours, --replace 'PUT /users/active' takes the spec's",
  ]]);
  const [state]: readonly ListedEndpoint[] = Object(report.data).states;
  equal(state?.file, `demo/${ROUTE}`);
  ok(state?.diff?.includes('-@users_bp.put("/active")\n+@users_bp.post("/active")\n @login\n'));
  deepEqual(report.changes.map(({ path }) => path), [`demo/${ROUTE}`, `demo/${TEST}`]);
});

Deno.test("generateApi() offers no --replace for a handler that no command can change", async () => {
  const several = replace(ROUTE, '.put("/active")', '.route("/active", methods=["PUT", "PATCH"])');
  const { report } = await regenerate(several(await generate(PUT)), POST);
  deepEqual(report.diagnostics.map(({ hint }) => hint), ["--keep 'PUT /users/active' keeps yours"]);
  const shown = presentConflicts(report, PLAIN_VIEW);
  ok(shown.includes("--keep 'PUT /users/active'  (all: --keep-edited)"), shown);
  ok(!shown.includes("--replace") && !shown.includes("--force"), shown);
});

for (
  const { returned, now, tested } of [
    {
      returned: "jsonify(service().update_active(json_body()))",
      now: "jsonify(service().update_active(json_body())), 201",
      tested: 201,
    },
    {
      returned: "jsonify(service().update_active(json_body())), 200",
      now: "jsonify(service().update_active(json_body())), 200",
      tested: 200,
    },
    {
      returned: "service().update_active(json_body())",
      now: "service().update_active(json_body())",
      tested: 200,
    },
  ]
) {
  Deno.test(`generateApi() gives a handler that returns '${returned}' the method's status, unless people chose it`, async () => {
    const generatedReturn = "return jsonify(service().update_active(json_body()))\n";
    const edit = edits(EDITED, replace(ROUTE, generatedReturn, `return ${returned}\n`));
    const before = edit(await generate(PUT));
    const there = await regenerate(before, POST, { replace: [KEEP] });
    ok(there.files[ROUTE]?.includes(`    return ${now}\n`), String(there.files[ROUTE]));
    ok(
      there.files[TEST]?.includes(`status_code == ${tested}\n    assert response.json == {"from"`),
    );
    const back = await regenerate(there.files, PUT, { replace: ["POST /users/active"] });
    equal(back.files[ROUTE], before[ROUTE]);
    equal(back.files[TEST], before[TEST]);
  });
}

Deno.test("generateApi() leaves a deleted endpoint deleted, whatever the spec changes", async () => {
  const later = (type: "PUT" | "POST", value: unknown): ApiSpecInput =>
    ({
      routes: { users: { type: "GET", mock: value, subroutes: { active: { type, mock: value } } } },
    }) as ApiSpecInput;
  const deleted = edits(
    replace(ROUTE, HANDLER, "\n"),
    replace(
      SERVICE,
      "\n    def update_active(self, data: Any) -> int:\n" +
        "        # Mock. With real data: return self.repository.update_active(data)\n" +
        "        return 1\n",
      "",
    ),
  );
  let files = deleted(await generate(later("PUT", 1)));
  for (const next of [later("POST", 1), later("POST", { id: 2 }), later("POST", { id: 3 })]) {
    const run = await regenerate(files, next);
    equal(run.report.status, "applied");
    deepEqual(listedIn(run.report).filter((each) => each.startsWith("deleted")), [
      "deleted POST /users/active: --restore brings it back, --keep settles it",
    ]);
    files = run.files;
    ok(!/active/i.test(`${files[ROUTE]}${files[SERVICE]}${files[MODEL]}`), String(files[MODEL]));
  }
  const restored = await regenerate(files, later("POST", { id: 3 }), {
    restore: ["POST /users/active"],
  });
  equal(restored.report.status, "applied");
  ok(restored.files[ROUTE]?.includes('@users_bp.post("/active")'));
});

Deno.test("generateApi() does not bring back a deleted endpoint of a route that a command removed since", async () => {
  const next = spec("POST");
  const deleted = replace(ROUTE, HANDLER, "\n")(await generate(PUT));
  const changed = await regenerate(deleted, next);
  const removed = await run(changed.files, (workspace) => removeRoute(workspace, "users"));
  equal(removed.report.status, "applied", removed.report.message);
  const { report, files } = await regenerate(removed.files, next);
  deepEqual([report.status, files], ["unchanged", removed.files]);
});

Deno.test("generateApi() says that a handler which follows the spec does not use its new mock", async () => {
  const active = { type: "POST", mock: { id: 2 } } as const;
  const next: ApiSpecInput = { routes: { users: { type: "GET", subroutes: { active } } } };
  const { report } = await regenerate(EDITED(await generate(PUT)), next, { force: true });
  deepEqual(listedIn(report), [
    "outdated POST /users/active: was PUT; the spec's new mock is not used",
  ]);
});

Deno.test("generateApi() asks about a guarded handler if the spec changes more than its method", async () => {
  const active = { type: "DELETE", status: 204 } as const;
  const next: ApiSpecInput = { routes: { users: { type: "GET", subroutes: { active } } } };
  const before = GUARDED(await generate(PUT));
  const { data } = await projectStatus(createMemoryWorkspace(before), "demo", { spec: next });
  deepEqual(
    data?.endpoints.filter(({ state }) => state !== "same").map(({ state, path }) => [state, path]),
    [["conflict", "/users/active"]],
  );
  const { report, files } = await regenerate(before, next);
  deepEqual([report.status, files], ["refused", before]);
  deepEqual(listedIn(report), ["conflict PUT /users/active: is now DELETE"]);
});

Deno.test("generateApi() backs up a handler's module before its method changes", async () => {
  const before = EDITED(await generate(PUT));
  const { files } = await regenerate(before, POST, { force: true });
  const [copy = ""] = Object.keys(files).filter((path) => path.startsWith(".layerwright/backup/"));
  equal(files[copy], before[ROUTE]);
});

Deno.test("generateApi() asks again if the spec changes a kept endpoint again", async () => {
  const { files } = await regenerate(EDITED(await generate(PUT)), POST, { keepEdited: true });
  equal((await regenerate(files, POST, { prune: true })).report.status, "unchanged");
  equal((await regenerate(files, spec("DELETE"))).report.status, "refused");
  const back = await regenerate(files, PUT);
  equal(back.report.status, "applied");
  deepEqual(differences(files, back.files), []);
  deepEqual(listedIn(back.report), []);
});

Deno.test("generateApi() keeps an endpoint although the spec adds another method beside it", async () => {
  const { files } = await regenerate(EDITED(await generate(PUT)), POST, { keepEdited: true });
  const methods = { POST: { mock: { id: 1 } }, DELETE: { mock: null } };
  const next = { routes: { users: { type: "GET", subroutes: { active: { methods } } } } };
  const { report } = await regenerate(files, next, { prune: true });
  deepEqual(listedIn(report), ["new DELETE /users/active: "]);
});

Deno.test("generateApi() names all conflicts at once, and settles each by its own flag", async () => {
  const two = (type: "PUT" | "POST"): ApiSpecInput => ({
    routes: { users: { type: "GET", subroutes: { active: { type }, open: { type } } } },
  });
  const before = edits(
    ...["update_active", "update_open"].map((name) => {
      const header = `def ${name}() -> ResponseReturnValue:\n`;
      return replace(ROUTE, header, `${header}    # Ours.\n`);
    }),
  )(await generate(two("PUT")));
  const all = await regenerate(before, two("POST"));
  equal(
    all.report.message,
    "The spec changes 2 endpoints whose handlers you edited. Nothing was written.",
  );
  deepEqual(listedIn(all.report), [
    "conflict PUT /users/active: is now POST",
    "conflict PUT /users/open: is now POST",
  ]);
  const one = await regenerate(before, two("POST"), { keep: ["PUT /users/open"] });
  deepEqual(listedIn(one.report), ["conflict PUT /users/active: is now POST"]);
  deepEqual(one.files, before);
  const { report, files } = await regenerate(before, two("POST"), {
    keep: ["PUT /users/open"],
    replace: ["PUT /users/active"],
  });
  equal(report.message, "Updated API 'demo': 1 updated, 1 kept");
  ok(files[ROUTE]?.includes('@users_bp.post("/active")'));
  ok(files[ROUTE]?.includes('@users_bp.put("/open")'));
});

Deno.test("generateApi() removes a model that no endpoint needs after its method changed", async () => {
  const without = { routes: { users: { type: "GET", subroutes: { active: { type: "POST" } } } } };
  const { files } = await regenerate(await generate(PUT), without as ApiSpecInput);
  deepEqual(differences(files, await generate(without)), []);
  equal(files[MODEL], undefined);
});

const MOVED: Edit = ({ [ROUTE]: text = "", ...rest }) => ({
  ...rest,
  "api/routes/people.py": text,
});

Deno.test("generateApi() replaces an endpoint as generated in another file", async () => {
  const { report, files } = await regenerate(MOVED(await generate(PUT)), POST);
  equal(report.status, "applied", report.message);
  const text = files["api/routes/people.py"] ?? "";
  ok(text.includes('@users_bp.post("/active")\ndef create_active()'), text);
  ok(!text.includes("update_active"), text);
  equal((await regenerate(files, POST)).report.status, "unchanged");
});

Deno.test("generateApi() finds an edited handler in another file", async () => {
  const moved = edits(EDITED, MOVED);
  const { report, files } = await regenerate(moved(await generate(PUT)), POST, { force: true });
  equal(report.status, "applied", report.message);
  ok(files["api/routes/people.py"]?.includes('@users_bp.post("/active")\n@login\n'));
  equal((await regenerate(files, POST)).report.status, "unchanged");
});

Deno.test("generateApi() leaves an endpoint beside the one of people's that the spec has in its place", async () => {
  const own = [
    '\n\nadmin_bp = Blueprint("admin", __name__)\n',
    '@admin_bp.post("")',
    'def add() -> str:\n    return "mine"\n',
    "users_bp.register_blueprint(admin_bp)\n",
  ].join("\n");
  const files = await generate({ routes: { users: { type: "GET", mock: { id: 1 } } } });
  const before: Files = { ...files, [ROUTE]: `${files[ROUTE]}${own}` };
  const after = await regenerate(before, { routes: { users: { type: "POST", mock: { id: 1 } } } });
  equal(after.files[ROUTE], before[ROUTE]);
  equal(after.files[SERVICE], before[SERVICE]);
  deepEqual(listedIn(after.report), [
    `edited POST /users: demo/${ROUTE}:24 is your code, so the spec generates nothing for it`,
    "extra GET /users: not in the spec any more; --prune removes it",
  ]);
});

Deno.test("generateApi() follows the spec under the name that a handler kept, and gives new endpoints another", async () => {
  const respecified = await regenerate(GUARDED(await generate(PUT)), POST);
  const methods = { POST: { mock: { id: 2 } }, PUT: { mock: "new" } };
  const next = { routes: { users: { type: "GET", subroutes: { active: { methods } } } } };
  const { report, files } = await regenerate(respecified.files, next);
  deepEqual(listedIn(report), [
    "outdated POST /users/active: mock updated",
    "new PUT /users/active: ",
  ]);
  const code = `${files[ROUTE]}${files[SERVICE]}`;
  for (
    const text of [
      '@users_bp.post("/active")\n@login\ndef update_active()',
      "def update_active(self, data: Any) -> UsersActiveModel:\n" +
      "        # Mock. With real data: return self.repository.update_active(data)\n" +
      '        return {"id": 2}\n',
      '@users_bp.put("/active")\ndef update_active_handler()',
    ]
  ) ok(code.includes(text), code);
  const again = await regenerate(files, next);
  deepEqual([again.report.status, await driftOf(files, next as ApiSpecInput)], ["unchanged", 0]);
});

Deno.test("generateApi() keeps an endpoint that left the spec if a new one would have the name of its handler", async () => {
  const respecified = await regenerate(GUARDED(await generate(PUT)), POST);
  const methods = { PUT: { mock: "new" }, DELETE: { mock: 1 } };
  const next = { routes: { users: { type: "GET", subroutes: { active: { methods } } } } };
  const { report, files } = await regenerate(respecified.files, next);
  deepEqual(listedIn(report), [
    "new PUT /users/active: ",
    "new DELETE /users/active: ",
    "extra POST /users/active: not in the spec any more; --prune removes it",
  ]);
  const code = String(files[ROUTE]);
  ok(code.includes('@users_bp.post("/active")\n@login\ndef update_active()'), code);
  ok(code.includes('@users_bp.put("/active")\ndef update_active_handler()'), code);
});
