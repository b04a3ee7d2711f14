/** Documented errors in generated code, and the edits around them. */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import {
  createMemoryWorkspace,
  exportSpec,
  generateApi,
  generateSubroute,
  projectStatus,
} from "../../mod.ts";
import { differences, generate, regenerate, replace } from "./edited_project.ts";

const ROUTE = "api/routes/carts_route.py";
const SUPPORT = "api/documented_errors.py";

function specWith(errors: unknown) {
  const one = { path: "/{id:int}", type: "GET", mock: { id: 1 } };
  return {
    routes: {
      carts: {
        methods: { GET: { mock: [{ id: 1 }] }, POST: { body: { sku: "a" } } },
        subroutes: { one: errors === null ? one : { ...one, errors } },
      },
    },
  };
}

const MISSING = { "404": "No such cart" };
const SOLD = { "404": "No such cart", "409": { mock: { code: "sold_out" } } };
const PLAIN = '@carts_bp.get("/<int:id_>")\ndef get_one';

/** Decorators of people's own that look like ours, and their imports. */
const ALIKE = [
  ['@retry({429: "Slow down"})', "from api.retries import retry"],
  ['@errors({404: "Mine"})', "from shop_errors import errors"],
  ['@bp_docs.errors({404: "Mine"})', "from api.docs_of_ours import bp_docs"],
] as const;

Deno.test("a decorator of people's own that maps statuses stays, and documents nothing", async () => {
  for (const [decorator, imported] of ALIKE) {
    const files = replace(ROUTE, "def get_one", `${decorator}\ndef get_one`)(
      replace(ROUTE, "from flask import", `${imported}\nfrom flask import`)(
        await generate(specWith(null)),
      ),
    );
    const workspace = createMemoryWorkspace(files);
    const { data } = await exportSpec(workspace, "shop");
    ok(!(data as { readonly spec: string }).spec.includes("errors"), decorator);
    const { report, files: now } = await regenerate(files, specWith(null));
    equal(report.status, "unchanged", report.message);
    equal(now[ROUTE], files[ROUTE]);
  }
});

