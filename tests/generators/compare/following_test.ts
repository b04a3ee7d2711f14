/** Models that people edited, and specs that change their members. */

import { deepEqual, equal, ok } from "node:assert/strict";
import { type ApiSpecInput, createMemoryWorkspace, projectStatus } from "../../../mod.ts";
import {
  append,
  differences,
  type Edit,
  edits,
  generate,
  regenerate,
  remove,
  replace,
  withCrlf,
} from "../edited_project.ts";

const MODEL = "api/models/carts_model.py";
const KEY = "POST /carts";

function spec(body: unknown): ApiSpecInput {
  return { routes: { carts: { type: "POST", body } } } as ApiSpecInput;
}

const BODY = { sku: "A1", qty: 1 };
const HEADER = "class CartsBody(Body):\n";
const MEMBERS = "    sku: str\n    qty: int\n";
const CONSTRAINED = edits(
  replace(MODEL, "    sku: str\n", '    sku: str = Field("", max_length=9)\n'),
  replace(MODEL, "\nfrom api.", "\nfrom pydantic import Field\n\nfrom api."),
);
const EXTENDED = replace(MODEL, MEMBERS, `${MEMBERS}    mine: str = ""\n`);
const DOCUMENTED = replace(
  MODEL,
  MEMBERS,
  '    # Printed on the box.\n    sku: str  # unique\n    """Without spaces."""\n\n    qty: int\n',
);

/** Moves the models into another file. */
const MOVED: Edit = (files) => {
  const moved = { ...remove(MODEL)(files), "api/schemas.py": files[MODEL] ?? "" };
  return Object.fromEntries(
    Object.entries(moved).map(([path, text]) =>
      path.startsWith(".layerwright/")
        ? [path, text]
        : [path, text.replaceAll("api.models.carts_model", "api.schemas")]
    ),
  );
};

interface Case {
  readonly what: string;
  readonly edit: Edit;
  readonly body: unknown;
  /** The class afterwards. */
  readonly model: string;
  readonly note: string;
  readonly file?: string;
}

const STAYS = "body updated; your edits of CartsBody.sku stay";
const HELD = "has a new body; CartsBody.sku is your code";

const CASES: readonly Case[] = [
  {
    what: "a new member goes between its neighbours",
    edit: CONSTRAINED,
    body: { sku: "A1", color: "red", qty: 1 },
    model: '    sku: str = Field("", max_length=9)\n    color: str\n    qty: int\n',
    note: STAYS,
  },
  {
    what: "a member that the spec removes goes",
    edit: CONSTRAINED,
    body: { sku: "A1" },
    model: '    sku: str = Field("", max_length=9)\n',
    note: STAYS,
  },
  {
    what: "a member that the spec changes changes",
    edit: CONSTRAINED,
    body: { sku: "A1", qty: 1.5 },
    model: '    sku: str = Field("", max_length=9)\n    qty: float\n',
    note: STAYS,
  },
  {
    what: "people's own member stays",
    edit: EXTENDED,
    body: { sku: "A1", qty: 1, color: "red" },
    model: '    sku: str\n    qty: int\n    color: str\n    mine: str = ""\n',
    note: "mock or body updated; your edits of CartsBody.mine stay",
  },
  {
    what: "a member that people deleted stays deleted",
    edit: replace(MODEL, "    sku: str\n", ""),
    body: { sku: "A1", qty: 1.5 },
    model: "    qty: float\n",
    note: `mock or ${STAYS}`,
  },
  {
    what: "what people wrote around members is no edit",
    edit: DOCUMENTED,
    body: { sku: 1, color: "red", qty: 1 },
    model: '    # Printed on the box.\n    sku: int  # unique\n    """Without spaces."""\n\n' +
      "    color: str\n    qty: int\n",
    note: "body updated",
  },
  {
    what: "an edited member that the spec changes holds the endpoint",
    edit: CONSTRAINED,
    body: { sku: 1, color: "red", qty: 1 },
    model: '    sku: str = Field("", max_length=9)\n    qty: int\n',
    note: HELD,
  },
  {
    what: "an edited member that the spec removes holds the endpoint",
    edit: CONSTRAINED,
    body: { qty: 1 },
    model: '    sku: str = Field("", max_length=9)\n    qty: int\n',
    note: HELD,
  },
  {
    what: "the last member does not go",
    edit: replace(MODEL, "    qty: int\n", ""),
    body: { qty: 1 },
    model: "    sku: str\n",
    note: HELD.replace("CartsBody.sku", "CartsBody").replace("body is", "mock or body is"),
  },
  {
    what: "a model in another file follows there",
    edit: edits(CONSTRAINED, MOVED),
    body: { sku: "A1", color: "red", qty: 1.5 },
    model: '    sku: str = Field("", max_length=9)\n    color: str\n    qty: float\n',
    note: STAYS,
    file: "api/schemas.py",
  },
];

