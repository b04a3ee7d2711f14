import { deepEqual, doesNotMatch, equal, match, ok } from "node:assert/strict";
import {
  type ApiSpecInput,
  createMemoryWorkspace,
  type Diagnostic,
  generateApi,
  generateRoute,
  generateSubroute,
  type JsonValue,
} from "../../mod.ts";
import {
  append,
  differences,
  generate,
  regenerate,
  remove,
  replace,
  run,
  withCrlf,
} from "./edited_project.ts";

const SERVICE = "api/services/users_service.py";

function spec(mock: JsonValue) {
  const subroutes = { open: { type: "GET" } } as const;
  return { routes: { users: { type: "GET", mock, subroutes } } } satisfies ApiSpecInput;
}

/** Replaces the mock in a service. */
async function editedProject() {
  return replace(SERVICE, "return 1\n", "return 100\n")(await generate(spec(1)));
}

/** Creates a project in which people wrote a method with the name that the spec's next endpoint needs. */
async function projectWithOwnMethod() {
  return replace(
    SERVICE,
    "    def get_open(",
    "    def get_sale(self) -> int:\n        return 100\n\n    def get_open(",
  )(await generate(spec(1)));
}

const WITH_SALE = {
  routes: {
    users: {
      ...spec(1).routes.users,
      subroutes: { open: { type: "GET" }, sale: { type: "GET", mock: 2 } },
    },
  },
} satisfies ApiSpecInput;

Deno.test("generateApi() shows the edits that it refuses to discard", async () => {
  const edited = await projectWithOwnMethod();
  const { report: { status, changes, diagnostics } } = await regenerate(edited, WITH_SALE);
  equal(status, "refused");
  deepEqual(changes.map(({ kind, path }) => [kind, path]), [["update", `demo/${SERVICE}`]]);
  match(changes[0]?.diff ?? "", /\n- {8}return 100\n[^]*\n\+ {8}return 2\n/);
  deepEqual(diagnostics.map(({ code, message, hint }) => [code, message, hint]), [[
    "conflict-edited",
    "Refused to overwrite 1 file that differs; nothing was written.",
    "Move or rename that code, or change the spec; --force discards the lines shown with '-'",
  ]]);
});

Deno.test("generateApi() adds a method to a class that was renamed", async () => {
  const edited = replace(SERVICE, "class UsersService", "class People")(await generate(spec(1)));
  const { report: { status }, files } = await regenerate(edited, WITH_SALE);
  equal(status, "applied");
  match(files[SERVICE] ?? "", /^class People:[^]*\n {4}def get_sale\(self\)/m);
  doesNotMatch(files[SERVICE] ?? "", /UsersService/);
});

Deno.test("generateApi() backs up every text that it replaces on request", async () => {
  const edited = await editedProject();
  const { files } = await regenerate(edited, spec(2), { replace: ["GET /users"] });
  match(files[SERVICE] ?? "", /\n {8}return 2\n/);
  const backups = Object.keys(files).filter((path) => path.startsWith(".layerwright/backup/"));
  equal(backups.length, 1);
  match(
    backups[0] ?? "",
    /^\.layerwright\/backup\/[0-9a-f]{12}\/api\/services\/users_service\.py$/,
  );
  equal(files[backups[0] ?? ""], edited[SERVICE]);
});

Deno.test("generateApi() with force discards only conflicting edits", async () => {
  const grown = await run(
    append(SERVICE, "\n\ndef by_hand() -> int:\n    return 7\n")(await projectWithOwnMethod()),
    (workspace) => generateSubroute(workspace, "users", "mine"),
  );
  const { report, files } = await regenerate(grown.files, WITH_SALE, { force: true });
  equal(report.status, "applied");
  const service = files[SERVICE] ?? "";
  match(service, /\n {8}return 2\n/);
  match(service, /def get_mine\(self\)/);
  match(service, /def by_hand\(\) -> int:/);
  match(files["api/routes/users_route.py"] ?? "", /\.get_mine\(\)/);
  const again = await regenerate(files, WITH_SALE);
  equal(again.report.status, "unchanged");
});

Deno.test("generateApi() with force replaces a file that does not parse, and backs it up", async () => {
  const whole = await generate(spec(1));
  const broken = replace(SERVICE, "return 1\n", "return (1\n")(whole);
  const options = { force: true, replace: ["GET /users"] };
  const { files, report: { status } } = await regenerate(broken, spec(2), options);
  equal(status, "applied");
  match(files[SERVICE] ?? "", /\n {8}return 2\n/);
  const backup = Object.keys(files).find((path) => path.startsWith(".layerwright/backup/"));
  equal(files[backup ?? ""], broken[SERVICE]);
});

