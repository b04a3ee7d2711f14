/** `--diff` writes nothing, and prints a patch that has the command's effect. */

import { deepEqual, equal } from "node:assert/strict";
import { join } from "node:path";
import { createDiskWorkspace, generateRoute } from "../../mod.ts";
import { readProject, writeFiles } from "../workspace/tree.ts";
import { inCodeFolder } from "./code_folder.ts";
import { cliEnvironment, runToEnd } from "./run_cli.ts";
import { runHere } from "./run_here.ts";

interface Patched {
  readonly behaviour: string;
  readonly cwd: string;
  readonly args: readonly string[];
  /** Rewrites every file of the project before the command. */
  readonly rewrite?: (text: string) => string;
}

const SUBROUTE = ["generate", "subroute", "products", "sale", "--mock", '[{"id": 1}]'];

const PATCHED: readonly Patched[] = [
  {
    behaviour: "a new project, empty files and all",
    cwd: ".",
    args: ["generate", "api", "new", "--json", "shop.json"],
  },
  {
    behaviour: "a project with a name that git quotes",
    cwd: ".",
    args: ["generate", "api", "ny b\u00e5t", "--json", "minimal.json"],
  },
  {
    behaviour: "a route",
    cwd: "shop",
    args: ["generate", "route", "refunds", "--mock", '{"a": 1}'],
  },
  { behaviour: "a subroute", cwd: "shop", args: SUBROUTE },
  {
    behaviour: "a subroute with a mock in a file",
    cwd: "shop",
    args: ["generate", "subroute", "orders", "late", "--mock", JSON.stringify("x".repeat(20_000))],
  },
  {
    behaviour: "a subroute in files with CRLF",
    cwd: "shop",
    args: SUBROUTE,
    rewrite: (text) => text.replaceAll("\n", "\r\n"),
  },
  {
    behaviour: "a subroute in files without a line break at their end",
    cwd: "shop",
    args: SUBROUTE,
    rewrite: (text) => text.replace(/\n$/, ""),
  },
];

for (const { behaviour, cwd, args, rewrite } of PATCHED) {
  Deno.test(`git apply turns --diff into ${behaviour}`, async () => {
    const [byPatch, byCommand] = await Promise.all([
      changedTree(cwd, rewrite, (folder) => applyPreview(args, folder)),
      changedTree(cwd, rewrite, (folder) => run(args, folder)),
    ]);
    deepEqual(byPatch, byCommand);
  });
}

interface Layout {
  readonly behaviour: string;
  /** Creates the repository in the folder of the project `shop`. */
  readonly script: string;
  /** The project's folder afterwards. */
  readonly shop: string;
  /** Arguments that select the project. Without arguments, the command runs in the project's folder. */
  readonly directory?: string;
}

const LAYOUTS: readonly Layout[] = [
  { behaviour: "without a repository", script: "true", shop: "shop" },
  { behaviour: "that is a repository", script: "git init shop", shop: "shop" },
  { behaviour: "in a folder of a repository", script: "git init", shop: "shop" },
  {
    behaviour: "in a folder of a repository, reached by a link from elsewhere",
    script: "git init work && mkdir work/apps && mv shop work/apps/ && ln -s work/apps/shop link",
    shop: "work/apps/shop",
    directory: "link",
  },
  {
    behaviour: "with a folder .git that has only HEAD, in a repository",
    script: "git init && mkdir shop/.git && cp .git/HEAD shop/.git/",
    shop: "shop",
  },
  {
    behaviour: "in a folder whose name ends in a blank",
    script: "git init && mkdir 'apps ' && mv shop 'apps /'",
    shop: "apps /shop",
  },
  {
    behaviour: "in a worktree",
    script: `git init main && git -C main commit --allow-empty --message first &&
      git -C main worktree add ../tree && mkdir tree/apps && mv shop tree/apps/`,
    shop: "tree/apps/shop",
  },
  {
    behaviour: "in a submodule",
    script: `git init part && git -C part commit --allow-empty --message first && git init whole &&
      git -C whole -c protocol.file.allow=always submodule add ../part apps &&
      mv shop whole/apps/`,
    shop: "whole/apps/shop",
  },
];