for (const { what, edit, body, model, note, file = MODEL } of CASES) {
  Deno.test(`generateApi() beside an edited model: ${what}`, async () => {
    const before = edit(await generate(spec(BODY)));
    const isHeld = note.startsWith("has a new body");
    const expected = await projectStatus(createMemoryWorkspace(before), "", { spec: spec(body) });
    deepEqual(expected.data?.endpoints.map(({ state }) => state), [
      isHeld ? "conflict" : "outdated",
    ]);
    const { report, files } = await regenerate(before, spec(body));
    equal(report.status, isHeld ? "refused" : "applied");
    ok(files[file]?.endsWith(HEADER + model), String(files[file]));
    const { states }: { states: readonly { note: string }[] } = Object(report.data);
    deepEqual(states.map((each) => each.note.replaceAll("demo/", "")), [note]);
    const again = await regenerate(files, spec(body));
    deepEqual(again.files, files);
  });
}

Deno.test("generateApi() replaces the edited members of a model when people ask for it", async () => {
  const before = edits(DOCUMENTED, replace(MODEL, "sku: str", "sku: bytes"))(
    await generate(spec(BODY)),
  );
  const { files } = await regenerate(before, spec({ sku: 1, qty: 1 }), { replace: [KEY] });
  equal(files[MODEL], before[MODEL]?.replace("sku: bytes", "sku: int"));
});

Deno.test("generateApi() follows a model through several changes beside an edited member", async () => {
  let files = CONSTRAINED(await generate(spec(BODY)));
  const bodies = [{ ...BODY, a: 1 }, { sku: "A1", a: 1, b: 2 }, { sku: "A1", b: [2] }, BODY];
  for (const body of bodies) ({ files } = await regenerate(files, spec(body)));
  equal(files[MODEL], CONSTRAINED(await generate(spec(BODY)))[MODEL]);
  const { files: restored } = await regenerate(files, spec({ sku: 2 }), { replace: [KEY] });
  equal(restored[MODEL], (await generate(spec({ sku: 2 })))[MODEL]);
});

Deno.test("generateApi() says that a handler in a function does not follow the spec", async () => {
  const ROUTE = "api/routes/carts_route.py";
  const before = await generate(spec(BODY));
  const [head = "", code = ""] = (before[ROUTE] ?? "").split("carts_bp = ");
  const made = `carts_bp = ${code}`.trimEnd().replaceAll(/^(?=.)/gm, "    ");
  const factory = `${head}def make():\n${made}\n\n    return carts_bp\n\n\ncarts_bp = make()\n`;
  const { report, files } = await regenerate({ ...before, [ROUTE]: factory }, spec({ sku: 1 }));
  const { states }: { states: readonly Record<string, string>[] } = Object(report.data);
  deepEqual(states.map(({ state, note }) => [state, note]), [[
    "conflict",
    "has a new status, query, headers, list or body; your code answers",
  ]]);
  equal(report.status, "refused");
  const kept = await regenerate(files, spec({ sku: 1 }), { keepEdited: true });
  equal(kept.report.status, "applied");
  equal((await regenerate(kept.files, spec({ sku: 1 }))).report.status, "unchanged");
});

