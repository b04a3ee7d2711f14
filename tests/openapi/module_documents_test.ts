/** The documents of modules, which the app joins. */

import { deepEqual, equal } from "node:assert/strict";
import { Validator } from "@seriousme/openapi-schema-validator";
import { generateApi } from "../../actions/generate_api.ts";
import { generateDocs, removeDocs } from "../../actions/generate_docs.ts";
import { projectPath } from "../../core/project_path.ts";
import { createMemoryWorkspace, type MemoryWorkspace } from "../../workspace/memory_workspace.ts";
import { checkProjects } from "../tools/check_projects.ts";
import { flaskAnswers } from "../tools/flask_answers.ts";
import { debianFlask, IS_WITHOUT_PYDANTIC, newestFlask } from "../tools/flask_pythons.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { writeFiles } from "../workspace/tree.ts";

const SPEC = {
  routes: {
    docs: { type: "GET", mock: { page: 1 } },
    products: {
      resource: { id: 1, name: "Teapot", price: 24.5 },
      subroutes: { found: { type: "GET", mock: [] } },
    },
    parts: {
      path: "/products",
      methods: {},
      subroutes: { lid: { path: "/{id:int}/lid", type: "GET" } },
    },
  },
} as const;

async function documented(
  edit: (files: ReadonlyMap<string, string>) => Readonly<Record<string, string>> = () => ({}),
): Promise<MemoryWorkspace> {
  const generated = createMemoryWorkspace();
  await generateApi(generated, "shop", SPEC, { isInside: true });
  const files = generated.files();
  const workspace = createMemoryWorkspace(
    Object.fromEntries([...files, ...Object.entries(edit(files))]),
  );
  const { status, diagnostics } = await generateDocs(workspace);
  equal(status, "applied", JSON.stringify(diagnostics));
  return workspace;
}

function textAt(workspace: MemoryWorkspace, path: string): string {
  return workspace.files().get(projectPath(path)) ?? "";
}

async function problemsOf(document: Record<string, unknown>): Promise<unknown> {
  const { valid, errors } = await new Validator().validate(document);
  return valid ? [] : errors;
}

const ASKED = [
  "/-/openapi.json",
  "/-/docs",
  "/-/docs/",
  "/-/docs/style.css",
  "/-/docs/script.js",
  "/docs",
].map((path) => ({ method: "GET", path, body: null }));

Deno.test({
  name: "an app with docs serves a page and one valid document of all routes, in old and new Flask",
  ignore: IS_WITHOUT_PYDANTIC,
  fn: () =>
    inTemporaryFolder(async (folder) => {
      const workspace = await documented();
      writeFiles(folder, Object.fromEntries(workspace.files()));
      deepEqual(await checkProjects([folder]), []);
      for (const python of [debianFlask, newestFlask]) {
        const [answers = []] = await flaskAnswers([{ folder, requests: ASKED }], "client", python);
        deepEqual(answers.map(({ status }) => status), [200, 200, 302, 200, 200, 200]);
        const document = JSON.parse(answers[0]?.body ?? "");
        deepEqual(await problemsOf(document), []);
        deepEqual(Object.keys(document.paths), [
          "/docs",
          "/products/{id}/lid",
          "/products",
          "/products/{item_id}",
          "/products/found",
        ]);
        equal(document.info.title, "shop");
      }
    }),
});

Deno.test("documents of routes join paths that differ only in names of parameters", () =>
  inTemporaryFolder(async (folder) => {
    const workspace = await documented(() => ({
      "api/routes/reviews_route.py": [
        "from flask import Blueprint",
        "",
        'reviews_bp = Blueprint("reviews", __name__, url_prefix="/docs")',
        "",
        "",
        '@reviews_bp.get("/<int:one>")',
        "def get(one):",
        "    return {}",
        "",
      ].join("\n"),
      "api/routes/votes_route.py": [
        "from flask import Blueprint",
        "",
        'votes_bp = Blueprint("votes", __name__, url_prefix="/docs")',
        "",
        "",
        '@votes_bp.delete("/<int:other>")',
        "def get(other):",
        "    return {}",
        "",
      ].join("\n"),
    }));
    writeFiles(folder, Object.fromEntries(workspace.files()));
    const [answers = []] = await flaskAnswers(
      [{ folder, requests: ASKED.slice(0, 1) }],
      "client",
      newestFlask,
    );
    const document = JSON.parse(answers[0]?.body ?? "");
    deepEqual(await problemsOf(document), []);
    const item = document.paths["/docs/{one}"];
    deepEqual(Object.keys(item), ["get", "delete"]);
    equal(item.delete.parameters[0].name, "one");
  }));

const FACTORIES: readonly (readonly [name: string, before: string, after: string])[] = [
  [
    "that registers blueprints one by one",
    "    register_blueprints(app)\n",
    [
      "    from api.routes.docs_route import docs_bp as own",
      "",
      "    app.register_blueprint(own)",
      "",
    ].join("\n"),
  ],
  ["with another variable", "", ""],
  ["that registers nothing after the app", "    register_blueprints(app)\n", ""],
  [
    "that has the name for something else",
    "from api.errors import problem\n",
    "from api.errors import problem\nfrom api.routes.docs_route import docs_bp\n",
  ],
];

for (const [name, before, after] of FACTORIES) {
  Deno.test(`generateDocs registers the docs in a factory ${name}`, () =>
    inTemporaryFolder(async (folder) => {
      let factory = "";
      const workspace = await documented((files) => {
        const text = files.get("api/__init__.py") ?? "";
        const edited = before === ""
          ? text.replaceAll(/\bapp\b(?=[.)\n ])/g, "web")
          : text.replace(before, after);
        factory = edited;
        return { "api/__init__.py": edited };
      });
      writeFiles(folder, Object.fromEntries(workspace.files()));
      equal((await generateDocs(workspace)).status, "unchanged");
      const [answers = []] = await flaskAnswers(
        [{ folder, requests: ASKED.slice(1, 2) }],
        "client",
        newestFlask,
      );
      deepEqual(answers.map(({ status }) => status), [200], textAt(workspace, "api/__init__.py"));
      equal((await removeDocs(workspace)).status, "applied");
      equal(textAt(workspace, "api/__init__.py"), factory);
    }));
}
