import { deepEqual, equal, match, ok } from "node:assert/strict";
import {
  type ApiSpecInput,
  createMemoryWorkspace,
  generateApi,
  generateRoute,
  generateSubroute,
  history,
  type MemoryWorkspace,
  projectPath,
  projectStatus,
  redo,
  removeRoute,
  removeSubroute,
  renameRoute,
  renameSubroute,
  type Report,
  undo,
} from "../../../mod.ts";
import { readPython } from "../../../python/python_module.ts";
import { IS_FULL_TIER } from "../../tools/tier.ts";
import { replaceFiles } from "../../workspace/replace_files.ts";
import { randomFrom } from "../random_choices.ts";

const SPEC = {
  routes: {
    products: { type: "GET", mock: [{ id: 1 }], subroutes: { old: { type: "POST" } } },
    users: { type: "POST" },
    carts: { type: "GET", mock: [] },
  },
} as const;

const ROUTE = "api/routes/products_route.py";
const SERVICE = "api/services/products_service.py";
const REPOSITORY = "api/repositories/products_repository.py";

/** An edit after `generate subroute products sale`, and the result of an undo. */
interface Case {
  readonly behaviour: string;
  readonly edits: Readonly<Record<string, (text: string) => string>>;
  /**
   * Texts of the subroute and of the edits that stay, by path. If the undo is refused, `refused` is
   * set instead.
   */
  readonly left?: Readonly<Record<string, RegExp>>;
  readonly refused?: { readonly code: string; readonly message: RegExp };
  readonly keepEdited?: boolean;
}

