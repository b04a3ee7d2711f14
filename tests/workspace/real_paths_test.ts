import { equal } from "node:assert/strict";
import { projectPath } from "../../core/project_path.ts";
import { contains, RealPaths } from "../../workspace/real_paths.ts";

for (
  const [folder, path, expected] of [
    ["/a", "/a", true],
    ["/a", "/a/b", true],
    ["/a", "/ab", false],
    ["/a", "/", false],
    ["/a/b", "/a", false],
    ["/", "/", true],
    ["/", "/a/b", true],
  ] as const
) {
  Deno.test(`contains() returns ${expected} for '${path}' in '${folder}'`, () => {
    equal(contains(folder, path), expected);
  });
}

Deno.test("RealPaths follows paths below the root of the file system", () => {
  equal(new RealPaths("/").follow(projectPath("usr")).real, "/usr");
});
