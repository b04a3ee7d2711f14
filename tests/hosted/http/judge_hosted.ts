/** Checks over HTTP that a hosted server has all changes that it acknowledged, and no incomplete ones. */

import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import {
  createMemoryWorkspace,
  generateApi,
  generateRoute,
  generateSubroute,
} from "../../../mod.ts";
import { runCommand } from "../../../tools/run_command.ts";
import { checkedProject } from "../../tools/checked_project.ts";
import { compile } from "../../tools/compile.ts";
import { inTemporaryFolder } from "../../workspace/temporary_folder.ts";
import {
  archiveOf,
  askMcp,
  type Caller,
  callTool,
  type MadeKey,
  projectsOf,
} from "./hosted_client.ts";
import { type Ledger, mockOf, SPEC } from "./hosted_load.ts";

const LIST = { method: "tools/list" };

/**
 * Checks a server.
 *
 * @param isJudged Reports whether to check the files of a project. By default, all are checked.
 */
export async function judge(
  caller: Caller,
  ledger: Ledger,
  isJudged: (name: string) => boolean = () => true,
): Promise<void> {
  const found = await projectsOf(caller);
  deepEqual([...ledger.projects.keys()].filter((name) => !found.includes(name)), []);
  const judged = found.filter(isJudged);
  await inTemporaryFolder(async (folder) => {
    for (const name of judged) await judgeProject(caller, ledger, { name, folder });
    const projects = judged.map((name) => checkedProject(join(folder, name)));
    deepEqual(await compile(await Promise.all(projects)), []);
  });
  await judgeKeys(caller, ledger);
}

/** Checks that a project equals, byte for byte, a project that is generated with the same endpoints. */
async function judgeProject(
  caller: Caller,
  ledger: Ledger,
  { name, folder }: { readonly name: string; readonly folder: string },
): Promise<void> {
  const files = await fetched(caller, name, folder);
  const subroutes = [...(files.get("api/routes/products_route.py") ?? "").matchAll(
    /def get_(s\d+)\(/g,
  )].map(([, subroute]) => subroute ?? "");
  const routes = [...files.keys()].flatMap((path) =>
    /^api\/routes\/(r\d+)_route\.py$/.exec(path)?.[1] ?? []
  );
  const added = [...subroutes, ...routes];
  const missing = [...ledger.projects.get(name) ?? []].filter((each) => !added.includes(each));
  deepEqual(missing, [], `What was added to ${name} is there`);
  deepEqual(files, await expectedFiles(name, subroutes, routes));
  const { report } = await callTool(caller, "analyze_project", { project: name });
  match(report.message, / 0 problems$/);
}

/** Extracts a project's archive into a folder. */
async function fetched(
  caller: Caller,
  name: string,
  folder: string,
): Promise<Map<string, string>> {
  const archive = join(folder, `${name}.tar.gz`);
  await Deno.writeFile(archive, await archiveOf(caller, name));
  const { code, stdout, stderr } = await runCommand("tar", ["-xvzf", archive, "-C", folder]);
  equal(code, 0, stderr);
  const paths = stdout.trimEnd().split("\n").map((path) => path.slice(name.length + 1)).sort();
  return new Map(paths.map((path) => [path, Deno.readTextFileSync(join(folder, name, path))]));
}

async function expectedFiles(
  name: string,
  subroutes: readonly string[],
  routes: readonly string[],
): Promise<Map<string, string>> {
  const workspace = createMemoryWorkspace();
  await generateApi(workspace, name, SPEC);
  for (const subroute of subroutes) {
    await generateSubroute(workspace, "products", subroute, { mock: mockOf(subroute) });
  }
  for (const route of routes) {
    await generateRoute(workspace, route, { mock: mockOf(route) });
  }
  return new Map([...workspace.files()].sort(([a], [b]) => (a < b ? -1 : 1)));
}

async function judgeKeys(caller: Caller, { keys, revoked }: Ledger): Promise<void> {
  const response = await caller.browser.request("/api/keys");
  const { keys: listed } = await response.json() as { keys: readonly { readonly id: string }[] };
  const ids = new Set(listed.map(({ id }) => id));
  deepEqual([...keys.keys()].filter((id) => !ids.has(id)), []);
  deepEqual([...revoked.keys()].filter((id) => ids.has(id)), []);
  for (const { text } of keys.values()) equal(await statusFor(caller, text), 200);
  for (const { text } of revoked.values()) equal(await statusFor(caller, text), 401);
}

async function statusFor({ origin }: Caller, key: MadeKey["text"]): Promise<number> {
  const response = await askMcp({ origin, key }, LIST);
  await response.body?.cancel();
  return response.status;
}
