/** Cases with folders, records, branches and repositories: on a disk, with git. */

import { equal } from "node:assert/strict";
import { join } from "node:path";
import { adoptProject, createMemoryWorkspace } from "../../mod.ts";
import { runCli } from "../commands/run_cli.ts";
import type { Life } from "./commands.ts";
import type { Step } from "./guarantees.ts";
import { runCommand } from "../../tools/run_command.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { writeFiles } from "../workspace/tree.ts";
import {
  answerOf,
  broken,
  livedOn,
  reconciled,
  type Row,
  saidIn,
  SHOP,
  shop,
  shopWith,
  unless,
  withRoute,
  withSubroute,
} from "./row.ts";
import type { SpecRoute } from "./specs.ts";

/** Writes a spec and the shop's folder `base` to a new folder. */
async function withShop<T>(work: (home: string) => Promise<T>): Promise<T> {
  const { project } = await shop();
  return await inTemporaryFolder((home) => {
    writeFiles(home, { "spec.json": JSON.stringify(SHOP) });
    writeFiles(join(home, "base"), project.files);
    return work(home);
  });
}

async function git(cwd: string, ...args: readonly string[]): Promise<void> {
  const { code, stderr } = await runCommand("git", args, { cwd });
  equal(code, 0, stderr);
}

/** Changes the shop on two branches, and returns the files that git cannot merge. */
async function mergeProblems(
  one: (life: Life) => Promise<Step>,
  other: (life: Life) => Promise<Step>,
): Promise<string[]> {
  const life = await shop();
  const base = life.project.files;
  const ours = (await one(life)).after.project.files;
  const theirs = (await other(life)).after.project.files;
  const paths = Object.keys({ ...ours, ...theirs }).filter((path) =>
    ours[path] !== base[path] && theirs[path] !== base[path]
  );
  return await inTemporaryFolder(async (home) => {
    const found: string[] = [];
    for (const path of paths) {
      const sides = { ours: ours[path] ?? "", base: base[path] ?? "", theirs: theirs[path] ?? "" };
      writeFiles(home, sides);
      const args = ["merge-file", "-p", "ours", "base", "theirs"];
      const { code } = await runCommand("git", args, { cwd: home });
      if (code !== 0) found.push(`git cannot merge ${path}`);
    }
    return found;
  });
}

/** Creates a row in which a change of the spec must not change records after people edited code. */
function rewrittenRecords(
  words: string,
  routes: Readonly<Record<string, SpecRoute>>,
): Readonly<Record<string, Row>> {
  const row: Row = {
    people: `the spec has ${words}; someone adds comments; the same spec`,
    must: "nothing is written, the records included",
    problems: async (judge) => {
      const changed = await reconciled(judge, await shop(), shopWith(routes));
      const life = livedOn(
        changed.after,
        "imports one name a line",
        "adds a test",
        "adds a constant",
      );
      return broken(await reconciled(judge, life));
    },
  };
  return { [`records after ${words}`]: row };
}

export const ROWS_OF_PLACES: Readonly<Record<string, Row>> = {
  "14a: a folder with another name": {
    people: "clone the project into a folder of another name; the same spec",
    must: "nothing is written",
    problems: async (judge) =>
      broken(await reconciled(judge, await shop("renames the project's folder"))),
  },
  "14b: a project inside the project": {
    people: "name the project inside its folder: generate api base",
    must: "no project is made inside the project",
    problems: () =>
      withShop(async (home) => {
        const cwd = join(home, "base");
        await runCli(["generate", "api", "base", "--json", "../spec.json"], { cwd });
        await runCli(["generate", "api", "other", "--json", "../spec.json"], { cwd });
        const folders = [...Deno.readDirSync(cwd)].map(({ name }) => name);
        return ["base", "other"].filter((name) => folders.includes(name));
      }),
  },
  "19a: two branches with a route each": {
    people: "add a route on each of two branches, and merge them",
    must: "git merges the records",
    problems: (judge) =>
      mergeProblems(
        (life) => withRoute(judge, life, "invoices"),
        (life) => withRoute(judge, life, "items"),
      ),
  },
  "19b: two branches with a subroute each": {
    people: "add a subroute to another route on each of two branches, and merge them",
    must: "git merges the records",
    problems: (judge) =>
      mergeProblems(
        (life) => withSubroute(judge, life, "products", "late"),
        (life) => withSubroute(judge, life, "users", "late"),
      ),
  },
  ...rewrittenRecords("a changed method", { users: { type: "POST", mock: 1 } }),
  ...rewrittenRecords("a removed subroute", { products: { type: "GET", mock: 1 } }),
  ...rewrittenRecords("a renamed subroute", {
    products: { type: "GET", mock: 1, subroutes: { open: { type: "GET" } } },
  }),
  "20: lost records": {
    people: "lose the records; the spec has an endpoint more",
    must: "the command says how to adopt the project, which then grows",
    problems: async (judge) => {
      const life = await shop("loses the records");
      const spec = { routes: { ...SHOP.routes, carts: { type: "GET" as const } } };
      const { report } = await reconciled(judge, life, spec);
      const workspace = createMemoryWorkspace(life.project.files);
      await adoptProject(workspace, life.project.folder, spec);
      const files = Object.fromEntries(workspace.files());
      const adopted = { ...life, project: { ...life.project, files } };
      const step = await reconciled(judge, adopted, spec);
      return [
        ...unless(
          saidIn(report).includes("layerwright adopt --spec"),
          `it says only: ${saidIn(report)}`,
        ),
        ...broken(step),
        ...unless(answerOf(step, "GET /carts") !== undefined, "the endpoint is not added"),
      ];
    },
  },
  "22: an empty repository": {
    people: "generate into a repository with a licence and a README",
    must: "the project is generated",
    problems: () =>
      inTemporaryFolder(async (home) => {
        writeFiles(home, { "spec.json": JSON.stringify(SHOP) });
        writeFiles(join(home, "base"), { LICENSE: "MIT\n", "README.md": "# Base\n" });
        await git(join(home, "base"), "init", "--quiet");
        const args = ["generate", "api", "base", "--json", "spec.json"];
        const { code, stderr } = await runCli(args, { cwd: home });
        return unless(code === 0, stderr);
      }),
  },
  "23: a patch in a monorepo": {
    people: "apply the patch of a preview in the project's folder of a larger repository",
    must: "git applies it",
    problems: () =>
      withShop(async (home) => {
        await git(home, "init", "--quiet");
        const cwd = join(home, "base");
        const args = ["generate", "route", "invoices", "--dry-run", "--diff"];
        const { stdout } = await runCli(args, { cwd });
        await runCommand("git", ["apply"], { cwd, stdin: stdout });
        const modules = [...Deno.readDirSync(join(cwd, "api/routes"))].map(({ name }) => name);
        return unless(modules.includes("invoices_route.py"), "git skipped the patch");
      }),
  },
};