for (const { behaviour, script, shop, directory = shop } of LAYOUTS) {
  Deno.test(`git apply accepts the patch of --diff in a project ${behaviour}`, async () => {
    await inCodeFolder(async (code) => {
      await git(["sh", "-ec", script], code);
      const patch = await preview(["-C", directory, "generate", "route", "refunds"], code);
      await git(["git", "apply"], join(code, shop), patch);
      deepEqual(withoutGit(readProject(join(code, shop))), await grownShop());
    });
  });
}

Deno.test("git apply accepts the patch of --diff for a new project inside a repository", async () => {
  await inCodeFolder(async (code) => {
    await git(["git", "init"], code);
    const apps = join(code, "apps");
    Deno.mkdirSync(apps);
    await applyPreview(["generate", "api", "shop", "--json", "../shop.json"], apps);
    const shop = readProject(join(code, "shop"));
    const manifest = shop[".layerwright/manifest"]?.replace(
      "project shop\n",
      "project shop\nspec ../../shop.json\n",
    );
    deepEqual(readProject(join(apps, "shop")), { ...shop, ".layerwright/manifest": manifest });
  });
});

Deno.test("git apply accepts the patch that show makes of a plan from another repository", async () => {
  await inCodeFolder(async (code) => {
    const script = "mkdir -p theirs/apps ours && cp -r shop theirs/apps/ && mv shop ours/ && " +
      "git init theirs && git init ours";
    await git(["sh", "-ec", script], code);
    await run(
      ["generate", "route", "refunds", "--plan", "../../../plan.json", "-q"],
      join(code, "theirs/apps/shop"),
    );
    const { code: exit, stdout } = await runHere([
      "-C",
      "ours/shop",
      "show",
      "../../plan.json",
      "--diff",
    ], { cwd: code });
    equal(exit, 0);
    await git(["git", "apply"], join(code, "ours"), stdout);
    deepEqual(withoutGit(readProject(join(code, "ours/shop"))), await grownShop());
    const elsewhere = await runHere(["show", "plan.json", "--diff"], { cwd: code });
    equal(elsewhere.stdout, stdout.replaceAll(/ ([ab])\/shop\//g, " $1/"));
  });
});

/** The files of `shop` after the command. */
async function grownShop(): Promise<Record<string, string>> {
  return await inCodeFolder(async (code) => {
    const shop = join(code, "shop");
    await generateRoute(createDiskWorkspace(shop), "refunds");
    return readProject(shop);
  });
}

function withoutGit(tree: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(tree).filter(([path]) => !path.startsWith(".git/")));
}

async function run(args: readonly string[], cwd: string): Promise<void> {
  const { code, stderr } = await runHere(args, { cwd });
  deepEqual({ code, stderr }, { code: 0, stderr: "" });
}

/** Returns the output of `--diff`, and checks that nothing was written. */
async function preview(args: readonly string[], cwd: string): Promise<string> {
  const before = readProject(cwd);
  const { code, stdout, stderr } = await runHere([...args, "--diff"], { cwd });
  deepEqual({ code, stderr }, { code: 0, stderr: "Dry run: nothing was written\n" });
  deepEqual(readProject(cwd), before);
  return stdout;
}

async function applyPreview(args: readonly string[], cwd: string): Promise<void> {
  await git(["git", "apply"], cwd, await preview(args, cwd));
}

async function changedTree(
  cwd: string,
  rewrite: Patched["rewrite"],
  change: (folder: string) => Promise<void>,
) {
  return await inCodeFolder(async (code) => {
    const folder = join(code, cwd);
    if (rewrite !== undefined) rewritePython(folder, rewrite);
    await change(folder);
    return readProject(code);
  });
}

function rewritePython(folder: string, rewrite: (text: string) => string): void {
  for (const path of Object.keys(readProject(folder)).filter((each) => each.endsWith(".py"))) {
    writeFiles(folder, { [path]: rewrite(Deno.readTextFileSync(join(folder, path))) });
  }
}

/** Runs git, or a script that calls git, with an author as its only setting. */
async function git(command: readonly string[], cwd: string, stdin = ""): Promise<void> {
  const person = { NAME: "Test", EMAIL: "test@example.com" };
  const names = Object.entries(person).flatMap(([name, value]) => [
    [`GIT_AUTHOR_${name}`, value],
    [`GIT_COMMITTER_${name}`, value],
  ]);
  const env = cliEnvironment({
    ...Object.fromEntries(names),
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_SYSTEM: "/dev/null",
  });
  const { code, stderr } = await runToEnd(command, { cwd, env, stdin });
  equal(code, 0, stderr);
}