Deno.test("generateApi() with force makes no backup if it discards nothing", async () => {
  const { files } = await regenerate(await generate(spec(1)), spec(2), { force: true });
  deepEqual(Object.keys(files).filter((path) => path.includes("backup")), []);
});

for (const [what, again] of [["generateApi()", true], ["generateSubroute()", false]] as const) {
  Deno.test(`${what} refuses to edit a file that does not parse, and names the line`, async () => {
    const broken = append(SERVICE, "\n\nWRONG = (\n")(await generate(spec(1)));
    const line = (broken[SERVICE] ?? "").split("\n").length - 1;
    const { report, files } = again
      ? await regenerate(broken, WITH_SALE)
      : await run(broken, (workspace) => generateSubroute(workspace, "users", "sale"));
    equal(report.status, "failed");
    const [{ code, message, where }] = report.diagnostics as [Diagnostic];
    deepEqual([code, where?.path, where?.line], ["python-syntax", SERVICE, line]);
    match(message, /^Cannot edit a file that does not parse; nothing was written\.\n {2}api/);
    match(message, /users_service\.py:\d+ {2}'\(' (?:is|was) never closed$/);
    deepEqual(files, broken);
  });
}

Deno.test("generateSubroute() reports a broken file with two layers once", async () => {
  const repository = "api/repositories/users_repository.py";
  const whole = await generate(spec(1));
  const moved = whole[repository]?.replace(/^[^]*?(?=class )/, "\n\n") ?? "";
  const broken = remove(repository)(append(SERVICE, `${moved}\n\nWRONG = (\n`)(whole));
  const { report } = await run(broken, (workspace) => generateSubroute(workspace, "users", "sale"));
  deepEqual(report.diagnostics.map(({ code }) => code), ["python-syntax"]);
});

Deno.test("generateApi() recognizes a file that it restored after a deletion", async () => {
  const files = await generate(spec(1));
  const options = { restore: [SERVICE], replace: ["GET /users"] };
  const again = await regenerate(remove(SERVICE)(files), spec(2), options);
  equal(again.report.status, "applied");
  const back = await regenerate(again.files, spec(1));
  equal(back.report.status, "applied");
  deepEqual(differences(files, back.files), []);
});

Deno.test("generateApi() keeps additions from commands that are not in the spec", async () => {
  const added = await run(
    await generate(spec(1)),
    (workspace) => generateSubroute(workspace, "users", "sale", { mock: { id: 1 } }),
  );
  const older = await regenerate(added.files, spec(1));
  equal(older.report.status, "unchanged");
  const other = await regenerate(added.files, spec(2));
  equal(other.report.status, "applied");
  deepEqual(differences(added.files, other.files), [SERVICE]);
  match(other.files[SERVICE] ?? "", /return 2\n[^]*def get_sale\(self\) -> UsersSaleModel:/);
});

Deno.test("generateApi() adds a deleted definition again only on request", async () => {
  const files = await generate(spec(1));
  const withoutGet = replace(
    SERVICE,
    "\n    def get(self) -> int:\n        # Mock. With real data: return self.repository.get()\n" +
      "        return 1\n",
    "",
  )(files);
  equal((await regenerate(withoutGet, spec(1))).report.status, "unchanged");
  equal((await regenerate(withoutGet, spec(2))).files[SERVICE], withoutGet[SERVICE]);
  const options = { replace: ["GET /users"] };
  const { report, files: after } = await regenerate(withoutGet, spec(2), options);
  equal(report.status, "applied");
  match(after[SERVICE] ?? "", /def get\(self\) -> int:\n.*\n {8}return 2\n/);
});

Deno.test("generateSubroute() keeps the line endings of a checkout", async () => {
  const files = withCrlf(await generate(spec(1)));
  const { report, files: after } = await run(
    files,
    (workspace) => generateSubroute(workspace, "users", "sale", { mock: { id: 1 } }),
  );
  equal(report.status, "applied");
  for (const [path, text] of Object.entries(after)) {
    ok(!/[^\r]\n/.test(text), `${path} ends its lines with CR LF`);
  }
});

