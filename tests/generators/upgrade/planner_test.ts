/** Upgrades of projects that an earlier version generated. */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import {
  type ApiSpecInput,
  generateApi,
  generateSubroute,
  projectStatus,
  type Report,
  type UpgradedData,
  upgradeProject,
  type UpgradeProjectOptions,
} from "../../../mod.ts";
import mocked from "../../testdata/earlier_mocks.json" with { type: "json" };
import earlier from "../../testdata/earlier_project.json" with { type: "json" };
import { fc, IS_FULL_TIER } from "../../tools/tier.ts";
import { arbitrarySpec } from "../arbitrary_spec.ts";
import {
  append,
  differences,
  type Edit,
  edits,
  type Files,
  generate,
  regenerate,
  remove,
  replace,
  run,
  withCrlf,
} from "../edited_project.ts";

const FILES: Files = earlier.files;
const APP = "api/__init__.py";
const MANIFEST = ".layerwright/manifest";
const ROUTE = "api/routes/users_route.py";

async function upgrade(files: Files, options: UpgradeProjectOptions = {}) {
  const { report, files: after } = await run(
    files,
    (workspace) => upgradeProject(workspace, "demo", options),
  );
  return { report: report as Report<UpgradedData>, files: after };
}

/** Returns the files that this version generates from a spec. */
async function fresh(spec: unknown): Promise<Files> {
  return (await run({}, (workspace) => generateApi(workspace, "shop", spec as ApiSpecInput))).files;
}

/** Returns the paths and names of the definitions that an upgrade left as they were. */
function leftIn({ data }: Report<UpgradedData>): string[] {
  return (data?.left ?? []).map(({ path, name }) => `${path} ${name ?? "-"}`);
}

const EARLIER = [["a project", earlier], ["a project with all kinds of mocks", mocked]] as const;

for (const [what, { spec, files: before }] of EARLIER) {
  Deno.test(`${what} that no one edited becomes what this version generates, byte for byte`, async () => {
    const { report, files } = await upgrade(before);
    equal(report.status, "applied");
    equal(report.message, "Upgraded project 'demo'");
    deepEqual(differences(await fresh(spec), files), []);
    ok((report.data?.news.length ?? 0) > 3);
    deepEqual(report.data?.left, []);
    equal((await upgrade(files)).report.status, "unchanged", "a second time");
    const again = await regenerate(files, spec);
    equal(again.report.status, "unchanged");
    deepEqual(again.files, files);
  });

  Deno.test(`${what} with records of this version upgrades like one without`, async () => {
    const more = { routes: { ...spec.routes, later: { type: "GET" } } };
    const { files: moved } = await regenerate(before, more);
    ok(".layerwright/routes/later" in moved);
    const { report, files } = await upgrade(moved);
    deepEqual(leftIn(report), []);
    // Records of the first edition cover whole modules, so an upgrade could change docstrings of
    // modules. Records of this version cover definitions.
    deepEqual(differences(await fresh(more), files), ["README.md", "tests/test_app.py"]);
    equal((await regenerate(files, more)).report.status, "unchanged");
  });

  Deno.test(`${what} with line ends of Windows keeps them`, async () => {
    const { files } = await upgrade(withCrlf(before));
    const text = files[APP] ?? "";
    equal(text, text.replaceAll(/\r?\n/g, "\r\n"));
    const unix = Object.entries(files).map(([path, each]) => [path, each.replaceAll("\r\n", "\n")]);
    deepEqual(differences(await fresh(spec), Object.fromEntries(unix)), []);
  });
}

const CORS = replace(
  APP,
  "    register_blueprints(app)\n",
  "    register_blueprints(app)\n    CORS(app)\n",
);
const SERVICE = "api/services/users_service.py";

