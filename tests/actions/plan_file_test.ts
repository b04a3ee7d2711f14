/** Plan files: exactly what was reviewed is applied, or nothing. */

import { deepEqual, equal, match, notEqual, ok } from "node:assert/strict";
import { join } from "node:path";
import { projectPath } from "../../core/project_path.ts";
import { withoutSeal } from "../../actions/plan_seal.ts";
import type { PlanFile } from "../../actions/plan_format.ts";
import { planReport, planTitle } from "../../actions/plan_report.ts";
import { readPlan } from "../../actions/read_plan.ts";
import {
  applyPlan,
  createDiskWorkspace,
  createMemoryWorkspace,
  generateApi,
  generateRoute,
  generateSubroute,
  type MemoryWorkspace,
  planFile,
  redo,
  undo,
  type Workspace,
} from "../../mod.ts";
import { IS_FULL_TIER } from "../tools/tier.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { writeFiles } from "../workspace/tree.ts";
import { generatedShop, PLANNED_CHANGES, type PlannedChange } from "./planned_projects.ts";

/** Plans a change, and checks that planning writes nothing. */
async function planned(
  { project, run }: PlannedChange,
): Promise<
  { readonly file: string; readonly plan: PlanFile; readonly workspace: MemoryWorkspace }
> {
  const workspace = await project();
  const before = workspace.files();
  const { file } = await planFile((options) => run(workspace, options));
  deepEqual(workspace.files(), before);
  const plan = await readPlan(file ?? "", "plan.json");
  if ("severity" in plan) throw new Error(plan.message);
  ok(plan.changes.length > 0);
  return { file: file ?? "", plan, workspace };
}

function copyOf(workspace: MemoryWorkspace, changed: Readonly<Record<string, string | null>> = {}) {
  const files = { ...Object.fromEntries(workspace.files()), ...changed };
  return createMemoryWorkspace(
    Object.fromEntries(
      Object.entries(files).filter((each): each is [string, string] => each[1] !== null),
    ),
  );
}

/** Reports whether the command's result depends only on the files of the project, not on its history. */
function isStateless({ words }: PlannedChange): boolean {
  return words !== "undo" && words !== "redo";
}

for (const change of PLANNED_CHANGES) {
  Deno.test(`a plan of ${change.words} shows its command and the result of the dry run`, async () => {
    const { plan, workspace } = await planned(change);
    for (const diff of [false, true]) {
      const report = await change.run(workspace, { dryRun: true, diff });
      const diagnostics = report.diagnostics.map((each) => ({ ...each, hint: null }));
      deepEqual(planReport(plan, diff ? plan.folder : null), {
        ...report,
        message: planTitle(plan),
        diagnostics,
      });
    }
  });

  Deno.test(`a plan of ${change.words} is applied exactly, once`, async () => {
    const { file, plan, workspace } = await planned(change);
    const direct = await change.project();
    const expected = await change.run(direct, {});
    const report = await applyPlan(workspace, file);
    equal(report.status, "applied");
    match(report.message, /^Applied: /);
    deepEqual(report.changes, expected.changes);
    if (isStateless(change)) deepEqual(report.data, expected.data);
    deepEqual(withoutTimes(workspace.files()), withoutTimes(direct.files()));
    for (const { path, after } of plan.changes) equal(workspace.files().get(path) ?? null, after);
    const applied = workspace.files();
    const again = await applyPlan(workspace, file);
    deepEqual([again.status, again.message], [
      "unchanged",
      "Already applied. Nothing was written.",
    ]);
    deepEqual(workspace.files(), applied);
  });

  Deno.test(`a plan of ${change.words} is refused if any byte differs`, async () => {
    const { file, workspace } = await planned(change);
    const before = workspace.files();
    const bytes = new TextEncoder().encode(file);
    for (const at of positions(bytes.length)) {
      const flipped = bytes.slice();
      flipped[at] = (flipped[at] ?? 0) ^ (1 << at % 8);
      const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(flipped);
      const { status, diagnostics } = await applyPlan(workspace, text);
      deepEqual([at, status, diagnostics[0]?.code], [at, "failed", "plan-invalid"]);
    }
    deepEqual(workspace.files(), before);
  });

  if (!isStateless(change)) continue;

  Deno.test(`a plan of ${change.words} is refused if one of its files changed`, async () => {
    const { file, plan, workspace } = await planned(change);
    for (const { path, before } of plan.changes) {
      const touched = copyOf(workspace, { [path]: `${before ?? ""}\n# Touched\n` });
      const files = touched.files();
      const { status, message } = await applyPlan(touched, file);
      deepEqual([status, touched.files()], ["refused", files]);
      ok(message.includes(path), `${path}: ${message}`);
    }
  });

  Deno.test(`a plan of ${change.words} is applied beside other changes, or refused`, async () => {
    const { file, plan, workspace } = await planned(change);
    const own = new Set(plan.changes.map(({ path }) => path));
    const others = [...workspace.files()].filter(([path]) => !own.has(path))
      .filter((_, index) => IS_FULL_TIER || index % 4 === 0);
    let applied = 0;
    for (const [path, text] of others) {
      const touched = copyOf(workspace, { [path]: `${text}\n# Touched\n` });
      const before = touched.files();
      const { status } = await applyPlan(touched, file);
      if (status === "applied") {
        for (const { path, after } of plan.changes) {
          equal(touched.files().get(path) ?? null, after);
        }
        applied++;
      } else deepEqual([status, touched.files()], ["refused", before], path);
    }
    ok(applied >= others.length / 2, `Only ${applied} of ${others.length} were applied`);
  });
}

