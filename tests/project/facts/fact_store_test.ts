import { deepEqual, equal, ok } from "node:assert/strict";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import {
  createMemoryWorkspace,
  generateApi,
  type GenerateApiOptions,
  projectStatus,
  type ProjectStatusOptions,
  type Workspace,
} from "../../../mod.ts";
import { analyzeRoutes } from "../../../project/routing/analysis.ts";
import {
  type FactKind,
  type FactStore,
  type ProjectFactSource,
  withFactsOf,
  withStore,
} from "../../../project/facts/fact_store.ts";
import { fileSymbols } from "../../../project/facts/file_symbols.ts";
import { isProjectPath, type ProjectPath, projectPath } from "../../../core/project_path.ts";

const FOLDERS = ["layouts", "projects"].map((name) =>
  fileURLToPath(new URL(`../../testdata/${name}/`, import.meta.url))
);

/** Keeps facts as JSON, and counts those that it had to compute. */
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

  projectFact<Fact>(_source: ProjectFactSource<Fact>, compute: () => Fact): Fact {
    return compute();
  }
}

/** Keeps facts about all files of a project, and counts those that it had to compute. */
class ProjectStore implements FactStore {
  computed = 0;
  readonly #kept = new Map<string, string>();

  fact<Fact>(_kind: FactKind<Fact>, _text: string, compute: () => Fact): Fact {
    return compute();
  }

  projectFact<Fact>(
    { name, files, input, isKept }: ProjectFactSource<Fact>,
    compute: () => Fact,
  ): Fact {
    const key = JSON.stringify([name, [...files], input()]);
    const kept = this.#kept.get(key);
    if (kept !== undefined) return JSON.parse(kept);
    this.computed++;
    const fact = compute();
    if (isKept(fact)) this.#kept.set(key, JSON.stringify(fact));
    return fact;
  }
}

function keeping(workspace: Workspace, store: FactStore): Workspace {
  return withStore({
    read: async (paths) => withStore(await workspace.read(paths), store),
    entries: (folder) => workspace.entries(folder),
    reading: (work) => workspace.reading(work),
    exclusively: (work) => workspace.exclusively(work),
    apply: (changes, details) => workspace.apply(changes, details),
  }, store);
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
  // Two kinds of facts: its symbols, and the names that it uses.
  equal(store.computed, computed + 2, "only the edited file was read again");
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

/** Returns projects that differ in one file each. */
function variants(files: ReadonlyMap<string, string>): readonly Record<string, string>[] {
  const all = Object.fromEntries(files);
  const shops = [...files].filter(([path]) => !/users|\.(?:ignore|yaml)$/.test(path));
  return [
    all,
    ...shops.flatMap(([path, text]) => {
      const { [path]: _, ...others } = all;
      const isPython = path.endsWith(".py");
      return [others, { ...all, [path]: text + (isPython ? "# Edited.\n" : "edited\n") }];
    }),
    { ...all, "extra/more.py": BLUEPRINT },
  ];
}

Deno.test("a kept status holds only for the same project, spec and route", async () => {
  const workspace = createMemoryWorkspace();
  await generateApi(workspace, "shop", SPEC);
  const store = new ProjectStore();
  const inputs: readonly (readonly [string, ProjectStatusOptions])[] = [
    ["shop", {}],
    ["store", {}],
    ["shop", { spec: { routes: { carts: { type: "GET" } } } }],
    ["shop", { spec: SPEC, specPath: "other.json" }],
    ["shop", { route: "users" }],
    ["shop", { route: "usres" }],
    ["shop", { spec: SPEC }],
  ];
  for (const [index, files] of variants(workspace.files()).entries()) {
    for (const [name, options] of index === 0 ? inputs : inputs.slice(-1)) {
      const plain = await projectStatus(createMemoryWorkspace(files), name, options);
      const kept = () => projectStatus(keeping(createMemoryWorkspace(files), store), name, options);
      deepEqual(await kept(), plain);
      const { computed } = store;
      deepEqual(await kept(), plain);
      equal(store.computed, computed, "the status was known");
    }
  }
});

Deno.test("a kept plan holds only for the same project and command", async () => {
  const workspace = createMemoryWorkspace();
  await generateApi(workspace, "shop", SPEC);
  const store = new ProjectStore();
  const inputs: readonly GenerateApiOptions[] = [
    {},
    { isInside: true },
    { prune: true },
    { restore: ["GET /shops"] },
    { specFile: "shop.json" },
  ];
  for (const files of variants(workspace.files())) {
    for (const options of inputs) {
      const run = (keep: boolean) => {
        const copy = createMemoryWorkspace(files);
        const used = keep ? keeping(copy, store) : copy;
        return generateApi(used, "shop", SPEC, { ...options, dryRun: true, diff: true });
      };
      const plain = await run(false);
      deepEqual(await run(true), plain);
      const { computed } = store;
      deepEqual(await run(true), plain);
      if (plain.status === "unchanged") equal(store.computed, computed, "the plan was known");
      if (plain.status === "planned") equal(store.computed, computed + 1, "it has changes");
    }
  }
});

Deno.test("generateApi() does not read a known spec of an unchanged project", async () => {
  const workspace = createMemoryWorkspace();
  await generateApi(workspace, "shop", SPEC);
  let accesses = 0;
  const spec = {
    get routes() {
      accesses++;
      return SPEC.routes;
    },
  };
  const store = new ProjectStore();
  const accessesOf = async () => {
    accesses = 0;
    const { status } = await generateApi(keeping(workspace, store), "shop", spec);
    equal(status, "unchanged");
    return accesses;
  };
  const first = await accessesOf();
  // The keys of both facts contain the spec.
  equal(await accessesOf(), 2);
  ok(first > 2, `${first} accesses`);
});

Deno.test("generateApi() reads no path outside of the project from kept facts", async () => {
  const workspace = createMemoryWorkspace();
  await generateApi(workspace, "shop", SPEC);
  const store: FactStore = {
    fact: (_kind, _text, compute) => compute(),
    projectFact: ({ name }, compute) => {
      const fact = compute();
      return name === "spec" ? { ...fact, paths: ["../secret.py", "README.md"] } : fact;
    },
  };
  const read: string[] = [];
  const noting = {
    ...workspace,
    read: (paths: readonly ProjectPath[]) => {
      read.push(...paths);
      return workspace.read(paths.filter(isProjectPath));
    },
  };
  await generateApi(keeping(noting, store), "shop", SPEC, { dryRun: true });
  deepEqual(["../secret.py", "README.md"].map((path) => read.includes(path)), [false, true]);
});

Deno.test("a known spec has the same diagnostics", async () => {
  const valid = JSON.stringify({ routes: { ping: { type: "GET" }, Ping: { type: "GET" } } });
  const workspace = createMemoryWorkspace();
  await generateApi(workspace, "shop", valid);
  const store = new ProjectStore();
  for (const spec of [valid, valid.replace("GET", "GTE"), valid.slice(1), valid]) {
    for (const options of [{}, { specPath: "other.json" }, { foldsCase: true }]) {
      const plain = await generateApi(workspace, "shop", spec, options);
      for (const run of ["computed", "kept"]) {
        const kept = await generateApi(keeping(workspace, store), "shop", spec, options);
        deepEqual(kept, plain, run);
      }
      equal(plain.diagnostics.length > 0, true);
    }
  }
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
