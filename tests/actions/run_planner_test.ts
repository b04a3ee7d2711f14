import { deepEqual, equal } from "node:assert/strict";
import { generateApi } from "../../actions/generate_api.ts";
import type { Invocation } from "../../actions/invocation.ts";
import { type Run, runPlanner } from "../../actions/run_planner.ts";
import type { Change } from "../../core/change_set.ts";
import { error, warning } from "../../core/diagnostic.ts";
import { projectPath } from "../../core/project_path.ts";
import { emptyPlan, type Plan } from "../../generators/plans/plan.ts";
import type { Planner } from "../../generators/plans/planner.ts";
import type { Project } from "../../project/project.ts";
import { createMemoryWorkspace, type MemoryWorkspace } from "../../workspace/memory_workspace.ts";

const A = projectPath("a.txt");
const B = projectPath("b.txt");
const FOLDER = projectPath("folder");

const CHANGE: Change = { kind: "update", path: A, before: "old", after: "new" };

const INVOCATION: Invocation = { command: "upgrade", arguments: { name: "shop" } };

const MESSAGES = { applied: "applied", planned: "planned", unchanged: "unchanged", conflict: null };

function project(): MemoryWorkspace {
  return createMemoryWorkspace({ "a.txt": "old", "folder/c.py": "" });
}

/** Creates a planner that reads no files. */
function planning(plan: Partial<Plan>): Planner {
  return { reads: {}, plan: () => ({ ...emptyPlan([]), messages: MESSAGES, ...plan }) };
}

function run(workspace: MemoryWorkspace, planner: Planner, options: Run["options"] = {}) {
  return runPlanner({
    invocation: INVOCATION,
    workspace,
    folder: "",
    options,
    diagnostics: [],
    planner,
  });
}

Deno.test("runPlanner() gives the planner the files that it asks for", async () => {
  const seen: Project[] = [];
  const plan = (view: Project) => {
    seen.push(view);
    return emptyPlan([]);
  };
  await run(project(), {
    reads: { files: [A, B], folders: [FOLDER] },
    readsAfter: ({ files, folders }) => {
      deepEqual([[...files.keys()], [...folders.keys()]], [[A], [FOLDER]]);
      return { python: () => true, folders: [null] };
    },
    plan,
  });
  deepEqual(seen.map(({ files, folders, links }) => ({ files, folders, links })), [{
    files: new Map([[A, "old"], [projectPath("folder/c.py"), ""]]),
    folders: new Map([
      [FOLDER, [{ name: "c.py", kind: "file" }]],
      [null, [{ name: "a.txt", kind: "file" }, { name: "folder", kind: "folder" }]],
    ]),
    links: new Set(),
  }]);
});

Deno.test("runPlanner() reads no files that the planner does not ask for", async () => {
  const workspace = project();
  const silent: MemoryWorkspace = {
    ...workspace,
    read: () => Promise.reject(new Error("Nothing to read")),
    entries: () => Promise.reject(new Error("Nothing to list")),
  };
  equal((await run(silent, planning({ changes: [CHANGE] }))).status, "applied");
});

interface Case {
  readonly outcome: string;
  readonly plan: Partial<Plan>;
  readonly options?: Run["options"];
  readonly status: string;
  readonly isApplied: boolean;
}

const CASES: readonly Case[] = [
  { outcome: "applies a change", plan: { changes: [CHANGE] }, status: "applied", isApplied: true },
  {
    outcome: "only previews a change in a dry run",
    plan: { changes: [CHANGE] },
    options: { dryRun: true },
    status: "planned",
    isApplied: false,
  },
  { outcome: "reports a plan without changes", plan: {}, status: "unchanged", isApplied: false },
  {
    outcome: "applies nothing if there is a conflict",
    plan: { changes: [CHANGE], conflicts: [{ ...CHANGE, path: B }] },
    status: "refused",
    isApplied: false,
  },
  {
    outcome: "applies nothing if there is an error",
    plan: { changes: [CHANGE], diagnostics: [error("mock-invalid", "Invalid")] },
    status: "failed",
    isApplied: false,
  },
  {
    outcome: "refuses a plan with an error about the project",
    plan: { changes: [CHANGE], diagnostics: [error("project-exists", "Exists")] },
    status: "refused",
    isApplied: false,
  },
  {
    outcome: "refuses a change of a file that changed after planning",
    plan: { changes: [{ ...CHANGE, before: "other" }] },
    status: "refused",
    isApplied: false,
  },
];