/**
 * Returns positions in a plan file: all in the full tier, otherwise a sample that includes the
 * whole seal.
 */
function positions(length: number): readonly number[] {
  const step = IS_FULL_TIER ? 1 : Math.ceil(length / 40);
  return Array.from({ length }, (_, at) => at).filter((at) => at % step === 0 || at > length - 90);
}

/** Removes the history, whose ids and times differ in every run. */
function withoutTimes(files: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...files].filter(([path]) => !path.startsWith(".layerwright/history")));
}

const SUBROUTE = (workspace: MemoryWorkspace) =>
  planFile((options) => generateSubroute(workspace, "products", "sale", options));

Deno.test("planFile() returns no file if the run fails or is refused", async () => {
  const workspace = await generatedShop();
  const { report, file } = await planFile((options) =>
    generateRoute(workspace, "no-name", options)
  );
  deepEqual([report.status, file], ["failed", null]);
});

Deno.test("applying a plan without changes changes nothing", async () => {
  const workspace = await generatedShop();
  const { file } = await planFile((options) => generateRoute(workspace, "products", options));
  equal((await applyPlan(workspace, file ?? "")).status, "unchanged");
  const other = createMemoryWorkspace();
  equal((await applyPlan(other, file ?? "")).status, "refused");
  equal(other.files().size, 0);
});

Deno.test("a plan can report handlers with methods that specs cannot have", async () => {
  const spec = { routes: { carts: { methods: { GET: {}, DELETE: {} } } } } as const;
  const workspace = createMemoryWorkspace();
  await generateApi(workspace, "shop", spec);
  const path = projectPath("api/routes/carts_route.py");
  const edited = workspace.files().get(path)?.replace("carts_bp.delete(", "carts_bp.patch(");
  const project = copyOf(workspace, { [path]: edited ?? "" });
  const more = { routes: { ...spec.routes, teas: { type: "GET" } } } as const;
  const { file, report } = await planFile((options) =>
    generateApi(project, "shop", more, { ...options, isInside: true })
  );
  deepEqual(report.data?.endpoints.map(({ method }) => method), ["GET", "PATCH", "GET"]);
  equal((await applyPlan(project, file ?? "")).status, "applied");
});