/** Edits of the project, and the definitions that the upgrade leaves. */
const EDITS: readonly (readonly [what: string, edit: Edit, left: readonly string[]])[] = [
  ["an edited factory", CORS, [`${APP} create_app`]],
  ["an edited README", append("README.md", "\nOurs.\n"), ["README.md -"]],
  [
    "a service function of their own",
    replace(
      ROUTE,
      "    return UsersService(UsersRepository())",
      "    return UsersService(UsersRepository(1))",
    ),
    [`${ROUTE} service`],
  ],
  ["a replaced mock", replace(SERVICE, '[{"id": 1, "name": "Ada"}]', "self.repository.get()"), []],
  ["a deleted test", remove("tests/test_app.py"), []],
  ["a deleted Dockerfile and README", edits(remove("Dockerfile"), remove("README.md")), []],
  ["a use of an old class", append("api/errors.py", "\n\nfrom api import JSONProvider\n"), []],
];

for (const [what, edit, left] of EDITS) {
  Deno.test(`a project with ${what} keeps it`, async () => {
    const before = edit(FILES);
    const edited = Object.keys(before).filter((path) => before[path] !== FILES[path]);
    const { report, files } = await upgrade(before);
    equal(report.status, "applied");
    deepEqual(leftIn(report), left);
    for (const path of Object.keys(FILES).filter((path) => !(path in before))) {
      ok(!(path in files), `${path} stays deleted`);
    }
    for (const path of edited) {
      const kept = lines(before[path]).filter((line) => !lines(FILES[path]).includes(line));
      deepEqual(kept.filter((line) => !lines(files[path]).includes(line)), [], path);
    }
    const again = await regenerate(files, earlier.spec);
    equal(again.report.status, "unchanged", again.report.message);
    const second = await upgrade(files);
    deepEqual([second.report.status, leftIn(second.report)], ["unchanged", left]);
    deepEqual(second.files, files);
  });
}

function lines(text = ""): readonly string[] {
  return text.split("\n");
}

Deno.test("a route gets its first models, beside an endpoint that people edited", async () => {
  const path = "api/services/readings_service.py";
  const before = edits(
    remove("api/models/readings_model.py"),
    replace(path, "from api.models.readings_model import ReadingsLastModel\n", ""),
    replace(path, '[{"id": 3, "ok": True}]', "self.repository.get_last()"),
    replace(path, "list[ReadingsLastModel]", "Any"),
    replace(
      "api/repositories/readings_repository.py",
      "from api.models.readings_model import ReadingsLastModel\n",
      "",
    ),
    replace("api/repositories/readings_repository.py", "list[ReadingsLastModel]", "Any"),
  )(mocked.files);
  const [line = ""] = /^.*api\/models\/readings_model\.py.*\n/m.exec(before[MANIFEST] ?? "") ?? [];
  const { files } = await upgrade(replace(MANIFEST, line, "")(before));
  const models = files["api/models/readings_model.py"] ?? "";
  match(
    models,
    /^"""Data shapes for readings\."""\n\nfrom typing import Any, TypedDict\n\n\nclass /,
  );
  match(models, /^class ReadingsModel/m);
  ok(!models.includes("ReadingsLastModel"));
  match(files[path] ?? "", /self\.repository\.get_last\(\)/);
  match(files[path] ?? "", /def get\(self\) -> ReadingsModel:/);
});

Deno.test("a class that other code uses is not removed with its template", async () => {
  const { files } = await upgrade(
    append("api/errors.py", "\n\nfrom api import JSONProvider\n")(FILES),
  );
  match(files[APP] ?? "", /class JSONProvider/);
});

Deno.test("an edited part that someone merges by hand is settled", async () => {
  const { files } = await upgrade(CORS(FILES));
  const merged = { ...files, [APP]: (await fresh(earlier.spec))[APP] ?? "" };
  const { report, files: after } = await upgrade(merged);
  equal(report.status, "applied");
  deepEqual(differences(merged, after), []);
  match(after[".layerwright/manifest"] ?? "", /^templates 2$/m);
});

Deno.test("an edited part is settled with keepEdited", async () => {
  const { report, files } = await upgrade(CORS(FILES), { keepEdited: true });
  equal(report.message, "Upgraded project 'demo'");
  const { report: again } = await upgrade(files);
  deepEqual([again.status, leftIn(again)], ["unchanged", []]);
});

