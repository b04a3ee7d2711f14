/** Upgrades of projects whose code another version generated. */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import {
  createMemoryWorkspace,
  generateApi,
  generateSubroute,
  projectStatus,
  type Report,
  undo,
  type UpgradedData,
  upgradeProject,
  type UpgradeProjectOptions,
} from "../../../mod.ts";
import * as library from "../../../mod.ts";
import { runCommand } from "../../../tools/run_command.ts";
import { COMMANDS, type Life } from "../../life/commands.ts";
import { EDITS } from "../../life/edits/mod.ts";
import { begin, edited } from "../../life/life.ts";
import { hasRecords } from "../../life/project.ts";
import { Random } from "../../life/random.ts";
import { randomSpec } from "../../life/random_specs.ts";
import { withSettledRecords } from "../../life/settled_records.ts";
import { SHOP } from "../../life/specs.ts";
import { fc, IS_FULL_TIER } from "../../tools/tier.ts";
import { inTemporaryFolder } from "../../workspace/temporary_folder.ts";
import { writeFiles } from "../../workspace/tree.ts";
import { arbitrarySpec } from "../arbitrary_spec.ts";
import {
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
import { asOtherVersion } from "./other_templates.ts";

const MANIFEST = ".layerwright/manifest";
const APP = "api/__init__.py";
const APP_TEST = "tests/test_app.py";
const ROUTE = "api/routes/users_route.py";
const SERVICE = "api/services/users_service.py";
const TEST = "tests/test_users_route.py";

const SPEC = {
  routes: {
    users: {
      methods: {
        GET: { mock: [{ id: 1, name: "Ada" }] },
        POST: { body: { name: "Ada" }, mock: { id: 1, name: "Ada" } },
      },
      subroutes: {
        active: { type: "GET" },
        one: { path: "/{id:int}", type: "DELETE", status: 204 },
      },
    },
    orders: { type: "PUT", mock: { id: 7 } },
  },
};

async function upgrade(files: Files, options: UpgradeProjectOptions = {}) {
  const { report, files: after } = await run(
    files,
    (workspace) => upgradeProject(workspace, "demo", options),
  );
  return { report: report as Report<UpgradedData>, files: after };
}

/** Generates a project with the templates of another version. */
function generatedElsewhere(spec: unknown = SPEC): Promise<Files> {
  return asOtherVersion(() => generate(spec));
}

/** Returns the paths and names of the definitions that an upgrade left as they were. */
function leftIn({ data }: Report<UpgradedData>): string[] {
  return (data?.left ?? []).map(({ path, name }) => `${path} ${name ?? "-"}`);
}

Deno.test("a project that no one edited gets the code of this version, byte for byte", async () => {
  const before = await generatedElsewhere();
  const fresh = await generate(SPEC);
  const changed = differences(before, fresh).filter((path) => !path.startsWith(".layerwright/"));
  deepEqual(changed, [
    ".dockerignore",
    APP,
    "api/errors.py",
    ...["orders", "users"].map((name) => `api/repositories/${name}_repository.py`),
    ...["orders", "users"].map((name) => `api/routes/${name}_route.py`),
    ...["orders", "users"].map((name) => `api/services/${name}_service.py`),
    APP_TEST,
    ...["orders", "users"].map((name) => `tests/test_${name}_route.py`),
  ]);
  const { report, files } = await upgrade(before);
  equal(report.message, "Upgraded project 'demo'");
  deepEqual(report.data, { left: [] });
  deepEqual(differences(fresh, files), []);
  equal((await upgrade(files)).report.status, "unchanged", "a second time");
  equal((await regenerate(files, SPEC)).report.status, "unchanged");
  const { report: status } = await run(files, (workspace) => projectStatus(workspace, "demo"));
  equal((status.data as { drift: number }).drift, 0);
});

Deno.test("an upgrade applies the templates of the version that runs it", async () => {
  const before = await generate(SPEC);
  const { files } = await asOtherVersion(() => upgrade(before));
  deepEqual(differences(await generatedElsewhere(), files), []);
});

Deno.test("an upgrade keeps the line ends of Windows", async () => {
  const { files } = await upgrade(withCrlf(await generatedElsewhere()));
  const text = files[APP] ?? "";
  equal(text, text.replaceAll(/\r?\n/g, "\r\n"));
  const unix = Object.entries(files).map(([path, each]) => [path, each.replaceAll("\r\n", "\n")]);
  deepEqual(differences(await generate(SPEC), Object.fromEntries(unix)), []);
});

Deno.test("an upgrade of guarded and documented code keeps the guards and docstrings", async () => {
  const edit = edits(
    GUARDED,
    replace(SERVICE, "Any:\n", 'Any:\n        """Finds the active users."""\n'),
  );
  const { report, files } = await upgrade(edit(await generatedElsewhere()));
  equal(report.message, "Upgraded project 'demo'");
  deepEqual(report.data, { left: [] });
  deepEqual(differences(edit(await generate(SPEC)), files), []);
});

Deno.test("undo() restores a project byte for byte after an upgrade", async () => {
  const before = await generatedElsewhere();
  const workspace = createMemoryWorkspace(before);
  equal((await upgradeProject(workspace, "demo")).status, "applied");
  equal((await undo(workspace)).status, "applied");
  deepEqual(Object.fromEntries(workspace.files()), before);
});

const CORS = replace(
  APP,
  "    register_blueprints(app)\n",
  "    register_blueprints(app)\n    CORS(app)\n",
);
const GUARDED = replace(
  ROUTE,
  '@users_bp.get("/active")\n',
  '@users_bp.get("/active")\n@guarded\n',
);
const EDITED = replace(ROUTE, "service().get_active())", "service().get_active()), 200");
const REAL = replace(
  SERVICE,
  '        return [{"id": 1, "name": "Ada"}]\n',
  "        return self.repository.get()\n",
);

/** Edits of the project, and the definitions that the upgrade leaves. */
const CASES: readonly (readonly [what: string, edit: Edit, left: readonly string[]])[] = [
  ["an edited factory", CORS, [`${APP} create_app`]],
  ["an edited handler", EDITED, [`${ROUTE} get_active`]],
  [
    "an edited test",
    replace(TEST, 'client.get("/users/active")', 'client.get("/users/active?x=1")'),
    [`${TEST} test_get_active`],
  ],
  [
    "an edited file without definitions",
    (files) => ({ ...files, ".dockerignore": `${files[".dockerignore"]}!data\n` }),
    [".dockerignore -"],
  ],
  ["a deleted test and file", edits(remove(TEST), remove(".dockerignore")), []],
  ["a deleted module", remove("api/errors.py"), []],
];

for (const [what, edit, left] of CASES) {
  Deno.test(`an upgrade keeps ${what}`, async () => {
    const generated = await generatedElsewhere();
    const before = edit(generated);
    const { report, files } = await upgrade(before);
    equal(report.status, "applied");
    deepEqual(leftIn(report), left);
    const fresh = await generate(SPEC);
    for (const path of Object.keys(generated).filter((path) => !path.startsWith(".layerwright/"))) {
      if (!(path in before)) ok(!(path in files), `${path} stays deleted`);
      else if (path === APP_TEST && left.includes(`${APP} create_app`)) continue;
      else if (before[path] === generated[path]) equal(files[path], fresh[path], path);
    }
    for (const { path, diff } of report.data?.left ?? []) {
      equal(await patched(files, diff, path), fresh[path]);
    }
    const second = await upgrade(files);
    deepEqual([second.report.status, leftIn(second.report)], ["unchanged", left]);
    deepEqual(second.files, files);
    equal((await regenerate(files, SPEC)).report.status, "unchanged");

    const kept = await upgrade(files, { keepEdited: true });
    equal(kept.report.message, left.length === 0 ? NOTHING : "Upgraded project 'demo'");
    const settled = await upgrade(kept.files);
    deepEqual([settled.report.message, leftIn(settled.report)], [NOTHING, []]);
    const other = await asOtherVersion(() => upgrade(kept.files));
    deepEqual(leftIn(other.report), left, "the templates change again");
  });
}

const NOTHING = "Nothing to do: the project has the templates of this version";

/** Applies a patch with git, and returns the text of a file. */
async function patched(files: Files, diff: string, path: string): Promise<string | undefined> {
  return await inTemporaryFolder(async (cwd) => {
    writeFiles(`${cwd}/p`, files);
    Deno.writeTextFileSync(`${cwd}/p.patch`, diff);
    const env = { GIT_DIR: "/dev/null" };
    const { code, stderr } = await runCommand("git", ["apply", "../p.patch"], {
      cwd: `${cwd}/p`,
      env,
    });
    equal(code, 0, stderr);
    return Deno.readTextFileSync(`${cwd}/p/${path}`);
  });
}

/** A test that only this version has. */
const NEW_TEST = /^def test_request_id_refuses\(/m;

for (const keepEdited of [false, true]) {
  Deno.test(`a test is added if the code that it tests is, ${keepEdited ? "with" : "without"} keepEdited`, async () => {
    const before = await generatedElsewhere();
    ok(!NEW_TEST.test(before[APP_TEST] ?? ""));
    const { files: fresh } = await upgrade(before);
    match(fresh[APP_TEST] ?? "", NEW_TEST);
    const { files, report } = await upgrade(CORS(before), { keepEdited });
    deepEqual(leftIn(report), keepEdited ? [] : [`${APP} create_app`]);
    ok(!NEW_TEST.test(files[APP_TEST] ?? ""), "create_app is still the old one");
    const followed = { ...files, [APP]: fresh[APP] ?? "" };
    const { files: after } = await upgrade(followed);
    equal(NEW_TEST.test(after[APP_TEST] ?? ""), !keepEdited);
  });
}

Deno.test("handlers and tests follow if people replaced the mock", async () => {
  const before = REAL(await generatedElsewhere());
  const { report, files } = await upgrade(before);
  deepEqual(leftIn(report), []);
  const fresh = await generate(SPEC);
  equal(files[ROUTE], fresh[ROUTE]);
  equal(files[TEST], fresh[TEST]);
  match(files[SERVICE] ?? "", /return self\.repository\.get\(\)\n/);
});

Deno.test("code that people moved follows where it is now", async () => {
  const moved = "api/people/service.py";
  const generated = await generatedElsewhere();
  const fresh = await generate(SPEC);
  const relocated = ({ [SERVICE]: text = "", ...rest }: Files): Files =>
    Object.fromEntries(
      Object.entries({ ...rest, [moved]: text, "api/people/__init__.py": "" }).map((
        [path, each],
      ) => [
        path,
        path.endsWith(".py")
          ? each.replaceAll("api.services.users_service", "api.people.service")
          : each,
      ]),
    );
  const { report, files } = await upgrade(relocated(generated));
  deepEqual([report.diagnostics, leftIn(report)], [[], []]);
  deepEqual(
    differences(relocated(fresh), files).filter((path) => !path.startsWith(".layerwright/")),
    [],
  );
  equal((await upgrade(files)).report.status, "unchanged");
});

Deno.test("a handler keeps the conventions that it follows", async () => {
  const decorated = edits(
    replace(ROUTE, '@users_bp.get("")\n', '@users_bp.get("")\n@login_required\n'),
    replace(ROUTE, '@users_bp.post("")\n', '@users_bp.post("")\n@login_required\n'),
    replace(ROUTE, '@users_bp.get("/active")\n', '@users_bp.get("/active")\n@login_required\n'),
    replace(
      ROUTE,
      '@users_bp.delete("/<int:id_>")\n',
      '@users_bp.delete("/<int:id_>")\n@login_required\n',
    ),
    replace(
      ROUTE,
      "\n\n\ndef service",
      "\n\n\ndef login_required(view):\n    return view\n\n\ndef service",
    ),
  )(await generatedElsewhere());
  const { files } = await run(
    decorated,
    (workspace) => generateSubroute(workspace, "users", "late"),
  );
  match(files[ROUTE] ?? "", /@login_required\ndef get_late/);
  const { report, files: after } = await upgrade(files);
  match(after[ROUTE] ?? "", /@login_required\ndef get_late/);
  ok(!leftIn(report).includes(`${ROUTE} get_late`));
});

Deno.test("a project of this version has nothing to upgrade", async () => {
  const files = await generate(SPEC);
  const { report, files: after } = await upgrade(files);
  equal(report.message, NOTHING);
  deepEqual(after, files);
});

Deno.test("a project of a newer version is not upgraded, and the error says what to install", async () => {
  const files = await generatedElsewhere();
  const manifest = (files[MANIFEST] ?? "").replace(/^layerwright .*/, "layerwright 99.0.0");
  const { report, files: after } = await upgrade({ ...files, [MANIFEST]: manifest });
  equal(report.status, "failed");
  deepEqual(report.diagnostics.map(({ code }) => code), ["project-newer"]);
  match(report.diagnostics[0]?.message ?? "", /^A newer version of Layerwright, 99\.0\.0, wrote /);
  match(report.diagnostics[0]?.hint ?? "", /'layerwright version' prints the command/);
  equal(after[MANIFEST], manifest);
});

Deno.test("an upgraded project has the version that upgraded it", async () => {
  const files = await generatedElsewhere();
  const { 0: line = "" } = (files[MANIFEST] ?? "").split("\n");
  const { files: after } = await upgrade(replace(MANIFEST, line, "layerwright 0.0.1")(files));
  equal((after[MANIFEST] ?? "").split("\n")[0], line);
});

Deno.test("a project without records is not upgraded", async () => {
  const { report } = await upgrade({ "app.py": "" });
  equal(report.status, "failed");
  deepEqual(report.diagnostics.map(({ code }) => code), ["project-unrecorded"]);
});

Deno.test("an upgrade renders what generateApi() wrote, from input that it reads back from the code", async () => {
  await fc.assert(
    fc.asyncProperty(arbitrarySpec, async ({ text }) => {
      const write = () => run({}, (workspace) => generateApi(workspace, "demo", text));
      const { files } = await write();
      equal((await upgrade(files)).report.status, "unchanged");
      const other = await asOtherVersion(write);
      deepEqual(differences(files, (await upgrade(other.files)).files), []);
    }),
    { numRuns: IS_FULL_TIER ? 1_000 : 10 },
  );
});

Deno.test("an upgrade changes nothing in projects with edits and commands of this version", async () => {
  let upgraded = 0;
  for (let seed = 1; seed <= (IS_FULL_TIER ? 500 : 12); seed++) {
    const { project, spec, words } = await lived(seed);
    if (!hasRecords(project)) continue;
    upgraded++;
    const settled = await withSettledRecords(project, spec);
    const { report, files } = await upgrade(settled.files);
    const what = `Seed ${seed}: ${words.join("; ")}`;
    deepEqual([report.message, leftIn(report)], [NOTHING, []], what);
    deepEqual(files, settled.files, what);
  }
  ok(upgraded > 5);
});

/** Lives a random project with edits and commands. */
async function lived(seed: number): Promise<Life & { readonly words: readonly string[] }> {
  const random = new Random(seed);
  let life = await begin(random.below(2) === 0 ? SHOP : randomSpec(random));
  const words: string[] = [];
  for (let step = 0; step < 5; step++) {
    for (let count = random.below(3); count > 0; count--) {
      const [name, edit] = random.pick([...EDITS]) ?? [];
      const next = edit === undefined ? null : edited(life, edit, random);
      if (next === null) continue;
      life = next;
      words.push(`${name}`);
    }
    const [, kind] = random.pick([...COMMANDS]) ?? [];
    const command = kind?.(life, random) ?? null;
    if (command === null) continue;
    const { files } = await withSettledRecords(life.project, life.spec);
    const workspace = createMemoryWorkspace(files);
    const { status } = await command.run(workspace, library);
    words.push(`${command.words}: ${status}`);
    life = {
      ...life,
      spec: status === "applied" || status === "unchanged" ? command.spec : life.spec,
      project: { ...life.project, files: Object.fromEntries(workspace.files()) },
    };
  }
  return { ...life, words };
}