Deno.test("applyPlan() refuses files with other line ends, and says so", async () => {
  const unix = await generatedShop();
  const windows = createMemoryWorkspace(
    Object.fromEntries(
      [...unix.files()].map(([path, text]) => [path, text.replaceAll("\n", "\r\n")]),
    ),
  );
  const plans = { LF: await SUBROUTE(unix), CRLF: await SUBROUTE(windows) };
  const cases = [["LF", "CRLF", windows], ["CRLF", "LF", unix]] as const;
  for (const [there, here, workspace] of cases) {
    const before = workspace.files();
    const { status, message } = await applyPlan(workspace, plans[there].file ?? "");
    deepEqual([status, workspace.files()], ["refused", before]);
    const start = `The plan was made for ${there} line ends, but here these files have ${here}: `;
    ok(message.startsWith(start), message);
    equal((await applyPlan(workspace, plans[here].file ?? "")).status, "applied");
  }
});

Deno.test("applyPlan() names the command that plans again, and the files that differ", async () => {
  const workspace = await generatedShop();
  const { file } = await SUBROUTE(workspace);
  await generateSubroute(workspace, "products", "new");
  const { message, diagnostics, change_set: id, changes } = await applyPlan(workspace, file ?? "", {
    path: "my sale.json",
  });
  match(message, /^Planning again gives another result: api\/repositories\/products_.* changed\. /);
  equal(
    diagnostics[0]?.hint,
    "Plan again: layerwright generate subroute products sale --plan 'my sale.json'",
  );
  notEqual(id, null);
  ok(changes.every(({ diff }) => diff !== null));
});

Deno.test("applyPlan() refuses a plan that was undone, and suggests redo", async () => {
  const workspace = await generatedShop();
  const { file } = await SUBROUTE(workspace);
  await applyPlan(workspace, file ?? "");
  const applied = workspace.files();
  await undo(workspace);
  const before = workspace.files();
  const { status, diagnostics } = await applyPlan(workspace, file ?? "");
  deepEqual([status, diagnostics[0]?.code], ["refused", "plan-undone"]);
  match(String(diagnostics[0]?.hint), /layerwright redo/);
  deepEqual(workspace.files(), before);
  await redo(workspace);
  deepEqual(withoutTimes(workspace.files()), withoutTimes(applied));
  equal((await applyPlan(workspace, file ?? "")).status, "unchanged");
});

/**
 * Plans many endpoints for the same state and applies all plans at once. Returns the endpoint of
 * the only plan that was applied.
 */
async function race(open: () => Workspace, writers: number): Promise<string> {
  const names = Array.from({ length: writers }, (_, index) => `item_${index}`);
  const plans = await Promise.all(names.map(async (name) => ({
    name,
    ...await planFile((options) => generateSubroute(open(), "products", name, options)),
  })));
  const reports = await Promise.all(plans.map(({ file }) => applyPlan(open(), file ?? "")));
  const [winner, ...others] = plans.filter((_, index) => reports[index]?.status === "applied");
  deepEqual(others, []);
  equal(reports.filter(({ status }) => status === "refused").length, writers - 1);
  return winner?.name ?? "";
}

/** Returns the files of the generated shop with one more endpoint. */
async function grown(name: string): Promise<ReadonlyMap<string, string>> {
  const workspace = await generatedShop();
  await generateSubroute(workspace, "products", name);
  return withoutTimes(workspace.files());
}

Deno.test("exactly one of 100 plans of the same state is applied at once", async () => {
  const workspace = await generatedShop();
  const name = await race(() => workspace, 100);
  deepEqual(withoutTimes(workspace.files()), await grown(name));
});

Deno.test("exactly one of many plans of the same state is applied at once on disk", () =>
  inTemporaryFolder(async (folder) => {
    const shop = await generatedShop();
    writeFiles(folder, Object.fromEntries(shop.files()));
    const name = await race(() => createDiskWorkspace(folder), IS_FULL_TIER ? 100 : 10);
    for (const [path, text] of await grown(name)) {
      equal(Deno.readTextFileSync(join(folder, path)), text);
    }
  }));

Deno.test("a plan file is readable text in ASCII, and its seal is a hash of the rest", async () => {
  const { file } = await SUBROUTE(await generatedShop());
  const text = file ?? "";
  match(text, /^[\n -~]+$/);
  match(text, /\n {2}"command": "generate subroute products sale",\n/);
  match(text, /\n {8}" {4}def get_sale\(self\)/);
  ok((await withoutSeal(text))?.endsWith('"seal": ""\n}\n'));
});