const editService = (text: string) =>
  text.replace(/# Mock. With real data: (return self.repository.get_sale\(\))\n.*/, "$1[:5]");

const CASES: readonly Case[] = [
  { behaviour: "nothing", edits: {} },
  {
    behaviour: "an edit elsewhere in a file",
    edits: { [SERVICE]: (text) => `${text}\n\nLIMIT = 5\n` },
    left: { [SERVICE]: /^LIMIT = 5$/m },
  },
  {
    behaviour: "an edit right below what was generated",
    edits: {
      [SERVICE]: (text) => `${text}\n    def best(self) -> int:\n        return 1\n`,
    },
    left: { [SERVICE]: /^ {4}def best/m },
  },
  {
    behaviour: "a conversion of all line ends",
    edits: { [SERVICE]: (text) => text.replaceAll("\n", "\r\n") },
    left: { [SERVICE]: /get\(self\)[^\n]*\r\n/ },
  },
  {
    behaviour: "an added string with another line end",
    edits: { [SERVICE]: (text) => `${text}\n\nMINE = """a\r\nb"""\n` },
    left: { [SERVICE]: /^[^\r]*[^\r]MINE = """a\r\nb"""\n$/ },
  },
  {
    behaviour: "a conversion of one line end",
    edits: { [SERVICE]: (text) => text.replace("\n", "\r\n") },
    left: { [SERVICE]: /^[^\r\n]*\r\n[^\r]*$/ },
  },
  {
    behaviour: "formatting",
    edits: { [ROUTE]: (text) => text.replaceAll('"', "'").replace("get_sale()", "get_sale( )") },
    left: { [ROUTE]: /'products'/ },
  },
  {
    behaviour: "a deleted file",
    edits: { [SERVICE]: () => "" },
  },
  {
    behaviour: "an edited definition",
    edits: { [SERVICE]: editService },
    refused: { code: "conflict-edited", message: /1 file changed since/ },
  },
  {
    behaviour: "an edited definition with keepEdited, which also keeps the code that it uses",
    edits: { [SERVICE]: editService },
    keepEdited: true,
    left: { [SERVICE]: /get_sale\(\)\[:5\]/, [REPOSITORY]: /def get_sale/ },
  },
  {
    behaviour: "a use in other code",
    edits: { "api/jobs.py": () => USE },
    refused: { code: "definition-used", message: /ProductsService\.get_sale[^]*api\/jobs\.py:5/ },
  },
  {
    behaviour: "a use in other code, with keepEdited",
    edits: { "api/jobs.py": () => USE },
    keepEdited: true,
    left: { [SERVICE]: /def get_sale/ },
  },
];

const USE = `from api.repositories.products_repository import ProductsRepository
from api.services.products_service import ProductsService


print(ProductsService(ProductsRepository()).get_sale())
`;

for (const { behaviour, edits, left = {}, refused, keepEdited = false } of CASES) {
  Deno.test(`undo() of a subroute after ${behaviour}`, async () => {
    const workspace = await shop();
    equal((await generateSubroute(workspace, "products", "sale")).status, "applied");
    await edit(workspace, edits);
    const before = workspace.files();
    const report = await undo(workspace, { keepEdited });
    if (refused !== undefined) {
      equal(report.status, "refused");
      deepEqual(report.diagnostics.map(({ code }) => code), [refused.code]);
      match(report.message, refused.message);
      deepEqual(workspace.files(), before);
      return;
    }
    equal(report.status, "applied", report.message);
    for (const [path, text] of workspace.files()) {
      if (path in edits && !(path in left)) continue;
      if (path in left) match(text, left[path] ?? / /);
      else if (path.startsWith("api/")) ok(!text.includes("sale") || path === "api/jobs.py", path);
      if (path.endsWith(".py")) deepEqual(readPython(text).problems, [], path);
    }
    await redo(workspace);
    deepEqual(workspace.files(), before);
  });
}

Deno.test("undo() refuses if code that was added to a created file uses it", async () => {
  const workspace = await shop();
  await generateRoute(workspace, "invoices");
  await edit(workspace, {
    "api/routes/invoices_route.py": (text) =>
      `${text}\n\n@invoices_bp.get("/late")\ndef late() -> str:\n    return "late"\n`,
  });
  const { status, message } = await undo(workspace);
  equal(status, "refused");
  match(message, /other code uses[^]*'invoices_bp'[^]*invoices_route\.py:/);
});

type Command = (workspace: MemoryWorkspace) => Promise<Report>;

const ABSENT: readonly (readonly [behaviour: string, change: (text: string) => string])[] = [
  ["a line end differs", (text) => text.replace("\n", "\r\n")],
  ["a method is at the place", (text) => `${text}\n    def best(self) -> int:\n        return 1\n`],
];

for (const [behaviour, change] of ABSENT) {
  Deno.test(`undo() refuses if none of the changes is there, and ${behaviour}`, async () => {
    const workspace = await shop();
    const base = workspace.files();
    await generateSubroute(workspace, "products", "sale");
    const changed = [...base].filter(([path, text]) => workspace.files().get(path) !== text)
      .map(([path, text]) => [path, () => path === SERVICE ? change(text) : text]);
    await edit(workspace, Object.fromEntries(changed));
    const before = workspace.files();
    const { status, diagnostics } = await undo(workspace);
    equal(status, "refused");
    deepEqual(diagnostics.map(({ code }) => code), ["history-absent"]);
    deepEqual(workspace.files(), before);
  });
}

/** Removals, and the routes of a project that never had the removed code. */
const REMOVALS: readonly (readonly [what: string, remove: Command, routes: object])[] = [
  [
    "a route",
    (workspace) => removeRoute(workspace, "users"),
    { products: SPEC.routes.products, carts: SPEC.routes.carts },
  ],
  [
    "a subroute",
    (workspace) => removeSubroute(workspace, "products", "old"),
    { ...SPEC.routes, products: { type: "GET", mock: [{ id: 1 }] } },
  ],
];

for (const [what, remove, routes] of REMOVALS) {
  Deno.test(`undo() refuses to restore ${what} in a project that never had it`, async () => {
    const workspace = await shop();
    const generated = workspace.files();
    equal((await remove(workspace)).status, "applied");
    const removed = workspace.files();
    const other = createMemoryWorkspace();
    await generateApi(other, "shop", { routes } as ApiSpecInput);
    await replaceFiles(workspace, other.files());
    const { status, diagnostics } = await undo(workspace);
    equal(status, "refused");
    deepEqual(diagnostics.map(({ code }) => code), ["history-absent"]);
    deepEqual(sorted(workspace), sorted(other));
    await replaceFiles(workspace, removed);
    equal((await undo(workspace)).status, "applied");
    deepEqual(sorted(workspace), [...generated].sort());
  });
}

Deno.test("undo() leaves the blank lines around imports as they are without the change", async () => {
  const [workspace, others] = [await shop(), await shop()];
  await generateSubroute(workspace, "users", "best", { mock: [{ id: 2 }] });
  const { data } = await history(workspace);
  for (const each of [workspace, others]) {
    await generateSubroute(each, "users", "all", { type: "POST" });
  }
  equal((await undo(workspace, { id: data?.applied[0]?.id ?? "" })).status, "applied");
  deepEqual(sorted(workspace), sorted(others));
});

Deno.test("undo() leaves no import that only the change and code removed later needed", async () => {
  const [workspace, others] = [await shop(), await shop()];
  await generateSubroute(workspace, "products", "sale", { type: "POST" });
  const { data } = await history(workspace);
  for (const each of [workspace, others]) await removeSubroute(each, "products", "old");
  equal((await undo(workspace, { id: data?.applied[0]?.id ?? "" })).status, "applied");
  deepEqual(sorted(workspace), sorted(others));
});

Deno.test("undo() shows what it would discard if a definition was renamed", async () => {
  const workspace = await shop();
  await generateSubroute(workspace, "products", "sale");
  await edit(workspace, {
    [SERVICE]: (text) => text.replace("def get_sale", "def get_offers"),
    [ROUTE]: (text) => text.replace(".get_sale()", ".get_offers()"),
  });
  const { diagnostics } = await undo(workspace);
  deepEqual(diagnostics.map(({ code }) => code), ["conflict-edited"]);
});

for (
  const [what, command] of [
    ["generating a route", (each) => generateRoute(each, "sales")],
    ["renaming a route", (each) => renameRoute(each, "products", "sales")],
  ] as const satisfies readonly (readonly [string, Command])[]
) {
  Deno.test(`undo() of ${what} refuses to discard a docstring, or keeps it`, async () => {
    const workspace = await shop();
    await command(workspace);
    const repository = projectPath("api/repositories/sales_repository.py");
    await edit(workspace, {
      [repository]: (text) => text.replace(/^"""[^\n]*"""/, '"""What this is for."""'),
    });
    const before = workspace.files();
    equal((await undo(workspace)).status, "refused");
    deepEqual(workspace.files(), before);
    const { status, message } = await undo(workspace, { keepEdited: true });
    equal(status, "applied", message);
    equal(workspace.files().get(repository), '"""What this is for."""\n');
  });
}

Deno.test("undo() with keepEdited keeps a file that other code imports, and the code that the file uses", async () => {
  const workspace = await shop();
  const before = workspace.files();
  await generateRoute(workspace, "invoices");
  const generated = workspace.files();
  await edit(workspace, {
    "script.py": () => "from api.routes import invoices_route\n\nprint(invoices_route)\n",
  });
  const { diagnostics: [used] } = await undo(workspace);
  equal(used?.hint, "Change that code first, or keep what it uses with --keep-edited");
  const { status, message, data } = await undo(workspace, { keepEdited: true });
  equal(status, "applied", message);
  const route = projectPath("api/routes/invoices_route.py");
  equal(workspace.files().get(route), generated.get(route));
  deepEqual(data?.kept, [
    "api/repositories/invoices_repository.py",
    route,
    "api/services/invoices_service.py",
  ]);
  const left = [...workspace.files().keys()].filter((path) => !before.has(path));
  deepEqual(left.sort(), [...data?.kept ?? [], "script.py"]);
});

const COMMANDS: readonly ((number: number, route: string) => Command)[] = [
  (number) => (workspace) => generateRoute(workspace, `r${number}`),
  (number, route) => (workspace) =>
    generateSubroute(workspace, route, `s${number}`, { mock: [{ id: number }] }),
  (number, route) => (workspace) =>
    generateSubroute(workspace, route, `t${number}`, { type: "POST" }),
  () => (workspace) => removeSubroute(workspace, "products", "old"),
  () => (workspace) => removeRoute(workspace, "users"),
  (number) => (workspace) => renameSubroute(workspace, "products", "old", `o${number}`),
  (number) => (workspace) =>
    generateApi(workspace, "shop", {
      routes: { ...SPEC.routes, [`a${number}`]: { type: "GET" } },
    }),
];

Deno.test("undo() of the third last of five commands keeps the results of the others, or refuses", async () => {
  let undone = 0;
  for (let seed = 0; seed < (IS_FULL_TIER ? 500 : 25); seed++) {
    const choose = randomFrom(seed);
    const commands = [0, 1, 2, 3, 4].map((number) =>
      choose(COMMANDS)(number, choose(["products", "users", "carts"]))
    );
    const [workspace, others] = [await shop(), await shop()];
    const statuses: string[] = [];
    for (const command of commands) statuses.push((await command(workspace)).status);
    // The history omits commands that change nothing, and a failed command may depend on the third.
    if (statuses.some((status) => status !== "applied")) continue;
    for (const command of commands.toSpliced(2, 1)) await command(others);
    const before = workspace.files();
    const { data } = await history(workspace);
    const { status } = await undo(workspace, { id: data?.applied[2]?.id ?? "" });
    if (status === "refused") deepEqual(workspace.files(), before, `Seed ${seed}`);
    else {
      deepEqual(sorted(workspace), sorted(others), `Seed ${seed}`);
      deepEqual((await projectStatus(workspace, "shop")).data?.drift, 0);
      await redo(workspace);
      deepEqual(sorted(workspace), [...before].sort(), `Seed ${seed}`);
      undone++;
    }
  }
  ok(undone >= (IS_FULL_TIER ? 100 : 5), `Only ${undone} were undone`);
});

function sorted(workspace: MemoryWorkspace) {
  return [...workspace.files()].sort();
}

async function shop(): Promise<MemoryWorkspace> {
  const workspace = createMemoryWorkspace();
  await generateApi(workspace, "shop", SPEC);
  return workspace;
}

/** Edits files like a person, outside of the history. An empty text deletes the file. */
async function edit(
  workspace: MemoryWorkspace,
  edits: Readonly<Record<string, (text: string) => string>>,
): Promise<void> {
  const files = new Map(workspace.files());
  for (const [name, change] of Object.entries(edits)) {
    const path = projectPath(name);
    const text = change(files.get(path) ?? "");
    if (text === "") files.delete(path);
    else files.set(path, text);
  }
  await replaceFiles(workspace, files);
}

Deno.test("redo() repeats a rename that left words in an edited test, and names them", async () => {
  const workspace = await shop();
  equal((await generateSubroute(workspace, "products", "sale")).status, "applied");
  const test = "tests/test_products_route.py";
  const text = workspace.files().get(projectPath(test)) ?? "";
  const edited = text.replaceAll('"/products', '"/v1/products');
  await edit(workspace, { [test]: () => "", "tests/test_mine.py": () => edited });
  equal((await renameSubroute(workspace, "products", "sale", "offers")).status, "applied");
  const renamed = workspace.files();
  equal((await undo(workspace)).status, "applied");
  const { status, diagnostics } = await redo(workspace);
  deepEqual([status, diagnostics.map(({ severity, code }) => `${severity} ${code}`)], [
    "applied",
    ["warning definition-used"],
  ]);
  match(diagnostics[0]?.message ?? "", /tests\/test_mine\.py:\d+/);
  deepEqual(workspace.files().get(projectPath(SERVICE)), renamed.get(projectPath(SERVICE)));
});
