/** Adding the first checked query or body to a project also adds the code that all of them share. */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import { generateRoute } from "../../../mod.ts";
import { VERSION } from "../../../core/version.ts";
import {
  append,
  differences,
  type Edit,
  edits,
  generate,
  regenerate,
  remove,
  replace,
  run,
} from "../edited_project.ts";
import { asOtherVersion } from "../upgrade/other_templates.ts";

const HELPER = "api/request_body.py";
const BODY = { customer: 7, "note?": "ring twice" };

function specWith(body?: unknown) {
  const own = { methods: { GET: { mock: [] }, POST: { mock: { id: 1 }, body } } };
  return { routes: { carts: own, users: { type: "POST" } } };
}

Deno.test("a project's first body gives the same project as a spec with the body", async () => {
  const before = await generate(specWith());
  const { report, files } = await regenerate(before, specWith(BODY));
  equal(report.status, "applied");
  deepEqual(report.diagnostics, []);
  deepEqual(report.next, ["cd demo && .venv/bin/pip install -e .  # new: pydantic"]);
  deepEqual(differences(await generate(specWith(BODY)), files), []);
});

const LIMITED = { quantity: { $default: 1, $minimum: 1 }, "note?": "ring twice" };

Deno.test("a project's first body with limits gives the same project as a spec with it", async () => {
  const before = await generate(specWith(BODY));
  ok(!("api/models/limits.py" in before));
  const { report, files } = await regenerate(before, specWith(LIMITED));
  equal(report.status, "applied");
  deepEqual([report.diagnostics, report.next], [[], []]);
  ok("api/models/limits.py" in files);
  deepEqual(differences(await generate(specWith(LIMITED)), files), []);
});

const DATED = { $default: "2026-01-31", $format: "date" };

Deno.test("a project's first format gives the same project as a spec with it", async () => {
  const before = await generate(specWith(LIMITED));
  ok(!("api/models/formats.py" in before));
  for (const body of [{ ...LIMITED, from: DATED }, { from: [{ $example: "a", $format: "uri" }] }]) {
    const { report, files } = await regenerate(before, specWith(body));
    deepEqual([report.status, report.diagnostics, report.next], ["applied", [], []]);
    ok("api/models/formats.py" in files);
    deepEqual(differences(await generate(specWith(body)), files), []);
  }
});

Deno.test("a first format in a query gives the same project as a spec with it", async () => {
  const dated = (query: object) => ({ routes: { carts: { type: "GET", query } } });
  const before = await generate(dated({ "from?": "tea" }));
  ok(!("api/models/formats.py" in before));
  const { report, files } = await regenerate(before, dated({ from: DATED }));
  deepEqual([report.status, report.diagnostics], ["applied", []]);
  deepEqual(differences(await generate(dated({ from: DATED })), files), []);
});

Deno.test("another value in a constraint of a body is a change, another example is none", async () => {
  const files = await generate(specWith(LIMITED));
  const other = { ...LIMITED, quantity: { $example: 5, $default: 1, $minimum: 1 } };
  equal((await regenerate(files, specWith(other))).report.status, "unchanged");
  const changed = { ...LIMITED, quantity: { $default: 1, $minimum: 0 } };
  const { report, files: after } = await regenerate(files, specWith(changed));
  equal(report.status, "applied");
  deepEqual(differences(await generate(specWith(changed)), after), []);
});