for (const { outcome, plan, options, status, isApplied } of CASES) {
  Deno.test(`runPlanner() ${outcome}`, async () => {
    const workspace = project();
    equal((await run(workspace, planning(plan), options)).status, status);
    equal(workspace.files().get(A), isApplied ? "new" : "old");
  });
}

Deno.test("runPlanner() backs up the texts that a change discards, once", async () => {
  const workspace = project();
  const planner = planning({ changes: [CHANGE], discarded: [CHANGE] });
  const { changes } = await run(workspace, planner);
  const [copy] = changes.filter(({ kind }) => kind === "create");
  equal(workspace.files().get(projectPath(copy?.path ?? "")), "old");
  const restored = createMemoryWorkspace({
    ...Object.fromEntries(workspace.files()),
    "a.txt": "old",
  });
  const again = await run(restored, planner);
  deepEqual(again.changes.map(({ kind, path }) => [kind, path]), [["update", "a.txt"]]);
});

Deno.test("runPlanner() applies only the change set that the caller expects", async () => {
  const planner = planning({ changes: [CHANGE] });
  const { change_set: id } = await run(project(), planner, { dryRun: true });
  for (const dryRun of [false, true]) {
    const workspace = project();
    const other = planning({ changes: [{ ...CHANGE, after: "newer" }] });
    const refused = await run(workspace, other, { expect: String(id), dryRun });
    deepEqual([refused.status, refused.diagnostics[0]?.code], ["refused", "plan-differs"]);
    deepEqual(refused.changes.map(({ path, diff }) => [path, diff?.includes("+newer")]), [
      ["a.txt", true],
    ]);
    deepEqual(workspace.files(), project().files());
    equal(
      (await run(workspace, other, { expect: String(refused.change_set), dryRun })).status,
      {
        false: "applied",
        true: "planned",
      }[`${dryRun}`],
    );
  }
  const expected = { expect: String(id) };
  equal((await run(project(), planning({}), expected)).status, "refused");
  const invalid = planning({ diagnostics: [error("mock-invalid", "Invalid")] });
  equal((await run(project(), invalid, expected)).status, "refused");
});

Deno.test("of 100 concurrent writers, runPlanner() applies exactly those whose plan still fits", async () => {
  const workspace = project();
  const text = () => workspace.files().get(A) ?? "";
  const adding = (line: string): Planner => ({
    reads: { files: [A] },
    plan: ({ files }) => {
      const before = files.get(A) ?? "";
      const change: Change = { kind: "update", path: A, before, after: `${before}${line}\n` };
      return { ...emptyPlan([]), messages: MESSAGES, changes: [change] };
    },
  });
  const lines = Array.from({ length: 100 }, (_, index) => `line ${index}`);
  let applied: string[] = [];
  for (let round = 0; round < 3; round++) {
    const before = text();
    const plans = await Promise.all(lines.map(async (line) => {
      const { change_set: id } = await run(workspace, adding(line), { dryRun: true });
      return { line, expect: String(id) };
    }));
    const outcomes = await Promise.all(
      plans.map(async ({ line, expect }) => ({
        line,
        ...await run(workspace, adding(line), { expect }),
      })),
    );
    const done = outcomes.filter(({ status }) => status === "applied").map(({ line }) => line);
    deepEqual([done.length, outcomes.filter(({ status }) => status === "refused").length], [1, 99]);
    equal(text(), `${before}${done[0]}\n`);
    applied = [...applied, ...done];
  }
  equal(text(), `old${applied.map((line) => `${line}\n`).join("")}`);
});

Deno.test("runPlanner() lists the command's own diagnostics first", async () => {
  const found = warning("spec-unknown-key", "Unknown");
  const planned = warning("route-exists", "Exists");
  const { diagnostics } = await runPlanner({
    invocation: INVOCATION,
    workspace: project(),
    folder: "",
    options: {},
    diagnostics: [found],
    planner: planning({ diagnostics: [planned] }),
  });
  deepEqual(diagnostics, [found, planned]);
});

Deno.test("a dry run never mixes the manifest with files that another run wrote later", async () => {
  const small = { routes: { users: { type: "GET" } } } as const;
  const large = { routes: { ...small.routes, orders: { type: "GET" } } } as const;
  const workspace = createMemoryWorkspace();
  await generateApi(workspace, "shop", small);
  let isFirst = true;
  const raced: MemoryWorkspace = {
    ...workspace,
    async read(paths) {
      const files = await workspace.read(paths);
      if (isFirst) {
        isFirst = false;
        await generateApi(workspace, "shop", large);
      }
      return files;
    },
  };
  equal((await generateApi(raced, "shop", large, { dryRun: true })).status, "unchanged");
});