for (
  const { path, status, listed, served } of [
    {
      path: "/new",
      status: "refused",
      listed: ["conflict", "has a new body; CartsOpenBody.sku is your code"],
      served: '@carts_bp.post("/open")',
    },
    {
      path: "/{id:int}",
      status: "refused",
      listed: ["conflict", "is now /carts/{id:int}"],
      served: '@carts_bp.post("/open")',
    },
  ]
) {
  Deno.test(`generateApi() asks about an endpoint with a held model and the path ${path}`, async () => {
    const withPath = (sku: unknown, path: string) => {
      const open = { type: "POST", path, body: { sku } };
      return { routes: { carts: { type: "GET", subroutes: { open } } } };
    };
    const edit = replace(MODEL, "sku: str", "sku: str = Field(min_length=1)");
    const before = edit(await generate(withPath("A1", "/open")));
    const { report, files } = await regenerate(before, withPath(1, path));
    const { states }: { states: readonly Record<string, string>[] } = Object(report.data);
    equal(report.status, status);
    deepEqual(states.map(({ state, note }) => [state, note]), [listed]);
    const code = `${files["api/routes/carts_route.py"]}`;
    ok(code.includes(served), code);
    const again = await regenerate(files, withPath(1, path));
    equal(again.report.status, "refused");
    const refused = report.diagnostics.find(({ code }) => code === "conflict-handler");
    const said = "The spec changes 1 endpoint whose code you edited. Nothing was written.";
    equal(refused?.message, said);
    const kept = await regenerate(before, withPath(1, path), { keepEdited: true });
    equal(kept.report.status, "applied");
    equal((await regenerate(kept.files, withPath(1, path))).report.status, "unchanged");
  });
}

Deno.test("generateApi() asks nothing if an edited handler has the new method, and only the mock changes", async () => {
  const ROUTE = "api/routes/carts_route.py";
  const withMock = (type: "GET" | "DELETE", mock: unknown) =>
    ({ routes: { carts: { type, mock } } }) as ApiSpecInput;
  const edit = edits(
    replace(ROUTE, "@carts_bp.get", "@carts_bp.delete"),
    replace(
      ROUTE,
      "def get() -> ResponseReturnValue:\n",
      "def get() -> ResponseReturnValue:\n    if late(): return {}, 409\n",
    ),
  );
  const before = edit(await generate(withMock("GET", "a")));
  const moved = await regenerate(before, withMock("DELETE", "a"), { keepEdited: true });
  const { report } = await regenerate(moved.files, withMock("DELETE", { id: 1 }));
  const { states }: { states: readonly Record<string, string>[] } = Object(report.data);
  deepEqual([report.status, states.map(({ state }) => state)], ["applied", ["edited"]]);
});

Deno.test("generateApi() asks only about the part of the contract that edited code does not have", async () => {
  const SERVICE = "api/services/carts_service.py";
  const withStatus = (status: number, mock: unknown) =>
    ({ routes: { carts: { type: "GET", status, mock } } }) as ApiSpecInput;
  const edit = edits(
    replace(SERVICE, 'return "a"', "return str(self)"),
    replace(SERVICE, "def get(self)", "def get(self, all: bool = True)"),
  );
  const before = edit(await generate(withStatus(200, "a")));
  const { report } = await regenerate(before, withStatus(201, { id: 1 }));
  const { states }: { states: readonly Record<string, string>[] } = Object(report.data);
  deepEqual(states.map(({ note }) => note), ["has a new status; CartsService.get is your code"]);
});

for (
  const [lines, edit] of Object.entries({ LF: CONSTRAINED, CRLF: edits(CONSTRAINED, withCrlf) })
) {
  Deno.test(`generateApi() shows what it would replace in an edited model with ${lines}`, async () => {
    const before = edit(await generate(spec(BODY)));
    const { report } = await regenerate(before, spec({ ...BODY, sku: 7 }));
    const { states }: { states: readonly { diff: string }[] } = Object(report.data);
    const changed = states[0]?.diff.match(/^[-+] .*$/gm)?.map((each) => each.trimEnd());
    deepEqual(changed, ['-    sku: str = Field("", max_length=9)', "+    sku: int"]);
  });
}