Deno.test("documented errors get another name in a module that uses theirs", async () => {
  const edited = replace(ROUTE, "from flask import", "from api import errors\nfrom flask import")(
    await generate(specWith(null)),
  );
  const used = { ...edited, [ROUTE]: `${edited[ROUTE]}\n\nTITLE = errors.problem\n` };
  const { report, files } = await regenerate(used, specWith(MISSING));
  equal(report.status, "applied");
  match(files[ROUTE] ?? "", /^from api\.documented_errors import errors as errors_$/m);
  match(files[ROUTE] ?? "", /^@errors_\(\{404: "No such cart"\}\)$/m);
  equal((await regenerate(files, specWith(MISSING))).report.status, "unchanged");
  const sold = await regenerate(files, specWith(SOLD));
  match(sold.files[ROUTE] ?? "", /^@errors_\(\{404[^\n]*409/m);
  const { data } = await exportSpec(createMemoryWorkspace(sold.files), "shop");
  match(JSON.stringify(data), /sold_out/);
});

Deno.test("unknown keys of an error are left out of the code", async () => {
  const known = { "409": { mock: { code: "sold_out" } } };
  const files = await generate(specWith({ "409": { ...known["409"], hint: "x" } }));
  deepEqual(differences(await generate(specWith(known)), files), []);
});

Deno.test("documented errors come beside a decorator that looks like ours", async () => {
  const [decorator, imported] = ALIKE[0];
  const files = replace(ROUTE, "def get_one", `${decorator}\ndef get_one`)(
    replace(ROUTE, "from flask import", `${imported}\nfrom flask import`)(
      await generate(specWith(null)),
    ),
  );
  const { files: now } = await regenerate(files, specWith(MISSING));
  ok(
    now[ROUTE]?.includes(`@errors({404: "No such cart"})\n${decorator}\ndef get_one`),
    now[ROUTE] ?? "",
  );
  const { files: gone } = await regenerate(now, specWith(null));
  equal(gone[ROUTE], files[ROUTE]);
});

Deno.test("exportSpec() reads documented errors under another name", async () => {
  const files = replace(ROUTE, "import errors", "import errors as e")(
    replace(ROUTE, "@errors(", "@e(")(await generate(specWith(MISSING))),
  );
  const { data } = await exportSpec(createMemoryWorkspace(files), "shop");
  match((data as { readonly spec: string }).spec, /"errors": { "404": "No such cart" }/);
});

/** Errors before and after, and the decorators of the handler in between. */
const CHANGES = [
  [null, MISSING, '@carts_bp.get("/<int:id_>")\n@errors({404: "No such cart"})\ndef get_one'],
  [
    MISSING,
    SOLD,
    '@carts_bp.get("/<int:id_>")\n' +
    '@errors({404: "No such cart", 409: {"mock": {"code": "sold_out"}}})\ndef get_one',
  ],
  [SOLD, null, PLAIN],
] as const;

Deno.test("documented errors follow the spec, and guards around them stay", async () => {
  for (const [before, after, decorated] of CHANGES) {
    const files = await generate(specWith(before));
    const { report, files: now } = await regenerate(files, specWith(after));
    equal(report.status, "applied");
    ok(now[ROUTE]?.includes(decorated), now[ROUTE] ?? "");
    const guarded = replace(ROUTE, "def get_one", "@login_required\ndef get_one")(files);
    const { files: stays } = await regenerate(guarded, specWith(after));
    ok(
      stays[ROUTE]?.includes(decorated.replace("def", "@login_required\ndef")),
      stays[ROUTE] ?? "",
    );
  }
});

Deno.test("the first documented error adds its module to a project", async () => {
  const files = await generate(specWith(null));
  equal(files[SUPPORT], undefined);
  const { report, files: now } = await regenerate(files, specWith(MISSING));
  deepEqual([report.diagnostics, report.next], [[], []]);
  const fresh = await generate(specWith(MISSING));
  equal(now[SUPPORT], fresh[SUPPORT]);
  deepEqual(differences(fresh, now).filter((path) => path.startsWith("api/routes")), []);
  equal((await regenerate(now, specWith(MISSING))).report.status, "unchanged");
});

Deno.test("exportSpec() reads documented errors back", async () => {
  const spec = specWith({ ...SOLD, "422": { description: "Odd", mock: null } });
  const workspace = createMemoryWorkspace();
  await generateApi(workspace, "shop", JSON.stringify(spec));
  const { data } = await exportSpec(workspace, "shop");
  const text = JSON.stringify((data as { readonly spec: unknown }).spec);
  match(text, /No such cart/);
  const { data: status } = await projectStatus(workspace, "shop");
  equal((status as { readonly drift: number }).drift, 0);
});

Deno.test("a new handler does not get the documented errors of its siblings", async () => {
  const documented = { ...MISSING };
  const spec = {
    routes: {
      carts: {
        type: "GET",
        errors: documented,
        subroutes: { open: { type: "GET", errors: documented } },
      },
    },
  };
  const files = await generate(spec);
  const guarded = files[ROUTE]?.replaceAll(/^def get/gm, "@login_required\ndef get")
    .replace("from flask.typing", "from flask_login import login_required\nfrom flask.typing") ??
    "";
  const workspace = createMemoryWorkspace({ ...files, [ROUTE]: guarded });
  const report = await generateSubroute(workspace, "carts", "late", {});
  equal(report.status, "applied", report.message);
  const text = Object.fromEntries(workspace.files())[ROUTE] ?? "";
  ok(text.includes('@carts_bp.get("/late")\n@login_required\ndef get_late'), text);
});

Deno.test("the first documented error needs no dependency", async () => {
  const workspace = createMemoryWorkspace(
    await generate({ routes: { carts: { type: "GET", mock: [] } } }),
  );
  const { status, diagnostics, next } = await generateSubroute(workspace, "carts", "open", {
    errors: MISSING,
  });
  deepEqual([status, diagnostics, next], ["applied", [], []]);
  ok(!Object.fromEntries(workspace.files())["pyproject.toml"]?.includes("pydantic"));
});
