import { equal, throws } from "node:assert/strict";
import { projectPath } from "../../core/project_path.ts";

const ACCEPTED = [
  "a",
  "api/routes/users_route.py",
  ".layerwright/manifest",
  "..a",
  "a..b/c",
  "con_route.py",
  "console",
  "com10",
  "a b",
  "\u00e4/\u65e5",
  "-",
  "aux-/get.json",
];

for (const path of ACCEPTED) {
  Deno.test(`projectPath() accepts ${JSON.stringify(path)}`, () => {
    equal(projectPath(path), path);
  });
}

const REFUSED = [
  "",
  "/",
  "/etc/passwd",
  "..",
  ".",
  "../a",
  "a/../../b",
  "a/./b",
  "a//b",
  "a/",
  "a\\b",
  "C:/a",
  "C:a",
  "a:stream",
  "a\0b",
  "a\nb",
  "a*",
  "a?",
  'a"',
  "<a>",
  "a|b",
  "a.",
  "a ",
  "a./b",
  "con",
  "CON",
  "nul.txt",
  "api/aux/get.json",
  "com1",
  "com\u00b9.json",
  "LPT9",
  "conin$",
];

for (const path of REFUSED) {
  Deno.test(`projectPath() rejects ${JSON.stringify(path)}`, () => {
    throws(
      () => projectPath(path),
      new RangeError(`Path ${JSON.stringify(path)} is not a path inside a project`),
    );
  });
}
