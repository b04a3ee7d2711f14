/** The projects that tools open, and the errors for missing ones. */

import { deepEqual, equal, ok } from "node:assert/strict";
import { join } from "node:path";
import { report } from "../../core/report.ts";
import { holdsProject, onProjectAt, type Wanted } from "../../mcp/open_project.ts";
import type { Project } from "../../workspace/projects.ts";
import { projectPath } from "../../core/project_path.ts";
import { projectsIn } from "../http/tested_app.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { writeFiles } from "../workspace/tree.ts";

const MANIFEST = ".layerwright/manifest";

const FILES = {
  [`shop/${MANIFEST}`]: "",
  "shop/docs/deep/notes.md": "",
  [`shop/inner/${MANIFEST}`]: "",
  "shop/inner/docs/notes.md": "",
  "notes/mine.md": "",
  [`notes/shop/${MANIFEST}`]: "",
  "routes/api/routes/a_route.py": "",
  "empty/api/routes/.keep": "",
  "file.txt": "",
  "strange/mine.md": "",
};

/** Opens a project, and returns its location or the error. */
async function opened(
  path: string,
  wanted: Wanted,
  { files = FILES, readOnly = false }: {
    readonly files?: Readonly<Record<string, string>>;
    readonly readOnly?: boolean;
  } = {},
): Promise<string | readonly unknown[]> {
  return await inTemporaryFolder(async (root) => {
    writeFiles(root, files);
    if (files === FILES) {
      Deno.symlinkSync("shop/docs", join(root, "link"));
      // Reading below this link fails.
      Deno.symlinkSync("/", join(root, "strange/.layerwright"));
    }
    const call = {
      projects: projectsIn(root),
      readOnly,
      signal: new AbortController().signal,
      links: null,
      progress() {},
    };
    const found: Project[] = [];
    const { status, diagnostics } = await onProjectAt(call, path, wanted, (project) => {
      found.push(project);
      return Promise.resolve(report("", "unchanged"));
    });
    equal(status, found.length === 1 ? "unchanged" : "failed");
    const [problem] = diagnostics;
    return found[0]?.location ?? [problem?.code, problem?.message, problem?.hint];
  });
}

for (
  const [path, wanted, location] of [
    ["new", "nothing", "new"],
    ["group/new", "nothing", "group/new"],
    [".", "nothing", "."],
    ["notes", "nothing", "notes"],
    ["notes/new", "nothing", "notes/new"],
    ["shop", "nothing", "shop"],
    ["shop/inner", "nothing", "shop/inner"],
    ["shop", "anything", "shop"],
    ["shop/docs", "anything", "shop/docs"],
    ["link/deep", "anything", "shop/docs/deep"],
    ["notes", "anything", "notes"],
    ["shop", "our layout", "shop"],
    ["routes", "our layout", "routes"],
    ["empty", "our layout", "empty"],
    ["shop/inner", "our layout", "shop/inner"],
    ["strange", "our layout", "strange"],
  ] as const
) {
  Deno.test(`a tool that needs ${wanted} works on '${path}'`, async () => {
    equal(await opened(path, wanted), location);
  });
}

for (
  const [path, around] of [
    ["shop/new", "shop"],
    ["shop/docs", "shop"],
    ["shop/docs/new", "shop"],
    ["shop/docs/deep/new", "shop"],
    ["shop/a/b/c", "shop"],
    ["link", "shop"],
    ["link/new", "shop"],
    ["shop/inner/new", "shop/inner"],
    ["shop/inner/docs", "shop/inner"],
    ["notes/shop/new", "notes/shop"],
  ] as const
) {
  Deno.test(`project '${path}' is refused inside '${around}'`, async () => {
    deepEqual(await opened(path, "nothing"), [
      "project-inside",
      `Refused to create project '${path}' inside project '${around}'.`,
      `Pass '${around}' to generate into it`,
    ]);
  });
}

Deno.test("projects are refused inside a root that is a project", async () => {
  for (const path of ["new", "a/new"]) {
    const [code, message] = await opened(path, "nothing", { files: { [MANIFEST]: "" } });
    deepEqual([code, message], [
      "project-inside",
      `Refused to create project '${path}' inside project '.'.`,
    ]);
  }
});

const HINT = "Call generate_api to create one; projects here: shop";

for (
  const [path, wanted] of [
    ["absent", "anything"],
    ["absent", "our layout"],
    ["notes", "our layout"],
    ["shop/docs", "our layout"],
  ] as const
) {
  Deno.test(`a tool that needs ${wanted} reports that there is no project at '${path}'`, async () => {
    deepEqual(await opened(path, wanted), ["project-missing", `No project at '${path}'.`, HINT]);
  });
}

for (
  const [path, code, message] of [
    ["", "project-name", "Argument 'project' is empty."],
    ["..", "path-outside", "Project '..' is not a path below the root."],
    ["file.txt", "file-unreadable", "Cannot open project 'file.txt' (Not a directory)."],
  ] as const
) {
  Deno.test(`no tool works on project '${path}'`, async () => {
    for (const wanted of ["nothing", "anything", "our layout"] as const) {
      deepEqual((await opened(path, wanted)).slice(0, 2), [code, message]);
    }
  });
}

const MANY = Object.fromEntries(
  Array.from({ length: 11 }, (_, index) => [`p${index}/${MANIFEST}`, ""]),
);

for (
  const [what, files, readOnly, hint] of [
    [
      "a project",
      { [`a/${MANIFEST}`]: "" },
      false,
      "Call generate_api to create one; projects here: a",
    ],
    ["a project and reads only", { [`a/${MANIFEST}`]: "" }, true, "Projects here: a"],
    ["none", {}, false, "Call generate_api to create one"],
    ["none and reads only", {}, true, "No projects here"],
    [
      "eleven projects and reads only",
      MANY,
      true,
      "Projects here: p0, p1, p10, p2, p3, p4, p5, p6, p7, p8",
    ],
  ] as const
) {
  Deno.test(`a server that has ${what} gives a hint`, async () => {
    const found = await opened("absent", "anything", { files, readOnly });
    ok(typeof found !== "string");
    equal(found[2], hint);
  });
}

Deno.test("files are those of a project if a manifest or a route is among them", () => {
  const holds = (path: string, text: string | null) =>
    holdsProject(new Map([[projectPath("README.md"), ""], [projectPath(path), text]]));
  equal(holds(MANIFEST, ""), true);
  equal(holds("api/routes/a_route.py", ""), true);
  for (const path of ["api/routes.py", "api/routes2/a.py", "x/api/routes/a.py"]) {
    equal(holds(path, ""), false, path);
  }
  equal(holds(MANIFEST, null), false);
  equal(holds("api/routes/a_route.py", null), false);
});
