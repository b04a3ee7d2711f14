/** The Python files that commands read. */

import { deepEqual, equal } from "node:assert/strict";
import { createMemoryWorkspace, generateApi, removeRoute } from "../../mod.ts";
import { readPython } from "../../actions/project_files.ts";

async function found(...paths: readonly string[]): Promise<readonly string[]> {
  const files = Object.fromEntries(paths.map((path) => [path, ""]));
  return [...(await readPython(createMemoryWorkspace(files))).keys()].toSorted();
}

for (
  const path of [
    "build/__init__.py",
    "api/build/__init__.py",
    "api/build/lib/report.py",
    "build/deploy.py",
    "dist/__init__.py",
    "api/dist/report.py",
    "env/__init__.py",
    "api/env/settings.py",
    "venv/a.py",
    "lib/a.py",
  ]
) {
  Deno.test(`readPython() finds ${path}, which can be a project's own`, async () => {
    deepEqual(await found(path), [path]);
  });
}

Deno.test("readPython() finds the folder 'lib' of a package named 'build'", async () => {
  const paths = ["build/__init__.py", "build/lib/a.py"];
  deepEqual(await found(...paths), paths);
});

for (
  const [what, ...paths] of [
    ["a virtual environment", "env/pyvenv.cfg", "env/bin/activate_this.py"],
    ["one of another name", "tools/py/pyvenv.cfg", "tools/py/Lib/a.py"],
    ["an environment of conda", "env/conda-meta/history", "env/lib/python3.13/os.py"],
    ["packages in a project that is an environment", "lib/python3.13/site-packages/a.py"],
    ["copies that setuptools made", "build/lib/api/__init__.py"],
    ["copies for one platform", "build/lib.linux-x86_64-cpython-313/api/a.py"],
    ["copies for a wheel", "build/bdist.linux-x86_64/wheel/api/a.py"],
    ["packages of npm", "node_modules/node-gyp/gyp/a.py"],
    ["a hidden folder", ".venv/lib/a.py"],
    ["caches", "api/__pycache__/a.py"],
  ] as const
) {
  Deno.test(`readPython() leaves out ${what}`, async () => {
    deepEqual(await found("app.py", ...paths), ["app.py"]);
  });
}

Deno.test("readPython() reads a project whose top folder is a virtual environment", async () => {
  deepEqual(await found("pyvenv.cfg", "api/a.py", "bin/python"), ["api/a.py"]);
});

Deno.test("removeRoute() keeps a service that a package named 'build' uses", async () => {
  const workspace = createMemoryWorkspace();
  await generateApi(workspace, "demo", { routes: { users: { type: "GET", mock: 1 } } });
  const files = Object.fromEntries(workspace.files());
  const report = "api/build/report.py";
  const used = createMemoryWorkspace({
    ...files,
    [report]: "from api.services.users_service import UsersService\n",
  });
  const { status } = await removeRoute(used, "users");
  equal(status, "applied");
  const service = "api/services/users_service.py" as const;
  equal([...used.files().keys()].some((path) => path === service), true);
});
