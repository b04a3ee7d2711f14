/** Methods whose bodies people wrote, and specs that add parameters to them. */

import { deepEqual, equal, match } from "node:assert/strict";
import {
  type ApiSpecInput,
  changeRoute,
  createMemoryWorkspace,
  type JsonValue,
} from "../../../mod.ts";
import {
  append,
  type Edit,
  edits,
  type Files,
  generate,
  regenerate,
  replace,
} from "../edited_project.ts";

const SERVICE = "api/services/carts_service.py";
const REPOSITORY = "api/repositories/carts_repository.py";
const MOCK = [{ id: 1 }];

function spec(query: JsonValue): ApiSpecInput {
  return { routes: { carts: { type: "GET", query, mock: MOCK } } } as ApiSpecInput;
}

const QUERY = { "q?": "tea" };
const LIMIT = { $default: 20 };

/** Answers with the repository in place of the mock. */
const REAL = edits(
  replace(
    SERVICE,
    '        # Mock. With real data: return self.repository.get(q)\n        return [{"id": 1}]\n',
    "        return [each for each in self.repository.get(q) if each]\n",
  ),
  replace(REPOSITORY, "        raise NotImplementedError\n", "        return []\n"),
);
const HEADER = "def get(self, q: str | None) -> list[CartsModel]:\n";

function headerIn(files: Files): string | undefined {
  return /^ {4}def get\([^]*?:\n/m.exec(files[SERVICE] ?? "")?.[0].trim();
}

const GAINED: readonly {
  readonly what: string;
  readonly edit: Edit;
  readonly query: JsonValue;
  readonly header: string;
  readonly gets: string;
}[] = [
  {
    what: "a parameter",
    edit: REAL,
    query: { ...QUERY, limit: LIMIT },
    header: "def get(self, q: str | None, limit: int) -> list[CartsModel]:",
    gets: "'limit'",
  },
  {
    what: "several parameters",
    edit: REAL,
    query: { ...QUERY, limit: LIMIT, "tags?": ["new"] },
    header: "def get(\n        self, q: str | None, limit: int, tags: list[str] | None\n" +
      "    ) -> list[CartsModel]:",
    gets: "'limit' and 'tags'",
  },
  {
    what: "a parameter in a signature that people broke into lines",
    edit: edits(
      REAL,
      replace(
        SERVICE,
        HEADER,
        "def get(\n        self,\n        q: str | None,\n    ) -> list[CartsModel]:\n",
      ),
    ),
    query: { ...QUERY, limit: LIMIT },
    header: "def get(self, q: str | None, limit: int) -> list[CartsModel]:",
    gets: "'limit'",
  },
];

for (const { what, edit, query, header, gets } of GAINED) {
  Deno.test(`generateApi() gives a method of people ${what}`, async () => {
    const before = edit(await generate(spec(QUERY)));
    const { report, files } = await regenerate(before, spec(query));
    equal(report.status, "applied", JSON.stringify(report.diagnostics));
    equal(headerIn(files), header);
    match(files[SERVICE] ?? "", /self\.repository\.get\(q\) if each/);
    equal(files[REPOSITORY], before[REPOSITORY], "people's code calls it");
    match(files["api/routes/carts_route.py"] ?? "", /limit=sent\.limit/);
    const { states }: { states: readonly Record<string, string>[] } = Object(report.data);
    deepEqual(states.map(({ note }) => note), [
      `query updated; your code in demo/${SERVICE}:11 gets ${gets} now`,
    ]);
    equal((await regenerate(files, spec(query))).report.status, "unchanged");
    const other = await regenerate(files, spec({ ...Object(query), "page?": 1 }));
    equal(other.report.status, "applied");
    equal(other.files[REPOSITORY], before[REPOSITORY]);
  });
}

const HELD: Readonly<Record<string, { readonly edit?: Edit; readonly query: JsonValue }>> = {
  "loses a parameter": { query: { limit: LIMIT } },
  "gets a parameter before its own": { query: { limit: LIMIT, ...QUERY } },
  "gets another type for one": { query: { "q?": 1, limit: LIMIT } },
  "has a signature of people": {
    edit: edits(REAL, replace(SERVICE, HEADER, HEADER.replace("q: str", "query: str"))),
    query: { ...QUERY, limit: LIMIT },
  },
};

/** Code of people beside which a further parameter would fail. */
const BESIDE: Readonly<Record<string, Edit>> = {
  "is decorated": replace(SERVICE, `    ${HEADER}`, `    @cached\n    ${HEADER}`),
  "uses the name for something else": replace(
    SERVICE,
    "        return [",
    "        global limit\n        return [",
  ),
  "is called by another method": append(
    SERVICE,
    "\n    def count(self) -> int:\n        return len(self.get(None))\n",
  ),
  "is overridden": append(
    SERVICE,
    "\n\nclass Cached(CartsService):\n    def get(self, q: str | None) -> Any:\n        return []\n",
  ),
};

for (const [what, edit] of Object.entries(BESIDE)) {
  Deno.test(`generateApi() asks about a method of people that ${what}`, async () => {
    const before = edits(REAL, edit)(await generate(spec(QUERY)));
    const { report, files } = await regenerate(before, spec({ ...QUERY, limit: LIMIT }));
    equal(report.status, "refused", JSON.stringify(report));
    deepEqual(files, before);
  });
}

Deno.test("generateApi() replaces the repository's method with the service's", async () => {
  const before = REAL(await generate(spec(QUERY)));
  const query = { ...QUERY, limit: LIMIT };
  const { files } = await regenerate(before, spec(query), { replace: ["GET /carts"] });
  const fresh = await generate(spec(query));
  deepEqual([files[SERVICE], files[REPOSITORY]], [fresh[SERVICE], fresh[REPOSITORY]]);
});

for (const [what, { edit = REAL, query }] of Object.entries(HELD)) {
  Deno.test(`generateApi() asks about a method of people that ${what}`, async () => {
    const before = edit(await generate(spec(QUERY)));
    const { report, files } = await regenerate(before, spec(query));
    equal(report.status, "refused");
    deepEqual(files, before);
  });
}

Deno.test("changeRoute() gives a method of people a parameter", async () => {
  const workspace = createMemoryWorkspace(REAL(await generate(spec(QUERY))));
  const query = { ...QUERY, limit: LIMIT };
  const report = await changeRoute(workspace, "carts", { query, headers: null, mock: MOCK });
  equal(report.status, "applied", JSON.stringify(report.diagnostics));
  equal(
    headerIn(Object.fromEntries(workspace.files())),
    "def get(self, q: str | None, limit: int) -> list[CartsModel]:",
  );
  deepEqual(
    report.diagnostics.map(({ message }) => message).filter((each) => each.includes("gets")),
    [`Your code in ${SERVICE}:11 gets 'limit' now`],
  );
});
