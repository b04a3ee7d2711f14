/** Reading files of projects without following links. */

import { deepEqual, equal } from "node:assert/strict";
import { projectPath } from "../../core/project_path.ts";
import { createMemoryWorkspace } from "../../workspace/memory_workspace.ts";
import { readWithoutLinks } from "../../workspace/projects.ts";

for (
  const [path, mayRead, expected] of [
    ["a/b.py", true, "b"],
    ["empty.py", true, ""],
    ["absent.py", true, null],
    ["a/b.py", false, null],
    ["absent.py", false, null],
  ] as const
) {
  Deno.test(`readWithoutLinks() returns ${JSON.stringify(expected)} for '${path}' if it may ${mayRead ? "" : "not "}be read`, async () => {
    const asked: string[] = [];
    const workspace = createMemoryWorkspace({ "a/b.py": "b", "empty.py": "" });
    const text = await readWithoutLinks({ name: "shop", workspace }, projectPath(path), (real) => {
      asked.push(real);
      return mayRead;
    });
    equal(text, expected);
    deepEqual(asked, [`shop/${path}`]);
  });
}
