/** Folders that Layerwright uses itself. */

import { equal, match } from "node:assert/strict";
import { join } from "node:path";
import { isStagingName, newStagingName, ownFolderProblem } from "../../workspace/own_folder.ts";

const ROOT = join("projects", "shop");

Deno.test("newStagingName() returns a unique name that isStagingName() recognizes", () => {
  const name = newStagingName(ROOT);
  equal(name === newStagingName(ROOT), false);
  match(name, /^\.shop\.layerwright-\d+-[0-9a-f]{8}$/);
  equal(isStagingName(name, ROOT), true);
  equal(isStagingName(name, join("elsewhere", "shop")), true);
});

for (
  const name of [
    "",
    "shop",
    ".shop",
    ".shop.layerwright-",
    ".shop.layerwright-1",
    ".shop.layerwright-1-0123456",
    ".shop.layerwright-1-0123456789",
    ".shop.layerwright-a-01234567",
    ".shop.layerwright-a1-01234567",
    "1-01234567",
    ".shop.layerwright-1-0123456g",
    "shop.layerwright-1-01234567",
    ".desk.layerwright-1-01234567",
    ".shop2.layerwright-1-01234567",
    ".shop.layerwright-1-01234567.kept",
    "a.shop.layerwright-1-01234567",
  ]
) {
  Deno.test(`isStagingName() rejects '${name}'`, () => {
    equal(isStagingName(name, ROOT), false);
  });
}

for (
  const [path, isRefused] of [
    ["shop", false],
    ["shop.layerwright-1", false],
    [".layerwright-notes", false],
    ["..layerwright-1-01234567", false],
    ["a.layerwright-1-01234567", false],
    [".a.layerwright-1-01234567", true],
    // A staging folder for a project named '.layerwright-x'.
    ["..layerwright-x.layerwright-1-01234567", true],
    [join("shop", ".layerwright", "a"), true],
    [join("shop", ".LAYERWRIGHT"), true],
    [join(".shop.layerwright-1-01234567", "a"), true],
    [".Shop.LayerWright-1-01234567", true],
  ] as const
) {
  Deno.test(`ownFolderProblem() ${isRefused ? "rejects" : "accepts"} a project in '${path}'`, () => {
    equal(ownFolderProblem(path, path)?.code ?? null, isRefused ? "path-outside" : null);
  });
}