Deno.test("a first body in a project of an older version adds only the code of bodies", async () => {
  const older = replace(".layerwright/manifest", `layerwright ${VERSION}\n`, "layerwright 0.0.1\n");
  const elsewhere = older(await asOtherVersion(() => generate(specWith())));
  const { report, files } = await regenerate(elsewhere, specWith(BODY));
  equal(report.status, "applied");
  equal(files["README.md"], elsewhere["README.md"]);
  const tests = files["tests/test_app.py"] ?? "";
  match(tests, /^def test_json_body_that_does_not_fit\(/m);
  ok(!tests.includes("def test_request_id_refuses("));
});

const QUERY = { "q?": "tea", limit: { $default: 20 } };

function specWithQuery(query?: unknown, body?: unknown) {
  const own = { methods: { GET: { mock: [], query }, POST: { mock: { id: 1 }, body } } };
  return { routes: { carts: own, users: { type: "POST" } } };
}

for (
  const [what, body, next] of [["without bodies", undefined, 1], ["with bodies", BODY, 0]] as const
) {
  Deno.test(`the first query of a project ${what} gives the same project as a spec with it`, async () => {
    const before = await generate(specWithQuery(undefined, body));
    ok(!("api/request_parameters.py" in before));
    const { report, files } = await regenerate(before, specWithQuery(QUERY, body));
    equal(report.status, "applied");
    deepEqual(report.diagnostics, []);
    equal(report.next.length, next);
    deepEqual(differences(await generate(specWithQuery(QUERY, body)), files), []);
  });
}

Deno.test("another example of the same query changes nothing", async () => {
  const files = await generate(specWithQuery(QUERY));
  const other = { "q?": "mug", limit: { $example: 5, $default: 20 } };
  equal((await regenerate(files, specWithQuery(other))).report.status, "unchanged");
});

Deno.test("a query that changes below an edited handler is a conflict", async () => {
  const edit = replace("api/routes/carts_route.py", "    sent = ", "    print(1)\n    sent = ");
  const before = edit(await generate(specWithQuery(QUERY)));
  const { report, files } = await regenerate(before, specWithQuery({ q: "tea" }));
  equal(report.status, "refused");
  match(JSON.stringify(report.data), /GET.*has a new query/);
  deepEqual(files, before);
});

Deno.test("a project without bodies has no code for bodies", async () => {
  const files = await generate(specWith());
  deepEqual(Object.entries(files).filter(([, text]) => /pydantic|422/.test(text)), []);
});

Deno.test("a project whose last body is gone keeps the shared code", async () => {
  const { files } = await regenerate(await generate(specWith(BODY)), specWith());
  ok(!files["api/services/carts_service.py"]?.includes("CartsBody"));
  ok(files["api/models/body.py"] !== undefined);
  ok(files["pyproject.toml"]?.includes("pydantic"));
  equal((await regenerate(files, specWith())).report.status, "unchanged");
  deepEqual(
    differences(await generate(specWith(BODY)), (await regenerate(files, specWith(BODY))).files),
    [],
  );
});

Deno.test("an example with other values of the same types changes nothing", async () => {
  const files = await generate(specWith(BODY));
  const { report } = await regenerate(files, specWith({ customer: 8, "note?": "" }));
  equal(report.status, "unchanged");
});

Deno.test("an edited helper is refused with a patch, and --force replaces it", async () => {
  const edit = replace(HELPER, "    if not body:\n", '    if not body or body == b"-":\n');
  const before = edit(await generate(specWith()));
  const { report, files } = await regenerate(before, specWith(BODY));
  equal(report.status, "refused");
  deepEqual(report.changes.map(({ path }) => path), [`demo/${HELPER}`]);
  match(report.changes[0]?.diff ?? "", /^-def json_body\(\) -> Any:$/m);
  deepEqual(files, before);
  const forced = await regenerate(before, specWith(BODY), { force: true });
  equal(forced.report.status, "applied");
  match(forced.files[HELPER] ?? "", /^def json_body\(model/m);
  const backups = Object.keys(forced.files).filter((path) => path.includes("/backup/"));
  deepEqual(backups.map((path) => path.split("/").slice(3).join("/")), [HELPER]);
});

/** Edits that cause no conflict, and the texts that must remain. */
const LEFT: Readonly<Record<string, { readonly edit: Edit; readonly kept: readonly string[] }>> = {
  "a function beside the helper": {
    edit: append(HELPER, "\n\ndef limit() -> int:\n    return 5\n"),
    kept: [HELPER, "def limit() -> int:"],
  },
  "a test beside the tests": {
    edit: append("tests/test_app.py", "\n\ndef test_mine() -> None:\n    pass\n"),
    kept: ["tests/test_app.py", "def test_mine() -> None:"],
  },
  "a README of their own": {
    edit: append("README.md", "\nOurs.\n"),
    kept: ["README.md", "\nOurs.\n"],
  },
};

for (const [what, { edit, kept: [path = "", text = ""] }] of Object.entries(LEFT)) {
  Deno.test(`a first body keeps ${what}`, async () => {
    const { report, files } = await regenerate(edit(await generate(specWith())), specWith(BODY));
    equal(report.status, "applied");
    ok(files[path]?.includes(text));
    match(files[HELPER] ?? "", /^def json_body\(model/m);
    ok(files["tests/test_app.py"]?.includes("def test_json_body_that_does_not_fit("));
  });
}

/** Reasons why a project's settings do not get the dependency, and the messages. */
const SETTINGS: readonly (readonly [why: string, edit: Edit, message: RegExp])[] = [
  ["edited", append("pyproject.toml", "# ours\n"), /: pyproject\.toml is edited$/],
  ["deleted", remove("pyproject.toml"), /: pyproject\.toml does not exist$/],
];

for (const [why, edit, message] of SETTINGS) {
  Deno.test(`a first body names the dependency if pyproject.toml is ${why}`, async () => {
    const before = edit(await generate(specWith()));
    const { report, files } = await regenerate(before, specWith(BODY));
    equal(files["pyproject.toml"], before["pyproject.toml"]);
    const [{ code, message: said, hint } = { code: "", message: "", hint: null }] =
      report.diagnostics;
    equal(code, "project-dependency");
    match(said, message);
    match(hint ?? "", /"pydantic>=2\.10,<3"/);
  });
}

Deno.test("no warning names settings that already have pydantic", async () => {
  const edit = replace("pyproject.toml", '"flask>=3.1,<4"', '"flask", "pydantic"');
  const { report } = await regenerate(edit(await generate(specWith())), specWith(BODY));
  deepEqual(report.diagnostics, []);
});

Deno.test("a body under an edited service is not added, nor is its shared code", async () => {
  const edit = replace("api/services/carts_service.py", 'return {"id": 1}', 'return {"id": 2}');
  const before = edit(await generate(specWith()));
  const { report, files } = await regenerate(before, specWith(BODY));
  deepEqual(differences(before, files), []);
  const { states } = report.data as { readonly states: readonly { readonly note: string }[] };
  equal(states[0]?.note, "has a new body; CartsService.create is your code");
});

Deno.test("a hand-written helper that takes a model stays", async () => {
  const helper = "def json_body(model=None):\n    return model\n";
  const edit = edits(remove(HELPER), append(HELPER, helper));
  const { report, files } = await regenerate(edit(await generate(specWith())), specWith(BODY));
  equal(report.status, "applied");
  equal(files[HELPER], helper);
  ok(files["api/models/body.py"] !== undefined);
});

const FORMATS = "api/models/formats.py";

Deno.test("a first format adds its code to a file of people at that path", async () => {
  const before = append(FORMATS, "def is_leap(year: int) -> bool:\n    return True\n")(
    await generate(specWith(LIMITED)),
  );
  const { report, files } = await regenerate(before, specWith({ from: DATED }));
  deepEqual([report.status, report.diagnostics], ["applied", []]);
  match(files[FORMATS] ?? "", /^import re\n[^]*^def is_leap[^]*^def text_format\(/m);
});

/** Code of people that the shared code at its path would replace or hide. */
const HIDDEN = [
  ["a definition", "def is_date(year: int) -> bool:\n    return True\n"],
  ["an import", "from shop.dates import is_date\n"],
] as const;

for (const [what, text] of HIDDEN) {
  Deno.test(`${what} of people at the path of shared code is refused, and --force keeps a copy`, async () => {
    const before = append(FORMATS, text)(await generate(specWith(LIMITED)));
    const { report, files } = await regenerate(before, specWith({ from: DATED }));
    equal(report.status, "refused");
    deepEqual(files, before);
    const forced = await regenerate(before, specWith({ from: DATED }), { force: true });
    deepEqual([forced.report.status, forced.report.diagnostics], ["applied", []]);
    match(forced.files[FORMATS] ?? "", /^import re\n[^]*^def is_date\(text: str\)/m);
    ok(Object.keys(forced.files).some((path) => path.endsWith(`/${FORMATS}`)));
  });
}

/** Edits of a project without records, and the status of a run that adds its first body. */
const UNRECORDED: readonly (readonly [what: string, edit: Edit, status: string])[] = [
  ["the generated helper", (files) => files, "applied"],
  ["a helper of people", replace(HELPER, "    if not body:", '    if body == b"-":'), "refused"],
];

for (const [what, edit, status] of UNRECORDED) {
  Deno.test(`the first body of a project without records, with ${what}, is ${status}`, async () => {
    const files = edit(await generate(specWith()));
    const own = Object.entries(files).filter(([path]) => !path.startsWith(".layerwright/"));
    const outcome = await run(
      Object.fromEntries(own),
      (workspace) => generateRoute(workspace, "orders", { type: "POST", body: BODY }),
    );
    equal(outcome.report.status, status);
    equal(/^def json_body\(model/m.test(outcome.files[HELPER] ?? ""), status === "applied");
  });
}

/** Files of people at the paths of shared code, without what generated code imports from there. */
const OTHER_FILES = [
  ["api/documented_errors.py", "messages: list[str] = []\n", "errors"],
  ["api/list_parameters.py", "def pages() -> int:\n    return 1\n", "listed"],
  ["api/models/body.py", "def weight() -> int:\n    return 1\n", "Body"],
  ["api/models/limits.py", "from decimal import Decimal as Limit\n", "Limited"],
  ["api/request_parameters.py", "def named() -> int:\n    return 1\n", "request_parameters"],
] as const;

const FULL = {
  routes: {
    carts: {
      methods: {
        GET: {
          mock: [{ id: 1, name: "tea" }],
          query: { "q?": "tea" },
          list: { filter: ["name"] },
          errors: { 404: "No such cart" },
        },
        POST: { mock: { id: 1 }, body: LIMITED },
      },
    },
    users: { type: "POST" },
  },
};

for (const [path, text, name] of OTHER_FILES) {
  Deno.test(`people's own ${path} gets ${name}, and keeps their code`, async () => {
    const before = append(path, text)(await generate(specWith()));
    const { report, files } = await regenerate(before, FULL);
    deepEqual([report.status, report.diagnostics], ["applied", []]);
    ok(files[path]?.includes(text.trimEnd()));
    match(files[path] ?? "", new RegExp(`^(?:def|class|) ?${name}\\b`, "m"));
  });
}

Deno.test("a handler keeps a parameter of the path that has the name of its variable", async () => {
  const files = await generate({
    routes: {
      carts: { methods: {}, subroutes: { one: { type: "GET", path: "/{sent}", query: QUERY } } },
    },
  });
  match(
    files["api/routes/carts_route.py"] ?? "",
    /sent2 = request_parameters\(CartsOneParameters\)\n.*one\(sent, q=sent2\.q/,
  );
});
