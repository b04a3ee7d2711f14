/** Projects answer as before after all unused definitions were removed. */

import { Project } from "../../project/project.ts";
import { deepEqual, ok } from "node:assert/strict";
import { join } from "node:path";
import { removeFromProject } from "../../generators/edits/removal.ts";
import { type ProjectPath, projectPath } from "../../mod.ts";
import { readPython } from "../../python/python_module.ts";
import { symbols } from "../../python/symbols.ts";
import { flaskAnswers } from "../tools/flask_answers.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { copyProject, projectFolder, request } from "./hand_edited_project.ts";
import { REFUSALS } from "./other_layout_styles.ts";
import { STYLES } from "./own_layout_styles.ts";
import { testInFullTier } from "../tools/tier.ts";

/** Projects in Latin-1, whose files a test cannot write as UTF-8. */
const OTHER_ENCODINGS = new Set(["encodings"]);

function pythonFiles(folder: string, prefix = ""): [ProjectPath, string][] {
  return [...Deno.readDirSync(join(folder, prefix))].flatMap(({ name, isDirectory }) => {
    const path = prefix + name;
    if (isDirectory) return pythonFiles(folder, `${path}/`);
    return name.endsWith(".py")
      ? [[projectPath(path), Deno.readTextFileSync(join(folder, path))]]
      : [];
  });
}

/**
 * Lists the definitions that are only used by name in code. Flask and pytest find the others by
 * decorators and names.
 */
function definitionsIn(files: ReadonlyMap<ProjectPath, string>) {
  return [...files].flatMap(([path, text]) => {
    const module = readPython(text);
    const decorated = new Set(
      module.definitions.filter(({ decorators }) => decorators.length > 0).map(({ name }) => name),
    );
    return symbols(module).map(({ name }) => name).filter((name) =>
      !decorated.has(name) &&
      !/(?:^|_)bp$|^app$|^create_app$|^test_|^\w+Test\b|^Products\b/.test(name)
    ).map((name) => ({ path, name }));
  });
}

testInFullTier(
  "removeFromProject() removes nothing that a project needs",
  () =>
    inTemporaryFolder(async (temporary) => {
      const styles = [
        ...STYLES.filter(({ name }) => !OTHER_ENCODINGS.has(name))
          .map(({ name, requests }) => ({ name, requests, root: "", module: "api" })),
        ...REFUSALS.map(({ name, requests, root = "", module = "api" }) => ({
          name,
          requests: Object.keys(requests),
          root,
          module,
        })),
      ];
      const counts = { removed: 0, kept: 0 };
      const projects = styles.flatMap(({ name, requests, root, module }) => {
        const folder = copyProject(name, temporary);
        const files = new Map(pythonFiles(folder));
        const definitions = definitionsIn(files);
        const { texts, removed, kept } = removeFromProject(new Project(files), {
          definitions,
          files: new Set(files.keys()),
          data: new Map(),
        });
        counts.removed += removed.length;
        counts.kept += kept.length;
        for (const [path, text] of texts) {
          if (text === null) Deno.removeSync(join(folder, path));
          else Deno.writeTextFileSync(join(folder, path), text);
        }
        const asked = requests.map(request);
        return [projectFolder(name), folder].map((each) => ({
          folder: join(each, root),
          requests: asked,
          module,
        }));
      });
      ok(counts.removed > 10 && counts.kept > 100, JSON.stringify(counts));
      const answers = await flaskAnswers(projects, "client");
      for (const [index, { name }] of styles.entries()) {
        deepEqual(answers[2 * index + 1], answers[2 * index], name);
      }
    }),
);
