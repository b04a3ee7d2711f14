/** Reads while others write. Each answer is checked against the acknowledged writes. */

import { deepEqual, equal, ok } from "node:assert/strict";
import { archiveOf, askMcp, type Caller, callTool, projectsOf } from "../hosted_client.ts";
import type { Ledger } from "../hosted_load.ts";

/** Reads and checks the answer. */
export type Read = (caller: Caller, ledger: Ledger) => Promise<void>;

/** One read of each kind. */
export const READS: readonly Read[] = [
  async function listProjects(caller, ledger) {
    const known = [...ledger.projects.keys()];
    const listed = new Set(await projectsOf(caller));
    deepEqual(known.filter((name) => !listed.has(name)), []);
  },

  async function findRoutes(caller, ledger) {
    const project = someProject(ledger);
    const [, added] = project;
    const route = [...added].findLast((name) => name.startsWith("r")) ?? "products";
    equal(await exists(caller, project[0], route), true);
    equal(await exists(caller, project[0], "absent"), false);
  },

  async function describeProject(caller, ledger) {
    const [project, known] = someProject(ledger);
    const added = [...known].filter((name) => name.startsWith("r"));
    const { report } = await callTool(caller, "get_project_info", { project });
    const { name, routes = [] } = Object(report.data);
    equal(name, project, report.message);
    deepEqual(["products", ...added].filter((route) => !routes.includes(route)), []);
  },

  async function rehearse(caller, ledger) {
    const [project, added] = someProject(ledger);
    const call = { project, route: "products", subroute: "rehearsed", dry_run: true };
    equal((await callTool(caller, "generate_subroute", call)).report.status, "planned");
    const subroute = [...added].findLast((name) => name.startsWith("s"));
    if (subroute === undefined) return;
    const { report } = await callTool(caller, "generate_subroute", { ...call, subroute });
    equal(report.status, "unchanged", `${subroute} is there`);
  },

  async function downloadArchive(caller, ledger) {
    const [project, known] = someProject(ledger);
    const added = [...known];
    const archive = new Blob([new Uint8Array(await archiveOf(caller, project))]).stream();
    const tar = await new Response(archive.pipeThrough(new DecompressionStream("gzip"))).text();
    const isThere = (name: string) =>
      tar.includes(name.startsWith("s") ? `def get_${name}(` : `api/routes/${name}_route.py`);
    deepEqual(added.filter((name) => !isThere(name)), []);
  },

  async function comeInWithKeys(caller, { keys, revoked }) {
    const live = [...keys.values()].at(-1);
    if (live !== undefined) await getsStatus(caller, live.text, 200, () => keys.has(live.id));
    const dead = [...revoked.values()].at(-1);
    if (dead !== undefined) await getsStatus(caller, dead.text, 401, () => true);
  },

  async function openPage({ browser }) {
    const { status, html } = await browser.open("/");
    equal(status, 200);
    ok(html.includes("<h1>Overview"), html);
  },
];

/** Returns a random project, and the additions to it so far. */
function someProject({ projects }: Ledger): [string, ReadonlySet<string>] {
  const all = [...projects];
  const found = all[Math.floor(Math.random() * all.length)];
  ok(found !== undefined, "there is a project");
  return found;
}

async function exists(caller: Caller, project: string, route: string): Promise<unknown> {
  const { report } = await callTool(caller, "check_route_exists", { project, route });
  return Object(report.data)["exists"];
}

/** @param isSo Reports, after the answer, whether the expected status still applies. */
async function getsStatus(
  { origin }: Caller,
  key: string,
  status: number,
  isSo: () => boolean,
): Promise<void> {
  const response = await askMcp({ origin, key }, { method: "tools/list" });
  await response.body?.cancel();
  if (isSo()) equal(response.status, status);
}