Deno.test("the patch of an edited part has both texts", async () => {
  const { report } = await upgrade(CORS(FILES), { dryRun: true });
  const [{ diff = "" } = {}] = report.data?.left ?? [];
  match(diff, /^-\s+CORS\(app\)$/m);
  match(diff, /^\+\s+app\.teardown_appcontext\(close_objects\)$/m);
});

Deno.test("endpoints from commands keep the conventions that they follow", async () => {
  const decorated = edits(
    replace(ROUTE, '@users_bp.get("")\n', '@users_bp.get("")\n@login_required\n'),
    replace(ROUTE, '@users_bp.get("/active")\n', '@users_bp.get("/active")\n@login_required\n'),
    replace(
      ROUTE,
      "\n\n\ndef service",
      "\n\n\ndef login_required(view):\n    return view\n\n\ndef service",
    ),
  )(FILES);
  const { files } = await run(
    decorated,
    (workspace) => generateSubroute(workspace, "users", "late"),
  );
  match(files[ROUTE] ?? "", /@login_required\ndef get_late/);
  const { files: after } = await upgrade(files);
  match(after[ROUTE] ?? "", /@login_required\ndef get_late/);
  match(after[ROUTE] ?? "", /per_request\(UsersRepository\)/);
});

Deno.test("status is clean after an upgrade", async () => {
  const { files } = await regenerate(FILES, {
    routes: { ...earlier.spec.routes, x: { type: "GET" } },
  });
  const { files: after } = await upgrade(files);
  const { report } = await run(after, (workspace) => projectStatus(workspace, "demo"));
  equal((report.data as { drift: number }).drift, 0);
});

Deno.test("a project of this version has nothing to upgrade", async () => {
  const files = await generate(earlier.spec);
  const { report, files: after } = await upgrade(files);
  equal(report.message, "Nothing to do: the project has the templates of this version");
  deepEqual(after, files);
});

Deno.test("a project of a newer version is not upgraded, and the error says what to install", async () => {
  const files = await generate(earlier.spec);
  const manifest = (files[MANIFEST] ?? "")
    .replace(/^layerwright .*/, "layerwright 99.0.0")
    .replace(/^templates .*/m, "templates 999");
  const { report, files: after } = await upgrade({ ...files, [MANIFEST]: manifest });
  equal(report.status, "failed");
  deepEqual(report.diagnostics.map(({ code }) => code), ["project-newer"]);
  match(report.diagnostics[0]?.message ?? "", /^A newer version of Layerwright, 99\.0\.0, wrote /);
  match(report.diagnostics[0]?.hint ?? "", /'layerwright version' prints the command/);
  equal(after[MANIFEST], manifest);
});

Deno.test("a project without records is not upgraded", async () => {
  const { report } = await upgrade({ "app.py": "" });
  equal(report.status, "failed");
  deepEqual(report.diagnostics.map(({ code }) => code), ["project-unrecorded"]);
});

Deno.test("an upgrade writes what generateApi() writes, from mocks that it reads back from the code", async () => {
  await fc.assert(
    fc.asyncProperty(arbitrarySpec, async ({ text }) => {
      const { files } = await run({}, (workspace) => generateApi(workspace, "demo", text));
      const before = replace(MANIFEST, "templates 2\n", "")(files);
      const { report, files: after } = await upgrade(before);
      equal(report.status, "unchanged", JSON.stringify(report.changes));
      deepEqual(after, before);
    }),
    { numRuns: IS_FULL_TIER ? 1_000 : 10 },
  );
});

Deno.test("upgradeProject() names the code of routes that people moved", async () => {
  const service = "api/services/users_service.py";
  const moved = "api/people/service.py";
  const text = FILES[service];
  ok(text !== undefined);
  const { [service]: _, ...rest } = FILES;
  const files = Object.fromEntries(
    Object.entries({ ...rest, [moved]: text }).map(([path, each]) => [
      path,
      path.endsWith(".py")
        ? each.replaceAll("api.services.users_service", "api.people.service")
        : each,
    ]),
  );
  const { report, files: after } = await upgrade(files);
  deepEqual(report.diagnostics.map(({ code, message }) => [code, message]), [
    ["definition-kept", `Kept route 'users' as it is: you moved its code to ${moved}`],
  ]);
  equal(after[moved], files[moved]);
});
