/** Two people change routes of an app that documents itself, and git merges their branches. */

import { deepEqual, equal } from "node:assert/strict";
import {
  changeRoute,
  createMemoryWorkspace,
  exportOpenApi,
  generateApi,
  generateDocs,
  generateRoute,
  generateSubroute,
  projectStatus,
  removeSubroute,
  renameRoute,
  type Report,
  type Workspace,
} from "../../mod.ts";
import { renewDocs } from "../../actions/generate_docs.ts";
import type { Files } from "./project.ts";
import { type Branches, type Merge, merged } from "./repository.ts";

const SPEC = {
  routes: {
    products: { resource: { id: 1, name: "Teapot", price: 24.5 } },
    orders: {
      type: "GET",
      query: { "state?": { $enum: ["open", "closed"] } },
      mock: [{ id: 7 }],
      errors: { 404: "No such shop" },
      subroutes: { open: { type: "GET", mock: [] }, old: { type: "GET" } },
    },
  },
} as const;

type Commands = (workspace: Workspace) => Promise<Report>;

interface Case {
  readonly ours: Commands;
  readonly theirs: Commands;
}

/** Changes that git merges without the documents, too. */
const CASES: Readonly<Record<string, Case>> = {
  "a subroute each": {
    ours: (at) => generateSubroute(at, "orders", "late", { mock: [{ id: 8 }] }),
    theirs: (at) => generateSubroute(at, "products", "sale", { query: { "q?": "tea" } }),
  },
  "a route each": {
    ours: (at) => generateRoute(at, "carts", { mock: { id: 1 } }),
    theirs: (at) => generateRoute(at, "parts", { type: "POST", body: { name: "Lid" } }),
  },
  "a changed route, and a subroute of another one": {
    ours: (at) => changeRoute(at, "orders", { mock: [{ id: 9, name: "x" }] }),
    theirs: (at) => generateSubroute(at, "products", "sale"),
  },
  "a renamed route, and a removed subroute of another one": {
    ours: (at) => renameRoute(at, "products", "goods"),
    theirs: (at) => removeSubroute(at, "orders", "old"),
  },
  "a changed route, and a removed subroute of the same route": {
    ours: (at) => changeRoute(at, "orders", { mock: [{ id: 9 }] }),
    theirs: (at) => removeSubroute(at, "orders", "old"),
  },
};

async function branched({ ours, theirs }: Case): Promise<Branches> {
  const base = createMemoryWorkspace();
  await generateApi(base, "shop", SPEC, { isInside: true });
  equal((await generateDocs(base)).status, "applied");
  const after = async (commands: Commands) => {
    const workspace = createMemoryWorkspace(filesOf(base));
    const { status, diagnostics } = await commands(workspace);
    equal(status, "applied", JSON.stringify(diagnostics));
    return filesOf(workspace);
  };
  return { base: filesOf(base), ours: await after(ours), theirs: await after(theirs) };
}

function filesOf(workspace: ReturnType<typeof createMemoryWorkspace>): Files {
  return Object.fromEntries(workspace.files());
}

async function mergeOf(each: Case): Promise<Merge> {
  const [merge] = await merged([await branched(each)]);
  if (merge === undefined) throw new Error("Nothing was merged");
  return merge;
}

/** The documents describe the code, and nothing else is wrong with the project. */
async function assertInOrder(workspace: ReturnType<typeof createMemoryWorkspace>): Promise<void> {
  equal((await renewDocs(workspace)).status, "unchanged");
  deepEqual((await projectStatus(workspace, "shop")).data?.problems, []);
}

for (const [what, each] of Object.entries(CASES)) {
  Deno.test(`git merges ${what}, with documents that describe the merged code`, async () => {
    const { conflicts, files } = await mergeOf(each);
    deepEqual(conflicts, []);
    await assertInOrder(createMemoryWorkspace(files));
  });
}

Deno.test("the documents of a merge describe the endpoints of both branches", async () => {
  const { files } = await mergeOf(CASES["a subroute each"] as Case);
  const { data } = await exportOpenApi(createMemoryWorkspace(files), "shop");
  const documents = Object.entries(files).filter(([path]) => path.startsWith("api/openapi/"));
  const paths = documents.flatMap(([, text]) => Object.keys(JSON.parse(text).paths));
  deepEqual(paths.sort(), Object.keys(JSON.parse(data?.document ?? "").paths).sort());
});
