import { equal } from "node:assert/strict";
import { localPath } from "../../../hosted/http/local_path.ts";

for (
  const path of [
    "/",
    "/people",
    "/people?a=b",
    "/projects/shop?name=a%20b&c=%2F%2Fevil.example",
    "/a//evil.example",
    `/${"a".repeat(1_999)}`,
  ]
) {
  Deno.test(`localPath leads to ${path.slice(0, 40)}`, () => {
    equal(localPath(path), path);
  });
}

for (
  const path of [
    "",
    "people",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "/.//evil.example",
    "/a/..//evil.example",
    "/%2e//evil.example",
    "//localhost@evil.example/",
    "https://evil.example/",
    "javascript:alert(1)",
    " //evil.example",
    `/${"a".repeat(2_000)}`,
  ]
) {
  Deno.test(`localPath leads home instead of to ${JSON.stringify(path).slice(0, 40)}`, () => {
    equal(localPath(path), "/");
  });
}
