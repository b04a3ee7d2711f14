import { deepEqual, equal, ok } from "node:assert/strict";
import * as library from "../../mod.ts";
import { projectPath } from "../../core/project_path.ts";
import { comparedLife } from "../../tools/compare_trees/compared_life.ts";
import { groupTable, shownDifference } from "../../tools/compare_trees/summary.ts";
import type { Library } from "../life/commands.ts";
import { replaceFiles } from "../workspace/replace_files.ts";
import { testInFullTier } from "./tier.ts";

const SEEDS = [1, 2, 3, 4, 5];

testInFullTier("comparedLife() finds a tree equal to itself", async () => {
  for (const seed of SEEDS) {
    const { different, counts } = await comparedLife(library, seed);
    equal(different, null);
    ok(Object.keys(counts).some((each) => each.startsWith("command: ")));
  }
});

Deno.test("comparedLife() repeats a seed", async () => {
  deepEqual(await comparedLife(library, 1), await comparedLife(library, 1));
});

/** A library that writes one other byte into the README of each new project. */
const otherByte: Library = {
  ...library,
  generateApi: async (workspace, name, spec, options) => {
    const report = await library.generateApi(workspace, name, spec, options);
    if (!("files" in workspace)) return report;
    const memory = workspace as library.MemoryWorkspace;
    const files = new Map(memory.files());
    const path = projectPath("README.md");
    const readme = files.get(path);
    if (readme !== undefined) await replaceFiles(memory, files.set(path, `${readme} `));
    return report;
  },
};

Deno.test("comparedLife() finds a file with another byte, and stops there", async () => {
  const outcomes = await Promise.all(SEEDS.map((seed) => comparedLife(otherByte, seed)));
  for (const { seed, different } of outcomes) {
    equal(different?.place, "README.md");
    equal(different?.step, 1);
    ok(shownDifference({ seed, counts: {}, different }).startsWith(`Seed ${seed}, step 1: `));
  }
  equal(groupTable(outcomes).split("\n").length, 1);
});

/** A library that reports one other word after removing a route. */
const otherWord: Library = {
  ...library,
  generateApi: async (workspace, name, spec, options) => {
    const report = await library.generateApi(workspace, name, spec, options);
    return { ...report, message: report.message.replace("base", "other") };
  },
};

Deno.test("comparedLife() finds a report with another word", async () => {
  const { different } = await comparedLife(otherWord, 1);
  equal(different?.place, "report.message");
  ok(different?.kind.endsWith("-other +base"));
});

/** A library with another line in each file of records. */
const otherRecords: Library = {
  ...library,
  generateApi: async (workspace, name, spec, options) => {
    const report = await library.generateApi(workspace, name, spec, options);
    const memory = workspace as library.MemoryWorkspace;
    const files = new Map(memory.files());
    const path = projectPath(".layerwright/README");
    await replaceFiles(memory, files.set(path, "Records.\n"));
    return report;
  },
};

Deno.test("comparedLife() leaves out records on request", async () => {
  equal((await comparedLife(otherRecords, 1)).different?.place, ".layerwright/README");
  equal((await comparedLife(otherRecords, 1, { codeOnly: true })).different, null);
});
