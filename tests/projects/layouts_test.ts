/**
 * Projects in the layouts of well-known Flask projects: every command is correct, or refused with a
 * reason.
 */

import { deepEqual, equal, notEqual, ok } from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  createMemoryWorkspace,
  exportSpec,
  generateApi,
  generateRoute,
  generateSubroute,
  projectStatus,
  removeRoute,
  renameRoute,
  type Report,
  type Workspace,
} from "../../mod.ts";
import { disagreements } from "../life/agreement.ts";
import { exportedProblems } from "../life/exported.ts";
import { endpointsOf } from "../tools/spec_endpoints.ts";
import { type Judge, withJudge } from "../life/judge.ts";
import type { Files, Project } from "../life/project.ts";

const LAYOUTS = fileURLToPath(new URL("../testdata/layouts/", import.meta.url));

interface Layout {
  /** The module with the application. */
  readonly app: string;
  /** A route, as `status` calls it, to which no endpoint can be added. */
  readonly route: string;
  /** The endpoints that `export spec` finds. */
  readonly exported: readonly string[];
  /** Number of handlers whose path or method static analysis does not know; none by default. */
  readonly unknown?: number;
}

const CASES: Readonly<Record<string, Layout>> = {
  application_class: { app: "server", route: "rows", exported: ["GET /rows", "POST /rows"] },
  blueprint_list: {
    app: "shop.app",
    route: "carts",
    exported: ["GET /carts/{cart_id:int}", "PUT /carts/{cart_id:int}"],
  },
  circular_views: { app: "yard", route: "app", exported: ["POST /admin/reload"] },
  domain_layers: {
    app: "backend.main",
    route: "invoices",
    exported: ["GET /invoices/{number:int}", "GET /invoices", "GET /version", "POST /invoices"],
  },
  feature_packages: {
    app: "webapp",
    route: "accounts",
    exported: [
      "GET /accounts/{username}/followers",
      "GET /accounts/login",
      "GET /explore",
      "GET /index",
      "POST /accounts/login",
    ],
  },
  found_blueprints: {
    app: "hub",
    route: "feeds",
    exported: ["PUT /feeds/{feed_id:int}", "GET /ping"],
  },
  lazy_urls: { app: "blog", route: "app", exported: [], unknown: 1 },
  method_views_src: {
    app: "store",
    route: "store",
    exported: [
      "DELETE /store/items/{id:int}",
      "GET /store/items",
      "GET /store/items/{id:int}",
      "POST /store/items",
    ],
  },
  resource_classes: { app: "app", route: "app", exported: [], unknown: 7 },
  versioned_api: {
    app: "service",
    route: "books",
    exported: ["GET /api/v1/books/{book_id:uuid}", "GET /api/v2/books", "POST /api/v2/books"],
  },
  views_per_package: {
    app: "project",
    route: "recipes",
    exported: [
      "DELETE /users/{user_id:int}",
      "GET /users/{user_id:int}",
      "POST /add",
      "GET /login",
    ],
  },
  wrapped_routes: {
    app: "overview",
    route: "reports",
    exported: ["GET /reports/latest"],
    unknown: 3,
  },
};

function readFiles(root: string, prefix = ""): [path: string, text: string][] {
  return [...Deno.readDirSync(join(root, prefix))].flatMap(({ name, isDirectory }) =>
    isDirectory
      ? readFiles(root, `${prefix}${name}/`)
      : [[prefix + name, Deno.readTextFileSync(join(root, prefix, name))]]
  );
}

/** Returns the project as Python's imports see it: without the folder `src`. */
function asImported(app: string, files: Files): Project {
  const entries = Object.entries(files).map(([path, text]) => [path.replace(/^src\//, ""), text]);
  return { folder: "base", app, files: Object.fromEntries(entries) };
}

/** The commands that change generated code. These projects have no generated code. */
const REFUSED: Readonly<Record<string, (at: Workspace, route: string) => Promise<Report>>> = {
  "generate subroute": (at, route) => generateSubroute(at, route, "late"),
  "remove route": (at, route) => removeRoute(at, route),
  "rename route": (at, route) => renameRoute(at, route, "other"),
  "generate api": (at) => generateApi(at, "base", { routes: { users: { type: "GET" } } }),
};

Deno.test("every layout is read as Flask reads it, and stays as it is", async (test) => {
  await withJudge(async (judge) => {
    for (const [name, layout] of Object.entries(CASES)) {
      await test.step(name, () => tryLayout(judge, name, layout));
    }
  });
});

async function tryLayout(judge: Judge, name: string, layout: Layout): Promise<void> {
  const { app, route, exported, unknown = 0 } = layout;
  const files: Files = Object.fromEntries(readFiles(join(LAYOUTS, name)));
  const served = await judge.judge(asImported(app, files));
  equal(served.error, null);
  const { data } = await projectStatus(createMemoryWorkspace(files), "base");
  deepEqual(disagreements(data, served), []);
  const endpoints = data?.endpoints ?? [];
  deepEqual(endpoints.filter(({ state }) => state !== "beside"), []);
  equal(endpoints.filter((each) => [each.method, each.path].includes("?")).length, unknown);

  const spec = await exportSpec(createMemoryWorkspace(files), "base");
  const found = JSON.parse(spec.data?.spec ?? '{"routes":{}}');
  deepEqual(exportedProblems(found, served), []);
  const paths = endpointsOf(found).map(({ method, path }) => `${method} ${path}`);
  deepEqual(paths.sort(), exported.toSorted());

  for (const [command, run] of Object.entries(REFUSED)) {
    const workspace = createMemoryWorkspace(files);
    const report = await run(workspace, route);
    ok(["failed", "refused"].includes(report.status), `${command} is ${report.status}`);
    notEqual(report.message, "", command);
    deepEqual(Object.fromEntries(workspace.files()), files, command);
  }

  const workspace = createMemoryWorkspace(files);
  equal((await generateRoute(workspace, "invoices9")).status, "applied");
  const after = await judge.judge(asImported(app, Object.fromEntries(workspace.files())));
  deepEqual(after, served, "a new route changes nothing until it is registered");
}

Deno.test("every layout is tried", () => {
  deepEqual([...Deno.readDirSync(LAYOUTS)].map(({ name }) => name).sort(), Object.keys(CASES));
});
