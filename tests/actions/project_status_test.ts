import { deepEqual } from "node:assert/strict";
import { analyzeProject } from "../../actions/inspect.ts";
import { projectStatus } from "../../actions/project_status.ts";
import { createMemoryWorkspace } from "../../workspace/memory_workspace.ts";
import { type Workspace, WorkspaceError } from "../../workspace/workspace.ts";

const unreadable: Workspace = {
  ...createMemoryWorkspace(),
  reading: () => Promise.reject(new WorkspaceError("unreadable", "api", "Permission denied")),
};

async function codes(spec: string): Promise<readonly string[]> {
  const { diagnostics } = await projectStatus(unreadable, "shop", { spec });
  return diagnostics.map(({ code }) => code);
}

Deno.test("projectStatus() reports the errors of a spec instead of those of the project", async () => {
  deepEqual(await codes('{"routes": {}}'), ["spec-routes-empty"]);
  deepEqual(await codes('{"routes": {"ping": {"type": "GET"}}}'), ["file-unreadable"]);
});

/** What a project's status says first, and its analysis. */
async function messages(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const workspace = createMemoryWorkspace(files);
  const reports = [
    await projectStatus(workspace, "shop"),
    await analyzeProject(workspace, "shop"),
  ];
  return reports.map(({ message }) => message);
}

const APP = "from flask import Flask\n\napp = Flask(__name__)\n\n@app.get('/')\ndef index(): ...\n";

const READINGS: readonly (readonly [
  title: string,
  files: Readonly<Record<string, string>>,
  messages: readonly [status: string, analysis: string],
])[] = [
  ["a project of Flask", { "app.py": APP }, [
    "shop: in order. 1 endpoint",
    "shop: 1 route, 1 endpoint, 0 problems",
  ]],
  ["a project without routes", { "a.py": "", "b.py": "" }, [
    "shop: no Flask endpoint in 2 Python files",
    "shop: no Flask endpoint in 2 Python files, 0 problems",
  ]],
  ["a folder without Python", {}, [
    "shop: no Flask endpoint in 0 Python files",
    "shop: no Flask endpoint in 0 Python files, 0 problems",
  ]],
  ["another framework", { "a.py": "from fastapi import FastAPI\napp = FastAPI()\n" }, [
    "shop: no Flask endpoint in 1 Python file, 1 unread place",
    "shop: no Flask endpoint in 1 Python file, 0 problems, 1 unread place",
  ]],
  ["a path that code computes", {
    "app.py": `from urls import ROOT\n${APP.replace("'/'", "ROOT")}`,
  }, [
    "shop: 1 endpoint, 1 unknown path",
    "shop: 1 route, 1 endpoint, 0 problems",
  ]],
  ["a blueprint that nothing registers", {
    "app.py": APP,
    "carts.py": 'from flask import Blueprint\nbp = Blueprint("carts", __name__)\n\n\n' +
      '@bp.get("/carts")\ndef get(): ...\n',
  }, [
    "shop: 2 endpoints, 1 unregistered",
    "shop: 2 routes, 2 endpoints, 0 problems",
  ]],
  ["a registration that is not followed", {
    "app.py": `from views import ALL\n${APP}app.register_blueprint(ALL[0])\n`,
  }, [
    "shop: 1 endpoint, 1 unread place",
    "shop: 1 route, 1 endpoint, 0 problems, 1 unread place",
  ]],
];

for (const [title, files, expected] of READINGS) {
  Deno.test(`projectStatus() and analyzeProject() say what they read: ${title}`, async () => {
    deepEqual(await messages(files), expected);
  });
}