const SHARED = { sku: "A1", qty: 1 };

for (const changed of ["POST", "PUT"] as const) {
  Deno.test(`generateApi() keeps an edited model of two endpoints if the spec of ${changed} changes alone`, async () => {
    const both = (more: object) => {
      const methods = { POST: { body: SHARED }, PUT: { body: SHARED } };
      const next = { ...methods, [changed]: { body: { ...SHARED, ...more } } };
      return { routes: { carts: { methods: next } } };
    };
    const before = CONSTRAINED(await generate(both({})));
    const { report, files } = await regenerate(before, both({ color: 1 }));
    const { states }: { states: readonly Record<string, string>[] } = Object(report.data);
    deepEqual(states.map(({ state, method, note }) => [state, method, note]), [[
      "conflict",
      changed,
      "has a new body; CartsBody is your code",
    ]]);
    deepEqual(differences(before, files), []);
    const kept = await regenerate(before, both({ color: 1 }), { keepEdited: true });
    deepEqual(differences(before, kept.files), []);
    equal((await regenerate(kept.files, both({ color: 1 }))).report.status, "unchanged");
    for (const choice of [{ replace: [`${changed} /carts`] }, { force: true }]) {
      const replaced = await regenerate(before, both({ color: 1 }), choice);
      // The later endpoint gets a model of its own, but the earlier one owns the shared model.
      equal(replaced.report.status, changed === "PUT" ? "applied" : "refused");
      const model = replaced.files[MODEL]?.match(/class CartsBody\(.*\n(?: .*\n)+/)?.[0];
      ok(model !== undefined && before[MODEL]?.includes(model));
    }
  });
}

Deno.test("generateApi() refuses to keep one and replace another endpoint of one model", async () => {
  const both = (sku: unknown) => {
    const body = { ...SHARED, sku };
    return { routes: { carts: { methods: { POST: { body }, PUT: { body } } } } };
  };
  const before = CONSTRAINED(await generate(both("A1") as ApiSpecInput));
  const next = both(7) as ApiSpecInput;
  const divided = { keep: ["POST /carts"], replace: ["PUT /carts"] };
  const { report, files } = await regenerate(before, next, divided);
  deepEqual([report.status, report.diagnostics.map(({ message }) => message)], ["refused", [
    "Cannot keep POST /carts and replace PUT /carts: both use CartsBody. Nothing was written.",
  ]]);
  deepEqual(differences(before, files), []);
  const replace = ["POST /carts", "PUT /carts"];
  equal((await regenerate(before, next, { replace })).report.status, "applied");
});

Deno.test("generateApi() changes the models below an edited handler", async () => {
  const resource = (item: object) => ({ routes: { carts: { resource: item } } }) as ApiSpecInput;
  const next = resource({ id: 1, name: "Tea" });
  const ROUTE = "api/routes/carts_route.py";
  const edit = replace(
    ROUTE,
    "def create() -> ResponseReturnValue:\n",
    "def create() -> ResponseReturnValue:\n    print()\n",
  );
  const before = edit(await generate(resource({ id: 1, name: "Tea", stock: 9 })));
  const status = await projectStatus(createMemoryWorkspace(before), "", { spec: next });
  deepEqual(
    status.data?.endpoints.filter(({ state }) => state === "outdated").map(({ method }) => method),
    ["GET", "POST", "GET", "PUT"],
  );
  const { report, files } = await regenerate(before, next);
  const { states }: { states: readonly Record<string, string>[] } = Object(report.data);
  deepEqual(
    states.filter(({ method }) => method === "POST").map(({ state, note }) => [state, note]),
    [[
      "outdated",
      `mock and body updated; your code in demo/${ROUTE}:24 uses CartsBody and CartsModel, which have no 'stock' now`,
    ]],
  );
  equal(files[ROUTE], before[ROUTE]);
  equal(files[MODEL], edit(await generate(next))[MODEL]);
});

for (
  const [call, state, note] of [
    [
      'service().get()), {"X-By": "hand"}',
      "outdated",
      "mock updated; your code in demo/ROUTE:24 stays",
    ],
    [
      '{"cart": service().get()})',
      "edited",
      "demo/ROUTE:24 is your code; the spec's new mock is not used; --replace takes the spec's code",
    ],
    [
      "service().get_all())",
      "edited",
      "demo/ROUTE:24 is your code; the spec's new mock is not used; --replace takes the spec's code",
    ],
    [
      '{"name": "Tea"})',
      "edited",
      "demo/ROUTE:24 is your code; the spec's new mock is not used; --replace takes the spec's code",
    ],
  ] as const
) {
  Deno.test(`generateApi() with another mock below an edited handler that answers ${call}: ${state}`, async () => {
    const carts = (name: string) =>
      ({ routes: { carts: { type: "GET", mock: { name } } } }) as const;
    const ROUTE = "api/routes/carts_route.py";
    const edit = replace(ROUTE, "jsonify(service().get())", `jsonify(${call}`);
    const before = edit(await generate(carts("Tea")));
    const { report, files } = await regenerate(before, carts("Coffee"));
    const { states }: { states: readonly Record<string, string>[] } = Object(report.data);
    const line = (before[ROUTE] ?? "").split("\n").findIndex((each) =>
      each.startsWith("@carts_bp")
    ) + 1;
    deepEqual(
      states.map((each) => [each["state"], each["note"]]),
      [[state, note.replace("ROUTE:24", `${ROUTE}:${line}`)]],
    );
    equal(files[ROUTE], before[ROUTE]);
    const path = "api/services/carts_service.py";
    equal(differences(before, files).includes(path), state === "outdated");
  });
}

const VALIDATOR = `    qty: int

    @field_validator("sku")
    @classmethod
    def check(cls, value: object) -> object:
        return value
`;

for (
  const [what, below] of Object.entries({
    "a method": VALIDATOR,
    "a method and a member": `${VALIDATOR}\n    mine: str = ""\n`,
  })
) {
  Deno.test(`generateApi() adds a model below one that ends with ${what}`, async () => {
    const edit = edits(
      replace(MODEL, "    qty: int\n", below),
      replace(MODEL, "\nfrom api", "\nfrom pydantic import field_validator\n\nfrom api"),
    );
    const carts = { type: "POST", body: BODY };
    const { files, report } = await regenerate(edit(await generate(spec(BODY))), {
      routes: { carts: { ...carts, subroutes: { all: { type: "GET", mock: { id: 1 } } } } },
    } as ApiSpecInput);
    equal(report.status, "applied");
    const [, added] = (files[MODEL] ?? "").split(`    sku: str\n${below}`);
    equal(added, "\n\nclass CartsAllModel(TypedDict):\n    id: int\n");
  });
}

for (const isEdited of [false, true]) {
  Deno.test(`generateApi() names the rename that an ${isEdited ? "edited" : "unedited"} endpoint waits for`, async () => {
    const routes = (name: string, body: unknown) => ({
      routes: { [name]: { path: "/shop", type: "POST", body, mock: 1 } },
    });
    const before = await generate(routes("carts", BODY));
    const service = "api/services/carts_service.py";
    const files = isEdited ? replace(service, "return 1", "return 2")(before) : before;
    const { report } = await regenerate(files, routes("orders", { sku: 1 }));
    const { states }: { states: readonly { state: string; note: string }[] } = Object(report.data);
    deepEqual(states.map(({ state, note }) => [state, note]), [[
      "outdated",
      "'layerwright rename route carts orders' gives the route its name in the spec",
    ]]);
  });
}

Deno.test("generateApi() asks again if the spec changes the path of an endpoint that was kept", async () => {
  const carts = (type: string, path: string) => ({ routes: { carts: { type, path, mock: 1 } } });
  const before = await generate(carts("PUT", "/carts"));
  const files = replace(
    "api/routes/carts_route.py",
    "    return jsonify",
    "    print('mine')\n    return jsonify",
  )(before);
  const kept = await regenerate(files, carts("GET", "/carts"), { keepEdited: true });
  equal(kept.report.status, "applied");
  equal((await regenerate(kept.files, carts("GET", "/carts"))).report.status, "unchanged");
  equal((await regenerate(kept.files, carts("GET", "/shop"))).report.status, "refused");
});

Deno.test("generateApi() follows the path of an endpoint whose body people kept", async () => {
  const carts = (path: string, sku: unknown) => ({
    routes: { carts: { type: "GET", subroutes: { open: { type: "POST", path, body: { sku } } } } },
  });
  const edit = replace(MODEL, "sku: str", "sku: str = Field(min_length=1)");
  const before = edit(await generate(carts("/open", "A1")));
  const kept = await regenerate(before, carts("/open", 1), { keepEdited: true });
  equal((await regenerate(kept.files, carts("/open", 1))).report.status, "unchanged");
  const moved = await regenerate(kept.files, carts("/new", 1));
  equal(moved.report.status, "applied");
  ok(moved.files["api/routes/carts_route.py"]?.includes('@carts_bp.post("/new")'));
  ok(moved.files[MODEL]?.includes("sku: str = Field(min_length=1)"));
  equal((await regenerate(moved.files, carts("/new", 1))).report.status, "unchanged");
});

Deno.test("generateApi() takes the last of two definitions for the one that counts, as Python does", async () => {
  const service = "api/services/carts_service.py";
  const spec = (mock: unknown) => ({ routes: { carts: { type: "GET", mock } } });
  const files = await generate(spec(1));
  const [, get = ""] = /( {4}def get[^]*)/.exec(files[service] ?? "") ?? [];
  const twice = append(service, `\n${get.replace("return 1", "return 5")}`)(files);
  const { report, files: after } = await regenerate(twice, spec(2));
  const { states }: { states: readonly Record<string, string>[] } = Object(report.data);
  deepEqual(states.map(({ state }) => state), ["edited"]);
  equal(after[service], twice[service]);
});

/** Edits of a handler or a method whose code does not show its status any more. */
const UNREADABLE: Readonly<Record<string, Edit>> = {
  "a handler with a status of its own": replace(
    "api/routes/carts_route.py",
    "json_body(CartsBody))), 201",
    "json_body(CartsBody))), 200",
  ),
  "a handler with two answers": replace(
    "api/routes/carts_route.py",
    "    return jsonify(",
    "    if not service():\n        return jsonify({}), 409\n    return jsonify(",
  ),
  "a handler with other methods": edits(
    replace("api/routes/carts_route.py", '.post("")', '.route("", methods=["POST", "PATCH"])'),
    replace("api/routes/carts_route.py", "def create(", "def both("),
  ),
};

for (const [what, edit] of Object.entries(UNREADABLE)) {
  Deno.test(`generateApi() asks about another status of ${what}`, async () => {
    const carts = (status: number) => ({
      routes: { carts: { methods: { POST: { status, body: BODY, mock: { id: 1 } } } } },
    });
    const before = edit(await generate(carts(201)));
    const { report, files } = await regenerate(before, carts(202));
    equal(report.status, "refused");
    deepEqual(files, before);
    const { data } = await projectStatus(createMemoryWorkspace(before), "", { spec: carts(202) });
    equal(data?.endpoints[0]?.state, "conflict");
    const kept = await regenerate(before, carts(202), { keepEdited: true });
    equal((await regenerate(kept.files, carts(202))).report.status, "unchanged");
  });
}

Deno.test("generateApi() asks about all conflicts at once", async () => {
  const route = "api/routes/carts_route.py";
  const carts = (type: "GET" | "DELETE", status: number, sku: unknown) => ({
    routes: {
      carts: {
        methods: { POST: { status, body: { sku } } },
        subroutes: { open: { type } },
      },
    },
  });
  const before = edits(
    replace(
      route,
      "def create() -> ResponseReturnValue:\n",
      "def create() -> ResponseReturnValue:\n    print()\n",
    ),
    replace(
      route,
      "def get_open() -> ResponseReturnValue:\n",
      "def get_open() -> ResponseReturnValue:\n    print()\n",
    ),
  )(await generate(carts("GET", 201, "A1")));
  const { report, files } = await regenerate(before, carts("DELETE", 202, "A1"));
  equal(report.status, "refused");
  deepEqual(files, before);
  const { states }: { states: readonly Record<string, string>[] } = Object(report.data);
  deepEqual(states.map(({ method, note }) => [method, note]), [
    ["GET", "is now DELETE"],
    ["POST", "has a new status; create is your code"],
  ]);
  ok(states.every(({ diff }) => diff !== null));
  equal(report.changes[0]?.path, `demo/${route}`);
  const forced = await regenerate(before, carts("DELETE", 202, "A1"), { force: true });
  equal(forced.report.status, "applied");
});

Deno.test("generateApi() names a backup only if it made one", async () => {
  const before = await generate(spec(BODY));
  const notes = async (files: typeof before) => {
    const { report } = await regenerate(files, spec({ sku: 1 }), { replace: [KEY] });
    const { states }: { states: readonly Record<string, string>[] } = Object(report.data);
    return states.map(({ note }) => note);
  };
  deepEqual(await notes(before), ["written as the spec wants it"]);
  deepEqual(await notes(CONSTRAINED(before)), ["your CartsBody is in .layerwright/backup"]);
});

Deno.test("generateApi() replaces only what must change for the spec", async () => {
  const [SERVICE, ROUTE] = ["api/services/carts_service.py", "api/routes/carts_route.py"];
  const edit = edits(
    CONSTRAINED,
    replace(SERVICE, "        # Mock.", "        print(data)\n        # Mock."),
    replace(ROUTE, "    return jsonify(", "    print()\n    return jsonify("),
  );
  const before = edit(await generate(spec(BODY)));
  const next = spec({ ...BODY, sku: 7 });
  const refused = await regenerate(before, next);
  const { report, files } = await regenerate(before, next, { replace: [KEY] });
  deepEqual(differences(before, files).filter((each) => !each.startsWith(".layerwright/")), [
    MODEL,
    "tests/test_carts_route.py",
  ]);
  const { states }: { states: readonly Record<string, string>[] } = Object(report.data);
  deepEqual(states.map(({ note }) => note), [
    "your CartsBody is in .layerwright/backup; your code in demo/api/routes/carts_route.py:19 and " +
    "demo/api/services/carts_service.py:13 uses CartsBody, which has another type of 'sku'",
  ]);
  deepEqual(refused.report.changes.map(({ path }) => path), [`demo/${MODEL}`]);
  const all = await regenerate(files, next, { replace: [KEY] });
  deepEqual(all.files[ROUTE], (await generate(next))[ROUTE]);
});

Deno.test("generateApi() leaves a class that answers as it is, even if people ask to replace it", async () => {
  const ROUTE = "api/routes/carts_route.py";
  const withMock = (mock: unknown) =>
    ({ routes: { carts: { methods: { PUT: { mock }, GET: { mock } } } } }) as ApiSpecInput;
  const view = "class Carts(MethodView):\n" +
    "    def put(self):\n        return jsonify(service().update(json_body()))\n\n" +
    "    def get(self):\n        return jsonify(service().get())\n\n\n" +
    'carts_bp.add_url_rule("", view_func=Carts.as_view("carts"))\n';
  const files = await generate(withMock("a"));
  const text = (files[ROUTE] ?? "").replace(/@carts_bp\.put[^]*/, view)
    .replace("\n\n", "\n\nfrom flask.views import MethodView\n");
  const before = { ...files, [ROUTE]: text };
  const { report, files: after } = await regenerate(before, withMock({ id: 1 }), {
    replace: ["PUT /carts"],
  });
  const { states }: { states: readonly Record<string, string>[] } = Object(report.data);
  const note = `the class Carts in ${ROUTE}:19 answers; change it there`;
  deepEqual(states.slice(0, 1).map((each) => each["note"]), [note]);
  deepEqual(differences(before, after), []);
});

Deno.test("generateApi() replaces the method that makes the id of a location with its handler", async () => {
  const carts = (subroutes: object) =>
    ({ routes: { carts: { type: "POST", mock: { id: 1 }, subroutes } } }) as ApiSpecInput;
  const [SERVICE, ROUTE] = ["api/services/carts_service.py", "api/routes/carts_route.py"];
  const edit = edits(
    replace(SERVICE, 'return {"id": 1}', 'return {"number": 1}'),
    replace(ROUTE, "    return jsonify(", "    print()\n    return jsonify("),
  );
  const before = edit(await generate(carts({})));
  const next = carts({ item: { path: "/{id:int}", type: "GET" } });
  const { report, files } = await regenerate(before, next, { replace: [KEY] });
  equal(report.status, "applied");
  ok(files[ROUTE]?.includes('created["id"]'));
  ok(files[SERVICE]?.includes('return {"id": 1}'));
});

const CARTS = "api/routes/carts_route.py";
const GONE = { 404: "No such cart" };

function documented(errors?: unknown, status?: number): ApiSpecInput {
  return { routes: { carts: { type: "GET", mock: [1], errors, status } } } as ApiSpecInput;
}

/** A handler of people that still calls the service, and one that does not. */
const BODIES_OF_PEOPLE = [
  "    found = service().get()\n    return jsonify(found)\n",
  "    return {}\n",
];

/** The errors before and after a change of the spec, and the decorators of the handler afterwards. */
const CHANGED_ERRORS: readonly (readonly [before: unknown, after: unknown, decorators: string])[] =
  [
    [undefined, GONE, '@carts_bp.get("")\n@errors({404: "No such cart"})\n@cached\n'],
    [GONE, { 409: "Sold out" }, '@carts_bp.get("")\n@errors({409: "Sold out"})\n@cached\n'],
    [GONE, undefined, '@carts_bp.get("")\n@cached\n'],
  ];

for (const [errors, after, decorators] of CHANGED_ERRORS) {
  for (const body of BODIES_OF_PEOPLE) {
    const what = `${JSON.stringify(errors)} to ${JSON.stringify(after)} above ${body.trim()}`;
    Deno.test(`the documented errors of an edited handler follow by themselves: ${what}`, async () => {
      const edit = edits(
        replace(CARTS, "    return jsonify(service().get())\n", body),
        replace(CARTS, "def get()", "@cached\ndef get()"),
      );
      const before = edit(await generate(documented(errors)));
      const { report, files } = await regenerate(before, documented(after));
      equal(report.status, "applied");
      const handler = `${decorators}def get() -> ResponseReturnValue:\n${body}`;
      ok(files[CARTS]?.endsWith(handler), String(files[CARTS]));
      equal(
        /^from api\.documented_errors import errors$/m.test(files[CARTS] ?? ""),
        after !== undefined,
      );
      const { states }: { states: readonly { note: string }[] } = Object(report.data);
      deepEqual(states.map(({ note }) => note.replace(/:\d+/, "")), [
        "errors updated; your code in demo/api/routes/carts_route.py stays",
      ]);
      deepEqual((await regenerate(files, documented(after))).files, files);
    });
  }
}

/** Edits of a handler with documented errors, and specs whose errors it does not follow. */
const HELD_ERRORS = [
  ["edited errors", replace(CARTS, "No such cart", "Not there"), documented({ 404: "Gone" })],
  [
    "another status",
    replace(CARTS, "    return jsonify", "    print(1)\n    return jsonify"),
    documented({ 404: "Gone" }, 202),
  ],
] as const;

for (const [what, edit, after] of HELD_ERRORS) {
  Deno.test(`the documented errors of an edited handler stay beside ${what}`, async () => {
    const before = edit(await generate(documented(GONE)));
    const { report, files } = await regenerate(before, after);
    equal(report.status, what === "edited errors" ? "applied" : "refused");
    equal(files[CARTS], before[CARTS]);
    ok(JSON.stringify(report.data).includes("is your code"));
  });
}
