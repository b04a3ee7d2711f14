import { equal } from "node:assert/strict";
import { isProtectedPath } from "../../workspace/state_folder.ts";

const PROTECTED = [
  ".git",
  ".git/config",
  "vendor/shop/.git/hooks/post-checkout",
  ".GIT/config",
  "git~1/config",
  ".g\u200cit/config",
  ".layerwright/lock",
  ".layerwright/journal",
  ".layerwright/stage/new-0",
  ".layerwright/history/list",
  ".Layerwright/History/list",
];

const OTHERS = [
  ".gitignore",
  "docs/git/config",
  "api/.github/hooks",
  ".layerwright/manifest",
  ".layerwright/routes/history",
  "history/list",
  "api/lock",
];

Deno.test("isProtectedPath() protects the files of git and of the workspace", () => {
  for (const path of PROTECTED) equal(isProtectedPath(path), true, path);
});

Deno.test("isProtectedPath() protects no other files", () => {
  for (const path of OTHERS) equal(isProtectedPath(path), false, path);
});
