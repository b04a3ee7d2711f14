import { deepEqual, equal, ok } from "node:assert/strict";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { createMemoryWorkspace, generateApi, projectStatus, type Workspace } from "../../mod.ts";
import { analyzeRoutes } from "../../project/analysis.ts";
import { type FactKind, type FactStore, withFactsOf, withStore } from "../../project/fact_store.ts";
import { fileSymbols } from "../../project/file_symbols.ts";
import { projectPath } from "../../core/project_path.ts";

const FOLDERS = ["layouts", "projects"].map((name) =>
  fileURLToPath(new URL(`../testdata/${name}/`, import.meta.url))
);

/** Keeps facts as JSON, and counts those that it did not know. */
class MemoryStore implements FactStore {
  computed = 0;
  readonly #kept = new Map<string, string>();

  fact<Fact>(kind: FactKind<Fact>, text: string, compute: () => Fact): Fact {
    const key = `${kind.name} ${text}`;
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kind.fromJson(JSON.parse(kept), text);
    this.computed++;
    const fact = compute();
    this.#kept.set(key, JSON.stringify(kind.toJson(fact)));
    return fact;
  }
}

function keeping(workspace: Workspace, store: FactStore): Workspace {
  return {
    read: async (paths) => withStore(await workspace.read(paths), store),
    entries: (folder) => workspace.entries(folder),
    reading: (work) => workspace.reading(work),
    exclusively: (work) => workspace.exclusively(work),
    apply: (changes, details) => workspace.apply(changes, details),
  };
}

function filesBelow(folder: string, root = folder): [string, string][] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) => {
    const path = join(folder, name);
    if (isDirectory) return filesBelow(path, root);
    return [[relative(root, path).replaceAll("\\", "/"), Deno.readTextFileSync(path)]];
  });
}

for (const folder of FOLDERS) {
  for (const { name } of [...Deno.readDirSync(folder)].filter(({ isDirectory }) => isDirectory)) {
    Deno.test(`the status of ${name} from kept facts is the same`, async () => {
      const files = Object.fromEntries(filesBelow(join(folder, name)));
      const store = new MemoryStore();
      const status = () => projectStatus(keeping(createMemoryWorkspace(files), store), name);
      const plain = await projectStatus(createMemoryWorkspace(files), name);
      deepEqual(await status(), plain);
      const { computed } = store;
      ok(computed > 0, "facts were kept");
      deepEqual(await status(), plain);
      equal(store.computed, computed, "all facts were known");
    });
  }
}

const SPEC = {
  routes: {
    shops: { type: "GET", mock: [{ id: 1 }], subroutes: { best: { type: "GET" } } },
    users: { type: "POST", mock: { ok: true } },
  },
} as const;

const SERVICE = projectPath("api/services/shops_service.py");

Deno.test("kept facts of a file do not outlive an edit", async () => {
  const workspace = createMemoryWorkspace();
  await generateApi(workspace, "shop", SPEC);
  const store = new MemoryStore();
  const before = await projectStatus(keeping(workspace, store), "shop");
  equal(before.data?.endpoints.every(({ code }) => code === "generated"), true);
  const { computed } = store;
  const edited = new Map(workspace.files());
  edited.set(
    SERVICE,
    edited.get(SERVICE)?.replace("return self", "x = 1\n        return self") ?? "",
  );
  const after = await projectStatus(
    keeping(createMemoryWorkspace(Object.fromEntries(edited)), store),
    "shop",
  );
  deepEqual(after.data?.endpoints.map(({ code }) => code), ["edited", "generated", "generated"]);
  equal(store.computed, computed + 1, "only the edited file was read again");
});

Deno.test("generateApi() plans the same changes from kept facts", async () => {
  const workspace = createMemoryWorkspace();
  await generateApi(workspace, "shop", SPEC);
  const more = { routes: { ...SPEC.routes, carts: { type: "GET" } } } as const;
  const plan = (store: FactStore | null) => {
    const copy = createMemoryWorkspace(Object.fromEntries(workspace.files()));
    return generateApi(store === null ? copy : keeping(copy, store), "shop", more, { diff: true });
  };
  const store = new MemoryStore();
  const plain = await plan(null);
  deepEqual(await plan(store), plain);
  deepEqual(await plan(store), plain);
});

const BLUEPRINT = "from flask import Blueprint\n\nbp = Blueprint('a', __name__)\n\n" +
  "@bp.get('/x')\ndef x(): ...\n";

Deno.test("files with the same text have blueprints of their own", () => {
  const files = () =>
    new Map([
      ["app.py", "from one import bp\n\napp = Flask(__name__)\napp.register_blueprint(bp)\n"],
      ["one.py", BLUEPRINT],
      ["two.py", BLUEPRINT],
    ].map(([path = "", text = ""]) => [projectPath(path), text]));
  const store = new MemoryStore();
  const registered = () =>
    analyzeRoutes(withStore(files(), store)).flatMap(({ file, endpoints }) =>
      endpoints.map((each) => [file, each.registered])
    );
  const expected = [["one.py", true], ["two.py", false]];
  deepEqual(registered(), expected);
  deepEqual(registered(), expected, "kept");
});

Deno.test("withFactsOf() shares facts about files with the same text", () => {
  const files = new Map([["a.py", "A = 1\n"], ["b.py", "B = 1\n"]]);
  const symbols = fileSymbols(files, "a.py");
  const copy = withFactsOf(new Map(files).set("b.py", "C = 1\n"), files);
  equal(fileSymbols(copy, "a.py"), symbols);
  equal(fileSymbols(copy, "b.py").symbols[0]?.name, "C");
});