Deno.test("generateSubroute() refuses to overwrite an existing data file", async () => {
  const path = "api/mocks/users/get_sale.json";
  const files = append(path, "1")(await generate(spec(1)));
  const mock = "x".repeat(20_000);
  const { report, files: after } = await run(
    files,
    (workspace) => generateSubroute(workspace, "users", "sale", { mock }),
  );
  equal(report.status, "refused");
  deepEqual(report.changes.map((change) => change.path), [path]);
  deepEqual(after, files);
});

Deno.test("generateRoute() refuses to overwrite existing files", async () => {
  const files = append("api/models/orders_model.py", "MINE = 1\n")(await generate(spec(1)));
  const { report, files: after } = await run(
    files,
    (workspace) => generateRoute(workspace, "orders", { mock: { id: 1 } }),
  );
  equal(report.status, "refused");
  deepEqual(report.changes.map((change) => change.path), ["api/models/orders_model.py"]);
  deepEqual(after, files);
});

Deno.test("generateSubroute() adds only what is missing", async () => {
  const edited = replace(
    SERVICE,
    "    def get_open(self) -> Any:\n",
    '    def get_sale(self) -> str:\n        return "mine"\n\n    def get_open(self) -> Any:\n',
  )(await generate(spec(1)));
  const { report, files } = await run(
    edited,
    (workspace) => generateSubroute(workspace, "users", "sale", { mock: 1 }),
  );
  equal(report.message, "Successfully generated GET subroute 'sale' for route 'users'!");
  equal(files[SERVICE], edited[SERVICE]);
});

Deno.test("generateSubroute() keeps tests of another form, and reports it", async () => {
  const path = "tests/test_users_route.py";
  const edited = replace(path, "yield stand_in.return_value", "yield stand_in()")(
    await generate(spec(1)),
  );
  const add = (files: typeof edited) =>
    run(files, (workspace) => generateSubroute(workspace, "users", "sale"));
  const kept = await add(edited);
  equal(kept.files[path], edited[path]);
  deepEqual(kept.report.diagnostics.map(({ code, message }) => [code, message]), [
    ["tests-kept", `No test was added: ${path} no longer has the form of generated tests`],
  ]);
  const absent = await add(remove(path)(edited));
  deepEqual(absent.report.diagnostics.map(({ message }) => message), [
    `No test was added: ${path} does not exist`,
  ]);
});

const RECORD = ".layerwright/routes/users";

Deno.test("generateApi() records an unedited route again if its record was lost", async () => {
  const whole = await generate(spec(1));
  const { report, files } = await regenerate(remove(RECORD)(whole), spec(1));
  equal(report.status, "applied");
  deepEqual(report.changes.map((change) => change.path), [`demo/${RECORD}`]);
  deepEqual(files, whole);
});

Deno.test("generateApi() leaves edited endpoints alone if their record was lost", async () => {
  const edited = remove(RECORD)(await editedProject());
  const { report, files } = await regenerate(edited, spec(2));
  deepEqual(differences(edited, files), [], report.message);
});

Deno.test("generateApi() refuses a folder that it did not generate", async () => {
  const { report: { status, message }, files } = await regenerate({ "notes.txt": "" }, spec(1));
  equal(status, "refused");
  equal(message, "Directory 'demo' already exists and was not generated by layerwright.");
  deepEqual(files, { "notes.txt": "" });
});

for (const name of ["../demo", "a/b", "", ".", "-rf", "con", "a\nb", "n".repeat(201)]) {
  Deno.test(`generateApi() refuses the name ${JSON.stringify(name.slice(0, 10))}`, async () => {
    const workspace = createMemoryWorkspace();
    const { status, diagnostics } = await generateApi(workspace, name, spec(1));
    equal(status, "failed");
    deepEqual(diagnostics.map(({ code }) => code), ["project-name"]);
    equal(workspace.files().size, 0);
  });
}

Deno.test("a changed mock keeps the mixed line ends around it", async () => {
  const before = await generate(spec(1));
  const mixed = (before[SERVICE] ?? "").replace("repository\n", "repository\r\n");
  const { report, files } = await regenerate({ ...before, [SERVICE]: mixed }, spec(2));
  equal(report.status, "applied");
  const wanted = (await generate(spec(2)))[SERVICE] ?? "";
  equal((files[SERVICE] ?? "").replaceAll("\r\n", "\n"), wanted);
  equal((files[SERVICE] ?? "").split("repository\r\n").length, 2);
});
